import 'server-only';
import type { Tx } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { holdNames } from '@/lib/db/hold';
import type { Change } from '@/lib/requests/view';
import { h5After } from '@/lib/sub-merchants/h5-news';
import { subMerchantName } from '@/lib/sub-merchants/join';
import type { AttemptHow } from './attempts';
import { followAttempts } from './attempts';
import type { ToldApplication } from './news';
import { nextReadAfter } from './reading-times';

/** The name by which an application is held (`holdNames`), whether it has a row yet or not. */
export const applicationKey = ({ kind, applymentId }: { kind: string; applymentId: string }): string =>
  `${kind} ${applymentId}`;

/** Holds an application and its sub-merchant as the inbox does, so that news of both comes one after another. */
export const holdApplication = (
  tx: Tx,
  connectionId: string,
  application: { kind: string; applymentId: string; subMchid: string },
): Promise<void> => holdNames(tx, connectionId, [applicationKey(application), subMerchantName(application.subMchid)]);

export type Kept = { applicationId: string; changes: Change[] };

/**
 * Takes over what an answer, a reading or staff tell of one application (2.2), which the caller holds: its row, its
 * attempts, and what it makes of the sub-merchant (decisions 6). Our own times count: `told.asOf` is when we learned it.
 */
export async function keepTold(
  tx: Tx,
  connectionId: string,
  told: ToldApplication,
  { how, at }: { how: Exclude<AttemptHow, 'request' | 'notification'>; at: Date },
): Promise<Kept> {
  const { kind, applymentId, subMchid } = told;
  const place = { connectionId_kind_applymentId: { connectionId, kind, applymentId } };
  const before = await tx.application.findUnique({ where: place });
  const isMoved = before?.state !== told.state;
  const facts = {
    subMchid,
    applymentType: told.applymentType,
    state: told.state,
    stateHow: how,
    stateAsOf: told.asOf,
    stateProof: told.proof,
    rejectDetail: told.rejectDetail,
    limitType: told.limitType,
    websiteUrl: told.websiteUrl,
    domains: told.domains,
    record: told.record as Prisma.InputJsonValue,
    recordSha256: told.recordSha256,
    nextReadAt: nextReadAfter(told.state, at),
    updatedAt: at,
    ...(isMoved && { stateSince: told.asOf }),
  };
  const { id } = await tx.application.upsert({
    where: place,
    create: { connectionId, kind, applymentId, createdAt: at, ...facts, stateSince: told.asOf },
    update: { ...facts, version: { increment: 1 } },
    select: { id: true },
  });
  await followAttempts(tx, [{ applicationId: id, told, how }]);
  const moved: Change[] = isMoved
    ? [
        {
          path: 'applyment_state',
          kind: before === null ? 'added' : 'changed',
          from: before?.state ?? null,
          to: told.state,
        },
      ]
    : [];
  return { applicationId: id, changes: [...moved, ...(await moveSubMerchant(tx, connectionId, told, at))] };
}

/** What the news makes of its sub-merchant, where we hold that one. */
async function moveSubMerchant(tx: Tx, connectionId: string, told: ToldApplication, at: Date): Promise<Change[]> {
  await tx.$queryRaw`
    SELECT 1 FROM "SubMerchant" WHERE "connectionId" = ${connectionId}::uuid AND "subMchid" = ${told.subMchid} FOR UPDATE`;
  const row = await tx.subMerchant.findUnique({
    where: { connectionId_subMchid: { connectionId, subMchid: told.subMchid } },
  });
  if (!row) return [];
  const { facts, changes } = h5After(row, told);
  // A state that is told by a row of its own keeps the columns that news never touches.
  const { h5State, h5StateHow, h5StateSince, h5StateAsOf, h5StateProof, h5RejectDetail } = facts;
  await tx.subMerchant.update({
    where: { id: row.id },
    data: {
      ...{ h5State, h5StateHow, h5StateSince, h5StateAsOf, h5StateProof, h5RejectDetail },
      domains: facts.domains,
      domainsHow: facts.domainsHow,
      domainsAsOf: facts.domainsAsOf,
      websiteUrl: facts.websiteUrl,
      limitGrade: facts.limitGrade,
      limitGradeHow: facts.limitGradeHow,
      limitGradeAsOf: facts.limitGradeAsOf,
      h5AskedDomains: facts.h5AskedDomains,
      h5AskedAt: facts.h5AskedAt,
      ...(changes.length > 0 && { version: { increment: 1 }, updatedAt: at }),
    },
  });
  return changes;
}
