// Stop all sending: several processes over one database and one platform, with requests on their way, waiting and unknown.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '@/lib/approvals/decide';
import type { StaffActor } from '@/lib/approvals/deed';
import { perform } from '@/lib/approvals/perform';
import { askForCertificates } from '@/lib/connections/certificates';
import { getStop, goOnSending, stopSending } from '@/lib/connections/stop';
import { uploadPicture } from '@/lib/media/upload';
import { world } from '@/lib/sandbox/world';
import { modifySubMerchant } from '@/lib/sub-merchants/modify';
import { until } from '@/lib/testing/until';
import type { TestWorld } from '@/lib/testing/world';
import { holdSubMerchant, letOnePersonSend, newPerson, openTestWorld } from '@/lib/testing/world';
import { dispatch } from './dispatch';
import { drainOnce } from './drain';
import { repeatNow } from './repeat';

let test: TestWorld;
let checker: StaffActor;
const ids = world
  .filter(
    ({ h5, pageOnly, status }) => h5.state === 'APPROVED' && !pageOnly && status.sub_merchant_status === 'OPERATING',
  )
  .slice(0, 3)
  .map(({ sub_mchid }) => sub_mchid);

beforeAll(async () => {
  test = await openTestWorld({ PLATFORM_TIMEOUT_MS: '5000' });
  await letOnePersonSend(test.context);
  checker = await newPerson(test.context, 'checker');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.control('reset', {});
  const { db } = test.context;
  await db.connection.updateMany({
    data: { stoppedAt: null, stoppedBy: null, stopReason: null, pausedUntil: null, alertedAt: null },
  });
  await db.approvalDecision.deleteMany();
  await db.objectLock.deleteMany();
  await db.requestTry.deleteMany();
  await db.platformRequest.deleteMany();
  await db.approval.deleteMany();
  await db.draft.deleteMany();
  await db.subMerchant.deleteMany();
  for (const id of ids) await holdSubMerchant(test.context, test.account.connection.id, id);
});

const connectionId = () => test.account.connection.id;
const stop = (reason = 'The platform charges twice') =>
  stopSending(test.context, { account: test.account, actor: test.actor, reason });
const askToGoOn = (actor: StaffActor = test.actor) =>
  perform(test.context, goOnSending, {
    account: test.account,
    actor,
    objectId: connectionId(),
    input: {},
    intent: crypto.randomUUID(),
    reason: 'The platform mended it',
  });
