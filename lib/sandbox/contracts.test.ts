import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import type { Loose } from './test-client';
import { answered, clientOf, json, validBody } from './test-client';
import { sampleInstitution, sampleMerchant } from './world';

const subMchid = '1900003001';

describe('4.3 at the practice platform', () => {
  let sandbox: Sandbox;
  let institution: ReturnType<typeof clientOf>;
  let merchant: ReturnType<typeof clientOf>;

  beforeAll(async () => {
    sandbox = await createSandbox({ stateDir: null });
    const url = await sandbox.listen(0);
    institution = clientOf(sandbox, url);
    merchant = clientOf(sandbox, url, 'merchant');
  }, 60_000);
  afterAll(() => sandbox.close());
  beforeEach(() => institution.control('reset'));

  const made = async (about: Loose = { sub_mchid: subMchid }) => {
    const { contract_ids } = (await institution.control('contracts', about)) as { contract_ids: string[] };
    return contract_ids[0] ?? '';
  };
  const ofInstitution = { sub_mchid: subMchid, sp_appid: sampleInstitution.appid, termination_note: 'Test' };
  const ofMerchant = { appid: sampleMerchant.appid, termination_note: 'Test' };
  const terminate = async (client: typeof institution, id: string, body: Loose) => {
    const path = `/v3/global/papay/contracts/${encodeURIComponent(id)}/terminate`;
    const answer = answered(await client.call('POST', path, Buffer.from(JSON.stringify(body))));
    return { status: answer.status, ...(answer.body.length > 0 ? json(answer) : {}) } as Loose & { status: number };
  };
  const stateOf = async (id: string) =>
    ((await institution.look(`contracts/${encodeURIComponent(id)}`)) as Loose).state;
  const unknown = { status: 403, code: 'CONTRACT_NOT_EXIST' };

  it('answers 204 once; a repeat finds no such contract', async () => {
    const id = await made();
    expect(await terminate(institution, id, ofInstitution)).toEqual({ status: 204 });
    expect(await stateOf(id)).toBe('TERMINATED');
    expect(await terminate(institution, id, ofInstitution)).toMatchObject(unknown);
    expect(sandbox.state.effects[`contract ${id}`]?.modifications).toBe(1);
  });

  it('knows the contracts of either merchant, and of neither those of the other', async () => {
    const [theirs, own] = [await made(), await made({})];
    expect(await terminate(merchant, theirs, ofMerchant)).toMatchObject(unknown);
    expect(await terminate(institution, own, ofInstitution)).toMatchObject(unknown);
    expect(await terminate(institution, theirs, { ...ofInstitution, sub_mchid: '1900003002' })).toMatchObject(unknown);
    expect([await stateOf(theirs), await stateOf(own)]).toEqual(['SIGNED', 'SIGNED']);
    expect(await terminate(merchant, own, ofMerchant)).toEqual({ status: 204 });
  });

  it('refuses the body of the other mode, and an app that is not bound', async () => {
    const id = await made();
    const refused = { status: 400, code: 'PARAM_ERROR' };
    expect(await terminate(institution, id, ofMerchant)).toMatchObject(refused);
    expect(await terminate(merchant, await made({}), ofInstitution)).toMatchObject(refused);
    expect(await terminate(institution, id, { ...ofInstitution, sp_appid: 'wx0000000000009999' })).toMatchObject(
      refused,
    );
    expect(await terminate(institution, id, { ...ofInstitution, termination_note: '' })).toMatchObject(refused);
    expect(await stateOf(id)).toBe('SIGNED');
  });

  it('has nothing of 4.1 for the merchant in common mode', async () => {
    const answer = answered(await merchant.modify(subMchid, validBody(sandbox.keys)));
    expect({ status: answer.status, ...json(answer) }).toMatchObject({ status: 403, code: 'NO_AUTH' });
    expect(sandbox.state.effects[subMchid]).toBeUndefined();
  });

  it('makes contracts by number, and ends one elsewhere', async () => {
    const { contract_ids } = await institution.control('contracts', {
      sub_mchid: subMchid,
      contract_id: 'MANY-0998',
      count: 3,
    });
    expect(contract_ids).toEqual(['MANY-0998', 'MANY-0999', 'MANY-1000']);
    expect(await institution.control('contracts/MANY-0999', { by: 'expiry' })).toMatchObject({
      state: 'TERMINATED',
      termination_mode: 'EXPIRED',
    });
    expect(await stateOf('WX 2024/01#7')).toBe('SIGNED');
  });
});
