import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxKeys } from './keys';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import { answered, applying, clientOf, json, newKey, validBody } from './test-client';

const id = '1900003004';
const hourMs = 3_600_000;

describe('the Idempotency-Key ledger (protocol notes 10.5)', () => {
  let keys: SandboxKeys;
  let sandbox: Sandbox;
  let client: ReturnType<typeof clientOf>;
  let nowMs = Date.now();

  beforeAll(async () => {
    // Only the sandbox's clock moves: the client signs by the real one.
    sandbox = await createSandbox({ stateDir: null, now: () => new Date(nowMs) });
    // A rotation adds to these.
    keys = sandbox.keys;
    client = clientOf(sandbox, await sandbox.listen(0));
  }, 60_000);
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    nowMs = Date.now();
    await client.control('reset');
  });

  const bytesOf = (changes = {}) => Buffer.from(JSON.stringify(validBody(keys, changes)));

  it('gives the stored answer to the same key and bytes, and has the effect once', async () => {
    const [bytes, key] = [bytesOf(applying('a.example')), newKey()];
    const first = answered(await client.patch(id, bytes, key));
    await client.control(`sub-merchants/${id}/h5`, { state: 'approve' });
    const again = answered(await client.patch(id, bytes, key));
    expect(again.body.equals(first.body)).toBe(true);
    expect(again.signature).toBe('valid');
    expect(sandbox.state.subMerchants[id]?.h5.state).toBe('APPROVED');
    expect(await client.look('effects')).toEqual({ [id]: { modifications: 1, keys: [key] } });
    expect(sandbox.journal.map(({ effect, replayed }) => [effect, replayed])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('refuses the same key with other bytes, even if they mean the same', async () => {
    const [body, key] = [validBody(keys), newKey()];
    await client.patch(id, Buffer.from(JSON.stringify(body)), key);
    for (const other of [JSON.stringify(body, null, 1), JSON.stringify({ ...body, name: 'Other' })]) {
      const answer = answered(await client.patch(id, Buffer.from(other), key));
      expect([answer.status, json(answer).code]).toEqual([400, 'INVALID_REQUEST']);
    }
    expect(sandbox.state.effects[id]?.modifications).toBe(1);
  });

  it('refuses the same key and bytes for another sub-merchant', async () => {
    const [bytes, key] = [bytesOf(), newKey()];
    await client.patch(id, bytes, key);
    expect(json(answered(await client.patch('1900003001', bytes, key))).code).toBe('INVALID_REQUEST');
  });

  it('stores a refusal too: the key is used up', async () => {
    const key = newKey();
    const refused = bytesOf(applying('pay.risk.example'));
    const first = answered(await client.patch(id, refused, key));
    expect(first.status).toBe(400);
    expect(answered(await client.patch(id, refused, key)).body.equals(first.body)).toBe(true);
    expect(json(answered(await client.patch(id, bytesOf(), key))).message).toMatch(/already used/);
    expect(sandbox.state.effects).toEqual({});
  });

  it('has one effect when the same call comes ten times at once', async () => {
    const [bytes, key] = [bytesOf(), newKey()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.patch(id, bytes, key)));
    expect(answers.map((answer) => answered(answer).status)).toEqual(Array(10).fill(200));
    expect(sandbox.state.effects[id]?.modifications).toBe(1);
    expect(sandbox.journal.filter(({ effect }) => effect)).toHaveLength(1);
  });

  it('counts two keys as two effects', async () => {
    await client.patch(id, bytesOf());
    await client.patch(id, bytesOf());
    expect(sandbox.state.effects[id]?.modifications).toBe(2);
  });

  it('forgets a key after 24 hours', async () => {
    const [bytes, key] = [bytesOf(), newKey()];
    await client.patch(id, bytes, key);
    const entry = sandbox.state.ledger[key];
    if (!entry) throw new Error('The key is not in the ledger');
    entry.at -= 24 * hourMs - 60_000;
    expect((await client.patch(id, bytes, key)).kind).toBe('response');
    expect(sandbox.state.effects[id]?.modifications).toBe(1);
    entry.at -= 60_000;
    await client.patch(id, bytes, key);
    expect(sandbox.state.effects[id]?.modifications).toBe(2);
  });

  it('gives the stored answer even when the sealing certificate is over by now', async () => {
    const [bytes, key, serial] = [bytesOf(), newKey(), client.newestSerial()];
    await client.patch(id, bytes, key, serial);
    await client.control('rotate-certificates', { oldExpiresInMs: 0 });
    expect(answered(await client.patch(id, bytes, key, serial)).status).toBe(200);
    const fresh = answered(await client.patch(id, bytes, newKey(), serial));
    expect(json(fresh)).toMatchObject({ code: 'PARAM_ERROR', message: expect.stringMatching(/no longer valid/) });
    expect(sandbox.state.effects[id]?.modifications).toBe(1);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('takes %s for a key like any other', async (key) => {
    const bytes = bytesOf();
    expect(answered(await client.patch(id, bytes, key)).status).toBe(200);
    expect(answered(await client.patch(id, bytes, key)).status).toBe(200);
    expect(sandbox.state.effects[id]).toEqual({ modifications: 1, keys: [key] });
    expect(answered(await client.read(key)).status).toBe(403);
  });

  it('does not store what came before the key was looked at', async () => {
    const [bytes, key] = [bytesOf(), newKey()];
    nowMs += 400_000;
    expect(answered(await client.patch(id, bytes, key)).status).toBe(401);
    nowMs -= 400_000;
    expect(answered(await client.patch(id, bytes, key)).status).toBe(200);
  });
});