async function goOn() {
  const asked = await askToGoOn();
  if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
  const { seal } = await test.context.db.approval.findUniqueOrThrow({ where: { id: asked.value.approvalId } });
  checker = { ...checker, confirmedAt: test.context.now() };
  return decide(test.context, checker, connectionId(), {
    approvalId: asked.value.approvalId,
    verdict: 'approve',
    remark: '',
    seal,
  });
}
async function edit(subMchid: string, context = test.context) {
  const values = await test.valuesWith(subMchid, { shortname: `Edited ${subMchid}` });
  const { version } = await test.baseOf(subMchid);
  const result = await modifySubMerchant(context, test.account, test.actor, {
    subMchid,
    draft: await test.keptDraft(subMchid),
    baseVersion: version,
    values,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}
const requests = () => test.context.db.platformRequest.findMany({ include: { attempts: true } });
const [first = '', second = ''] = ids;

const sender = fileURLToPath(new URL('../testing/sender.ts', import.meta.url));
/** Another process of the same console. */
const start = (order: object): ChildProcess =>
  spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', sender, JSON.stringify({ staffId: test.actor.id, ...order })],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SANDBOX_URL: test.sandboxUrl,
        SANDBOX_CREDENTIALS: `${test.context.environment.dataDir}/credentials.json`,
        PLATFORM_TIMEOUT_MS: '5000',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
const ended = async (child: ChildProcess) => expect((await once(child, 'exit'))[0]).toBe(0);
const edits = ids.map((subMchid) => ({ subMchid, shortname: `Edited ${subMchid}` }));

describe('while all sending is stopped', () => {
  it('nothing leaves from any process, and all of it once two people let it go on', async () => {
    expect(await stop()).toEqual({ ok: true, value: null });
    await ended(start({ edits, drainAfterMs: [1000] }));
    expect(await drainOnce(test.context)).toBe(0);
    expect(await test.journal()).toEqual([]);
    expect(await requests()).toMatchObject(ids.map(() => ({ outcome: 'waiting', tries: 0, attempts: [] })));
    expect(await goOn()).toMatchObject({ ok: true, value: { state: 'carried-out' } });
    const others = start({ drainAfterMs: [1000, 2000] });
    await drainOnce(test.context);
    await ended(others);
    expect(await requests()).toMatchObject(ids.map(() => ({ outcome: 'accepted', tries: 1 })));
    for (const id of ids) expect(await test.effects(id)).toBe(1);
  }, 60_000);

  it('what is on its way is answered and settled as always', async () => {
    await test.failNext({ mode: 'delay', ms: 1500 });
    const sending = edit(first);
    await until(async () => ((await test.control('journal')) as unknown[]).length > 0);
    expect(await stop()).toMatchObject({ ok: true });
    expect(await sending).toMatchObject({ outcome: 'accepted' });
    expect(await edit(second)).toMatchObject({ outcome: 'waiting' });
    expect(await test.journal()).toHaveLength(1);
  });

  it('a try that was written down and had not left is held back as if it had not begun', async () => {
    // The process that wrote it down does not know the account, and comes no further than that.
    const { requestId } = await edit(first, { ...test.context, account: () => null });
    expect(await requests()).toMatchObject([{ outcome: 'sending', tries: 1 }]);
    expect(await stop()).toMatchObject({ ok: true });
    await dispatch(test.context, requestId, 1);
    expect(await requests()).toMatchObject([{ outcome: 'waiting', tries: 0, leaseUntil: null, attempts: [] }]);
    expect(await test.journal()).toEqual([]);
    expect(await goOn()).toMatchObject({ ok: true });
    expect(await drainOnce(test.context)).toBe(1);
    expect(await requests()).toMatchObject([{ outcome: 'accepted', tries: 1 }]);
  });

  it('an unknown does not repeat, neither by itself nor because somebody asks; then its bytes go out as they were', async () => {
    await test.failNext({ mode: 'cut-after' });
    const { requestId, outcome } = await edit(first);
    expect(outcome).toBe('unknown');
    await stop();
    test.pass(20_000);
    expect(await drainOnce(test.context)).toBe(0);
    expect(await repeatNow(test.context, test.actor, connectionId(), requestId)).toMatchObject({ ok: true });
    expect(await drainOnce(test.context)).toBe(0);
    expect(await test.journal()).toHaveLength(1);
    await goOn();
    expect(await drainOnce(test.context)).toBe(1);
    const calls = await test.journal();
    expect(new Set(calls.map(({ bodySha256, idempotencyKey }) => `${bodySha256} ${idempotencyKey}`)).size).toBe(1);
    expect(await requests()).toMatchObject([{ outcome: 'accepted' }]);
    expect(await test.effects(first)).toBe(1);
  });

  it('a process that ended in the middle leaves an unknown, and no byte more', async () => {
    await test.failNext({ mode: 'hang-after' });
    const child = start({ edits: edits.slice(0, 1) });
    await until(async () => ((await test.control('overview')) as { holding: number }).holding === 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await stop();
    test.pass(60_000);
    expect(await drainOnce(test.context)).toBe(0);
    expect(await requests()).toMatchObject([{ outcome: 'unknown', tries: 1 }]);
    await test.control('release', {});
  }, 60_000);

  it('pictures are not uploaded, and reading goes on', async () => {
    await stop();
    const picture = await test.context.db.mediaFile.create({
      data: {
        connectionId: connectionId(),
        staffId: test.actor.id,
        kind: 'other',
        fileName: 'one.png',
        originalName: 'one.png',
        sha256: 'a'.repeat(64),
        content: new Uint8Array([1]),
        state: 'local',
      },
    });
    expect(
      await uploadPicture(test.context, { account: test.account, actor: test.actor, id: picture.id }),
    ).toMatchObject({ ok: false, refusal: { kind: 'conflict', rule: 'sending-stopped' } });
    test.pass(120_000);
    expect(await askForCertificates(test.context, test.account, 60_000)).toMatchObject({ kind: 'listed' });
  });
});

describe('stopping and going on', () => {
  it('is told with who, when and why; whoever comes second hears that it is stopped', async () => {
    await stop('Two charges for one order');
    expect(await getStop(test.context.db, connectionId())).toMatchObject({
      by: test.actor.name,
      reason: 'Two charges for one order',
    });
    expect(await stop()).toMatchObject({ ok: false, refusal: { rule: 'sending-stopped' } });
    const trail = await test.context.db.auditEntry.findMany({
      where: { action: 'connection.stopped' },
      orderBy: { id: 'asc' },
    });
    expect(trail.at(-1)).toMatchObject({ reason: 'Two charges for one order', actorName: test.actor.name });
  });

  it('one person cannot let it go on, and nobody approves the own request', async () => {
    expect(await askToGoOn()).toMatchObject({ ok: false, refusal: { rule: 'sending-not-stopped' } });
    await stop();
    const asked = await askToGoOn(checker);
    if (!asked.ok || asked.value.kind !== 'asked') throw new Error(JSON.stringify(asked));
    const { id, seal } = await test.context.db.approval.findFirstOrThrow();
    const own = await decide(test.context, { ...checker, confirmedAt: test.context.now() }, connectionId(), {
      approvalId: id,
      verdict: 'approve',
      remark: '',
      seal,
    });
    expect(own).toMatchObject({ ok: false, refusal: { rule: 'own-approval' } });
    expect(await getStop(test.context.db, connectionId())).not.toBeNull();
  });

  it('an approval of a stop that ended is void for the next one', async () => {
    await stop();
    const asked = await askToGoOn();
    // Somebody else's approval ended it meanwhile.
    await test.context.db.connection.updateMany({ data: { stoppedAt: null } });
    test.pass(1000);
    await stop('Again');
    const { id, seal } = await test.context.db.approval.findUniqueOrThrow({
      where: { id: asked.ok && asked.value.kind === 'asked' ? asked.value.approvalId : '' },
    });
    const late = await decide(test.context, { ...checker, confirmedAt: test.context.now() }, connectionId(), {
      approvalId: id,
      verdict: 'approve',
      remark: '',
      seal,
    });
    expect(late).toMatchObject({ ok: false, refusal: { rule: 'approval-void' } });
    expect(await getStop(test.context.db, connectionId())).toMatchObject({ reason: 'Again' });
  });

  it('the single administrator of the first days may alone, and the trail says so', async () => {
    const alone = await newPerson(test.context, 'administrator');
    await stop();
    expect(await askToGoOn(alone)).toMatchObject({ ok: true, value: { kind: 'done' } });
    expect(await getStop(test.context.db, connectionId())).toBeNull();
    const trail = await test.context.db.auditEntry.findMany({ where: { action: 'approval.single-administrator' } });
    expect(trail).toHaveLength(1);
  });
});
