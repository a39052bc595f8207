import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import type { Loose } from './test-client';
import { answered, clientOf, json } from './test-client';

const subMchid = '1900003014';

describe('4.2 at the practice platform', () => {
  let sandbox: Sandbox;
  let client: ReturnType<typeof clientOf>;
  let offsetMs = 0;

  beforeAll(async () => {
    sandbox = await createSandbox({ stateDir: null });
    client = clientOf(sandbox, await sandbox.listen(0));
  }, 60_000);
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    offsetMs = 0;
    await client.control('reset');
  });

  const made = async (more: Loose = {}): Promise<string> =>
    String((await client.control('applications', { sub_mchid: subMchid, ...more })).applyment_id);
  const body = (more: Loose = {}): Loose => ({
    domains: ['shop.desk.example'],
    transaction_limit_type: 'NORMAL_LIMIT',
    website_state: 'HAS_LAUNCHED',
    website_url: 'https://shop.desk.example',
    ...more,
  });
  const modify = async (id: string, more: Loose = {}) => {
    const { status, body: bytes } = answered(await client.modifyApplication(id, body(more)));
    return { status, ...json({ body: bytes }) } as Loose & { status: number };
  };
  const stateOf = async (id: string) =>
    (JSON.parse(JSON.stringify(await client.look(`applications/${id}`))) as Loose).applyment_state;
  const pass = (ms: number) => {
    offsetMs += ms;
    return client.control('clock', { offsetMs });
  };

  it('answers with the record: PENDING, its reason of rejection gone, its number with every digit', async () => {
    const id = await made({ audit_reject_detail: 'No prices' });
    const answer = answered(await client.modifyApplication(id, body({ business_description: '香茶\nTea' })));
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toContain(`"applyment_id":${id},`);
    expect(BigInt(id) > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(json(answer)).toMatchObject({ applyment_state: 'PENDING', domains: ['shop.desk.example'] });
    expect(json(answer)).not.toHaveProperty('audit_reject_detail');
  });

  it('takes it once: a repeat finds it no longer REJECTED', async () => {
    const id = await made();
    expect((await modify(id)).status).toBe(200);
    expect(await modify(id)).toMatchObject({ status: 400, code: 'INVALID_REQUEST', message: /not in REJECTED/ });
    expect(sandbox.state.effects[`application ${id}`]?.modifications).toBe(1);
  });

  it('goes under review and is decided on its clock', async () => {
    const [good, bad] = [await made(), await made()];
    await modify(good);
    await pass(59_000);
    expect(await stateOf(good)).toBe('PENDING');
    await pass(2_000);
    expect(await stateOf(good)).toBe('UNDER_REVIEW');
    await client.control('review', { mode: 'auto', afterMs: 1_000, verdict: 'APPROVED' });
    await pass(2_000);
    await client.look('overview');
    expect(json(answered(await client.readApplication(good)))).toMatchObject({ sub_mchid: subMchid });
    await client.control(`applications/${bad}`, { state: 'reject', reason: 'Blank' });
    expect(json(answered(await client.readApplication(bad)))).toMatchObject({
      applyment_state: 'REJECTED',
      audit_reject_detail: 'Blank',
    });
  });

  it.each<[string, Loose, Loose, Loose]>([
    [
      'limit removal with a limit',
      { applyment_type: 'APPLY_FOR_RELIEVE_LIMITED' },
      {},
      { code: 'PARAM_ERROR', message: /must use the limit type NO_LIMIT/ },
    ],
    [
      'a launched limit for a site that is not',
      {},
      { website_state: 'UN_LAUNCHED' },
      { code: 'INVALID_REQUEST', message: /only a test limit/ },
    ],
    [
      'no business page',
      {},
      {
        website_state: 'UN_LAUNCHED',
        transaction_limit_type: 'UN_LAUNCHED_WEBSITE_LIMIT',
        website_homepage_pics: ['a'],
      },
      { code: 'PARAM_ERROR', message: /business page/ },
    ],
    [
      'no homepage',
      {},
      {
        website_state: 'UN_LAUNCHED',
        transaction_limit_type: 'UN_LAUNCHED_WEBSITE_LIMIT',
        website_business_page_pics: ['a'],
      },
      { code: 'PARAM_ERROR', message: /homepage/ },
    ],
    [
      'no description without a limit',
      {},
      { transaction_limit_type: 'NO_LIMIT' },
      { code: 'PARAM_ERROR', detail: { field: '/business_description' } },
    ],
    ['a risky domain', {}, { domains: ['shop.risk.example'] }, { code: 'INVALID_REQUEST', message: /at risk/ }],
    [
      'a field that is not there',
      {},
      { sub_mchid: subMchid },
      { code: 'PARAM_ERROR', detail: { value: ['/body/sub_mchid'] } },
    ],
    [
      'the removal of a limit that was never granted',
      { applyment_type: 'APPLY_FOR_RELIEVE_LIMITED' },
      { transaction_limit_type: 'NO_LIMIT', business_description: 'Tea', company_register_cert: 'm' },
      { code: 'INVALID_REQUEST', message: /formal limited authority/ },
    ],
  ])('refuses %s', async (_, application, more, expected) => {
    const id = await made(application);
    const answer = await modify(id, more);
    expect(answer.status).toBe(400);
    expect(answer.code).toBe(expected.code);
    if (expected.message) expect(String(answer.message)).toMatch(expected.message as RegExp);
    if (expected.detail) expect(answer.detail).toMatchObject(expected.detail as object);
    expect(await stateOf(id)).toBe('REJECTED');
  });

  it('refuses a number that is not there, and while a penalty lasts', async () => {
    expect(await modify('12345678901234567890')).toMatchObject({ code: 'PARAM_ERROR' });
    const id = await made();
    await client.control(`sub-merchants/${subMchid}/h5`, { state: 'penalise' });
    expect(await modify(id)).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('takes a sixth domain, and four-byte characters unless told otherwise', async () => {
    const domains = ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `${one}.desk.example`);
    expect((await modify(await made(), { domains, business_description: 'Tea \u{1f375}' })).status).toBe(200);
    await client.control('text', { fourByte: 'refuse' });
    expect(await modify(await made(), { business_description: 'Tea \u{1f375}' })).toMatchObject({
      code: 'PARAM_ERROR',
      detail: { field: '/business_description' },
    });
  });

  it('keeps the limit where none is named', async () => {
    const id = await made({
      website_state: 'UN_LAUNCHED',
      website_homepage_pics: ['h'],
      website_business_page_pics: ['b'],
    });
    const answer = answered(await client.modifyApplication(id, { domains: ['shop.desk.example'] }));
    expect(json(answer)).toMatchObject({ transaction_limit_type: 'UN_LAUNCHED_WEBSITE_LIMIT' });
  });

  it('tells of the authorization what is granted, with its limit', async () => {
    const read = async () =>
      json(answered(await client.call('GET', `/v3/global/merchant/h5/permission/${subMchid}`))).authorization_state;
    expect(await read()).toBe('UNAUTHORIZED');
    await client.control(`sub-merchants/${subMchid}/h5`, { state: 'approve' });
    expect(await read()).toBe('FORMAL_AUTHORITY');
    await client.control(`sub-merchants/${subMchid}/h5`, { state: 'penalise' });
    expect(await read()).toBe('UNDER_PUNISHMENT');
  });
});
