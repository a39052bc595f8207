import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../platform/dispositions';
import { judge } from '../platform/dispositions';
import { dispositions } from '../platform/rows/all';
import { faultModes } from './faults';
import type { SandboxKeys } from './keys';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import { answered, applicationPath, clientOf, json, newKey, raw, validBody } from './test-client';

const id = '1900003004';

const judgedAs = (operation: string, answer: Answer) => judge(operation, answer, { context: 'first', objectId: id });
const judged = (answer: Answer) => judgedAs('sub-merchant.modify', answer);

describe('armed faults', () => {
  let keys: SandboxKeys;
  let sandbox: Sandbox;
  let url: string;
  let client: ReturnType<typeof clientOf>;

  beforeAll(async () => {
    sandbox = await createSandbox({ stateDir: null });
    // A rotation adds to these.
    keys = sandbox.keys;
    url = await sandbox.listen(0);
    client = clientOf(sandbox, url);
  }, 60_000);
  afterAll(() => sandbox.close());
  beforeEach(() => client.control('reset'));

  const bytesOf = () => Buffer.from(JSON.stringify(validBody(keys)));
  const effects = () => sandbox.state.effects[id]?.modifications ?? 0;
  const arm = (fault: Record<string, unknown>) => client.control('fail-next', fault);
  const lastFault = () => sandbox.journal.at(-1);

  it.each(dispositions.map(({ id: row, operation }) => [row, operation] as const))(
    'answers with row %s, in both languages, and is judged as that row',
    async (row, operation) => {
      await arm({ row, times: 2 });
      const isApplication = operation === 'application.modify';
      const english = await (isApplication ? client.modifyApplication(id, {}) : client.modify(id, validBody(keys)));
      expect(judgedAs(operation, english).rowId).toBe(row);
      // The console's client always asks for English; the same row in Chinese must be the same row.
      const path = isApplication ? applicationPath(id) : `/v3/global/merchants/${id}`;
      const headers = { ...client.headersFor('PATCH', path, '{}'), 'Accept-Language': 'zh-CN' };
      const chinese = await raw(`${url}${path}`, 'PATCH', headers, '{}');
      const answer = answered(english);
      const verdict = judgedAs(operation, { ...answer, status: chinese.status, body: chinese.body });
      expect(verdict.rowId).toBe(row);
      expect(verdict.error?.message).not.toBe(json(answer).message);
      expect(effects()).toBe(0);
      expect(await client.look('overview')).toMatchObject({ armed: [] });
    },
  );

  it('knows a row without its prefix, and names another field', async () => {
    await arm({ row: 'param-error', field: '/business/mcc' });
    expect(json(answered(await client.modify(id, validBody(keys)))).detail).toMatchObject({ field: '/business/mcc' });
    await arm({ row: 'param-error', operation: 'application.modify', applyment_id: id });
    await client.modifyApplication('7', {});
    expect(lastFault()).toMatchObject({ fault: null });
    expect(json(answered(await client.modifyApplication(id, {}))).detail).toMatchObject({ field: '/website_url' });
    await client.control('clear');
    await expect(arm({ row: 'no-such-row' })).rejects.toThrow('no row');
    await expect(arm({})).rejects.toThrow('either a row or a mode');
    await expect(arm({ row: 'param-error', mode: 'hang' })).rejects.toThrow('either a row or a mode');
  });

  const verdicts: [string, number, string, number][] = [
    // mode, effects after the first try, row of the verdict, effects after a repeat of the same bytes
    ['cut-before', 0, 'no-answer', 1],
    ['cut-after', 1, 'no-answer', 1],
    ['500-before', 0, 'sub-merchant-system-error', 1],
    ['500-after', 1, 'sub-merchant-system-error', 1],
    ['429', 0, 'sub-merchant-too-many-requests', 1],
    ['garble', 1, 'not-readable', 1],
    ['missign', 1, 'signature-wrong', 1],
    ['unsigned', 1, 'signature-missing', 1],
    ['probe', 1, 'signature-wrong', 1],
    ['stale', 1, 'signature-wrong', 1],
    ['unknown-serial', 1, 'signature-wrong', 1],
    ['other-id', 1, 'not-ours', 1],
    ['empty-404', 0, 'nothing-there', 1],
    ['status', 0, 'server-error', 1],
    ['hang', 0, 'no-answer', 1],
    ['hang-after', 1, 'no-answer', 1],
  ];
  it.each(verdicts)('%s: %i effect, judged as %s; the same bytes again make it one', async (mode, once, row, twice) => {
    const [bytes, key] = [bytesOf(), newKey()];
    await arm({ mode });
    const timeoutMs = mode.startsWith('hang') ? 150 : 5_000;
    const answer = await client.patch(id, bytes, key, undefined, timeoutMs);
    expect(judged(answer).rowId).toBe(row);
    expect(effects()).toBe(once);
    expect(answered(await client.patch(id, bytes, key)).status).toBe(200);
    expect(effects()).toBe(twice);
    await expect.poll(() => sandbox.journal[0]).toMatchObject({ fault: mode, effect: once === 1 });
    expect(sandbox.journal.filter(({ effect }) => effect)).toHaveLength(1);
  });

  it('tests every mode', () => {
    expect([...verdicts.map(([mode]) => mode), 'delay'].sort()).toEqual([...faultModes].sort());
  });

  it('names the kind of bad signature as the client sees it', async () => {
    for (const [mode, signature] of [
      ['missign', 'wrong'],
      ['unsigned', 'none'],
      ['probe', 'probe'],
      ['stale', 'stale'],
      ['unknown-serial', 'unknown-serial'],
      ['garble', 'valid'],
    ]) {
      await arm({ mode });
      expect(answered(await client.modify(id, validBody(keys))).signature).toBe(signature);
    }
  });

  it('delays an answer', async () => {
    await arm({ mode: 'delay', ms: 120 });
    const begun = Date.now();
    expect(answered(await client.modify(id, validBody(keys))).status).toBe(200);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(118);
  });

  it('holds a call until it is released, and then serves it', async () => {
    await arm({ mode: 'hang' });
    const held = client.modify(id, validBody(keys), newKey(), 5_000);
    await expect.poll(() => client.look('overview')).toMatchObject({ holding: 1 });
    expect([effects(), lastFault()?.status]).toEqual([0, null]);
    expect(await client.control('release')).toEqual({ released: 1 });
    expect(answered(await held).status).toBe(200);
    expect(effects()).toBe(1);
  });

  it('gives a held call no effect when its caller has gone', async () => {
    await arm({ mode: 'hang' });
    const answer = await client.modify(id, validBody(keys), newKey(), 100);
    expect(answer).toMatchObject({ kind: 'no-answer', cause: 'timeout' });
    await expect.poll(() => lastFault()?.note).toMatch(/hung up/);
    expect(await client.control('release')).toEqual({ released: 0 });
    expect(effects()).toBe(0);
  });

  it('tells how long to wait, if asked to', async () => {
    await arm({ mode: '429', retryAfterSeconds: 7, code: 'FREQUENCY_LIMIT_EXCEED' });
    const answer = answered(await client.modify(id, validBody(keys)));
    expect([answer.status, answer.headers['retry-after'], json(answer).code]).toEqual([
      429,
      '7',
      'FREQUENCY_LIMIT_EXCEED',
    ]);
  });

  it('gives any other answer that a test needs', async () => {
    await arm({ mode: 'status', status: 409, code: 'CONFLICT', message: 'busy', headers: { 'X-Note': 'a' } });
    const answer = answered(await client.modify(id, validBody(keys)));
    expect([answer.status, answer.signature, answer.headers['x-note'], json(answer)]).toEqual([
      409,
      'valid',
      'a',
      { code: 'CONFLICT', message: 'busy' },
    ]);
    await arm({ mode: 'status', status: 502, signed: false });
    expect(answered(await client.modify(id, validBody(keys)))).toMatchObject({ status: 502, signature: 'none' });
  });

  it('meets only the calls it was armed for, as often as it says', async () => {
    await arm({ mode: '500-before', operation: 'sub-merchant.modify', sub_mchid: id, times: 2 });
    const statuses: number[] = [];
    statuses.push(answered(await client.read(id)).status);
    statuses.push(answered(await client.modify('1900003001', validBody(keys))).status);
    for (let count = 0; count < 3; count += 1) statuses.push(answered(await client.modify(id, validBody(keys))).status);
    expect(statuses).toEqual([200, 200, 500, 500, 200]);
  });

  it('is not used up by a call that is not from the institution', async () => {
    await arm({ mode: '500-before' });
    await raw(`${url}/v3/global/merchants/${id}`, 'PATCH', { Accept: '*/*', 'User-Agent': 'x' }, '{}');
    expect(answered(await client.modify(id, validBody(keys))).status).toBe(500);
  });

  it('can be disarmed', async () => {
    await arm({ mode: 'cut-before', times: 5 });
    await client.control('clear');
    expect(answered(await client.modify(id, validBody(keys))).status).toBe(200);
  });

  it('mangles readings too', async () => {
    await arm({ mode: 'missign', operation: 'certificates.list' });
    expect(answered(await client.call('GET', '/v3/global/certificates')).signature).toBe('wrong');
    await arm({ mode: 'cut-after', operation: 'sub-merchant.read' });
    expect((await client.read(id)).kind).toBe('no-answer');
    expect(lastFault()).toMatchObject({ effect: false, status: null });
  });
});
