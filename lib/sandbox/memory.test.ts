import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxKeys } from './keys';
import { loadKeys, makeKeys, saveKeys } from './keys';
import type { Sandbox } from './server';
import { createSandbox } from './server';
import { answered, applying, clientOf, json, newKey, validBody } from './test-client';
import { failed, openReceiver, success } from './test-receiver';

const id = '1900003004';

// Starts processes: slow on a busy machine.
describe('what the sandbox remembers', { timeout: 60_000 }, () => {
  let keys: SandboxKeys;
  let folder: string;
  const open: Sandbox[] = [];
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    keys = await makeKeys(new Date());
  }, 60_000);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    await saveKeys(folder, keys, 'servicepay');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  async function start() {
    const sandbox = await createSandbox({ stateDir: folder });
    open.push(sandbox);
    const url = await sandbox.listen(0);
    return { sandbox, url, client: clientOf(sandbox, url) };
  }

  /** The sandbox as a process of its own, in `folder`. */
  async function spawnSandbox(more: Record<string, string> = {}) {
    const main = join(import.meta.dirname, 'main.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', main], {
      env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_STATE_DIR: folder, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const lines = createInterface({ input: child.stdout });
    const line = await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}`)));
    });
    const ready: { ready: boolean; port: number } = JSON.parse(line);
    expect(ready.ready).toBe(true);
    const url = `http://127.0.0.1:${ready.port}`;
    const end = () => new Promise((resolve) => child.once('exit', resolve));
    return { child, end, client: clientOf({ keys } as Sandbox, url) };
  }

  it('keeps world, ledger, effects, journal, review and keys across a restart', async () => {
    const first = await start();
    const [bytes, key] = [Buffer.from(JSON.stringify(validBody(first.sandbox.keys, applying('a.example')))), newKey()];
    const answer = answered(await first.client.patch(id, bytes, key));
    await first.client.control('review', { mode: 'manual', afterMs: 9 });
    await first.client.control('rotate-certificates');
    await first.sandbox.close();
    open.length = 0;

    const second = await start();
    expect(second.sandbox.keys).toEqual(first.sandbox.keys);
    expect(second.sandbox.state).toEqual(first.sandbox.state);
    expect(second.sandbox.journal).toEqual(first.sandbox.journal);
    const serial = first.sandbox.keys.platform[0]?.serial ?? '';
    expect(answered(await second.client.patch(id, bytes, key, serial)).body.equals(answer.body)).toBe(true);
    expect(second.sandbox.state.effects[id]?.modifications).toBe(1);
    expect(json(answered(await second.client.read(id))).h5_payment).toEqual({ h5_authorization_state: 'UNDER_REVIEW' });
  });

  it('has written an effect down before its answer leaves', async () => {
    const { sandbox, client } = await start();
    const key = newKey();
    await Promise.all(
      [key, newKey(), newKey()].map(async (each) => {
        await client.modify(id, validBody(sandbox.keys), each);
        const onDisk = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'));
        expect(onDisk.effects[id].keys).toContain(each);
        expect(onDisk.ledger[each].status).toBe(200);
      }),
    );
    expect(sandbox.state.effects[id]?.modifications).toBe(3);
  });

  it('writes what a client is configured from, for its owner only', async () => {
    const { sandbox } = await start();
    const credentials = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
    expect(credentials).toMatchObject({
      mode: 'institutional',
      dialect: 'servicepay',
      mchid: '1900002241',
      appid: 'wx0000000000002241',
      merchantSerial: sandbox.keys.institution.serial,
      apiKey: sandbox.keys.apiKey,
    });
    expect(await readFile(credentials.privateKeyFile, 'utf8')).toBe(sandbox.keys.institution.privateKeyPem);
    expect(await readFile(credentials.certificates[0].file, 'utf8')).toBe(sandbox.keys.platform[0]?.certificatePem);
    for (const name of ['credentials.json', 'keys.json', 'institution-key.pem', 'api-key.txt', 'state.json']) {
      expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('makes keys for a new folder, and takes them up again', async () => {
    await rm(join(folder, 'keys.json'));
    const { sandbox } = await start();
    expect(sandbox.keys.apiKey).not.toBe(keys.apiKey);
    expect(sandbox.keys.institution.serial).toMatch(/^[0-9A-F]{40}$/);
    expect(await loadKeys(folder, new Date())).toEqual(sandbox.keys);
  });

  it('does not start over a state file that it cannot read', async () => {
    await writeFile(join(folder, 'state.json'), '{"version":1}');
    await expect(createSandbox({ stateDir: folder })).rejects.toThrow();
  });

  it('forgets half a journal line, and nothing else', async () => {
    const first = await start();
    await first.client.read(id);
    await first.sandbox.close();
    open.length = 0;
    await writeFile(join(folder, 'journal.jsonl'), '{"n":2,"at":', { flag: 'a' });
    expect((await start()).sandbox.journal.map(({ n }) => n)).toEqual([1]);
  });

  it('counts an effect exactly once however often its process is killed', async () => {
    const key = newKey();
    let bytes: Buffer | null = null;
    let serial = '';
    for (const moment of ['at once', 'while it works', 'between effect and answer']) {
      const { child, end, client } = await spawnSandbox();
      bytes ??= Buffer.from(JSON.stringify(validBody(keys)));
      serial ||= client.newestSerial();
      const ended = end();
      if (moment === 'between effect and answer') await client.control('fail-next', { mode: 'hang-after' });
      const sent = client.patch(id, bytes, key, serial, 5_000);
      if (moment === 'while it works') await new Promise((resolve) => setTimeout(resolve, 6));
      if (moment === 'between effect and answer') {
        await expect.poll(() => client.look('overview')).toMatchObject({ holding: 1 });
      }
      child.kill('SIGKILL');
      await Promise.all([ended, sent]);
    }
    const { client } = await spawnSandbox();
    if (!bytes) throw new Error('Nothing was sent');
    expect(answered(await client.patch(id, bytes, key, serial)).status).toBe(200);
    expect(await client.look('effects')).toEqual({ [id]: { modifications: 1, keys: [key] } });
  });

  it('delivers by itself, and after a kill goes on with the same bytes', async () => {
    const receiver = await openReceiver(() => failed);
    const settings = { SANDBOX_NOTIFY_URL: receiver.url };
    const first = await spawnSandbox(settings);
    await first.client.control('notifications/ladder', { speed: 100 });
    await first.client.control('notifications', { sub_mchid: id });
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(2);
    const ended = first.end();
    first.child.kill('SIGKILL');
    await ended;
    const before = receiver.received.length;
    receiver.answer = () => success;
    const second = await spawnSandbox(settings);
    await expect.poll(() => second.client.look('notifications')).toMatchObject([{ state: 'acknowledged' }]);
    expect(receiver.received.length).toBeGreaterThan(before);
    expect(new Set(receiver.received.map(({ body }) => String(body))).size).toBe(1);
    await receiver.close();
  });

  it('ends on SIGTERM, calls held and notifications under way or not, and says nothing about anybody', async () => {
    const { child, end, client } = await spawnSandbox();
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
    await client.control('fail-next', { mode: 'hang' });
    const receiver = await openReceiver(() => new Promise(() => {}));
    await client.control('notify-url', { url: receiver.url });
    await client.control('notifications', { sub_mchid: id, copies: 20 });
    await expect.poll(() => receiver.received.length).toBe(20);
    const held = client.modify(id, validBody(keys));
    await expect.poll(() => client.look('overview')).toMatchObject({ holding: 1 });
    const ended = end();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await held;
    expect(said).toBe('');
    await receiver.close();
  });

  it('stops with a clear line when its port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const sandbox = await createSandbox({ stateDir: null, keys });
    await expect(sandbox.listen(port)).rejects.toThrow('EADDRINUSE');
    await new Promise((resolve) => taken.close(resolve));
  });
});
