import 'server-only';
import type { SilenceFacts } from '@/lib/applications/explain';
import type { ApplicationDetail } from '@/lib/applications/view';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db } from '@/lib/db/client';
import { endpointUrl } from './address';
import { RUNNING } from './self-test';

const HOUR_MS = 3_600_000;

/** States of 3.1 in which the outcome is known to us, whoever told it. */
const decided: readonly string[] = ['APPROVED', 'REJECTED'];

/** Gathers what is known of the silence about one application: messages, tests, certificates, what did not verify. */
export async function gatherSilence(
  { db, now, environment }: { db: Db; now: () => Date; environment: { notifyUrl: string } },
  account: PlatformAccount,
  application: ApplicationDetail,
): Promise<SilenceFacts> {
  const { id: connectionId, slug, environment: kind } = account.connection;
  const { applymentId, subMchid, state, attempts } = application;
  const at = now();
  const ours = endpointUrl(environment.notifyUrl, slug);
  const sentAt = attempts[0]?.submittedAt ?? application.stateSince;
  const from = new Date(decided.includes(state) ? application.stateSince : sentAt);
  // What was told by other means may have come before we knew: messages are looked for since it was sent.
  const searched = new Date(Math.min(Date.parse(sentAt), Date.parse(application.stateSince)));
  const named = { OR: [{ applymentId }, { applymentId: null, subMchid }] };
  const since = { firstReceivedAt: { gte: searched } };
  const inQuarantine = { connectionId, state: 'quarantine' };
  const inTests = { connectionId, url: ours, at: { gte: from } };
  const [handled, quarantined, unreadable, withKeyCause, unknownTypes, total, failed, refused, certificates] =
    await Promise.all([
      db.notification.findFirst({
        where: { connectionId, applymentId, state: { in: ['applied', 'older', 'discrepancy'] }, ...since },
        orderBy: { firstReceivedAt: 'desc' },
        select: { firstReceivedAt: true, state: true },
      }),
      db.notification.count({ where: { ...inQuarantine, ...named } }),
      db.notification.count({ where: { ...inQuarantine, applymentId: null, subMchid: null, ...since } }),
      db.notification.count({ where: { ...inQuarantine, cause: 'key', ...since } }),
      db.notification.count({ where: { connectionId, state: 'unknown-type', ...named, ...since } }),
      db.endpointTest.count({ where: { ...inTests, result: { not: RUNNING } } }),
      db.endpointTest.findMany({
        where: { ...inTests, result: 'failed' },
        orderBy: { at: 'asc' },
        select: { at: true },
      }),
      db.refusedCount.aggregate({
        where: {
          connectionId,
          cause: { not: 'probe' },
          hour: { gte: new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS) },
        },
        _sum: { count: true },
      }),
      db.platformCertificate.findMany({ where: { connectionId }, select: { effectiveTime: true, expireTime: true } }),
    ]);
  const isValidAt = (moment: Date) =>
    certificates.some(({ effectiveTime, expireTime }) => effectiveTime <= moment && moment < expireTime);
  return {
    applymentId,
    state,
    isToldByPlatform: application.stateHow !== 'staff',
    notifyUrl: application.notifyUrl,
    ours,
    isPractice: kind === 'practice',
    now: at,
    from,
    came: handled && { at: handled.firstReceivedAt, state: cameAs(handled.state) },
    quarantine: { named: quarantined, unreadable, withKeyCause },
    unknownTypes,
    tests: { total, failed: failed.length, firstFailedAt: failed[0]?.at ?? null },
    refused: refused._sum.count ?? 0,
    hadCertificate: certificates.length === 0 ? null : isValidAt(from) && isValidAt(at),
  };
}

const cameAs = (state: string): 'applied' | 'older' | 'discrepancy' =>
  state === 'applied' ? 'applied' : state === 'older' ? 'older' : 'discrepancy';
