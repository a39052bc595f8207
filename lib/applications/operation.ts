import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/lib/db/client';
import type { Application } from '@/lib/db/generated/client';
import { dropSentDraft } from '@/lib/drafts/drafts';
import { buildPath, operations } from '@/lib/platform/operations';
import type { ApplicationBody } from '@/lib/platform/wire/application';
import { applicationBody } from '@/lib/platform/wire/application';
import type { Operation, Settlement } from '@/lib/requests/operation';
import { untold } from '@/lib/requests/operation';
import { keepOwnAttempt } from './attempts';
import { readFixBase } from './fix-base';
import { holdApplication, keepTold } from './keep';
import { nextReadAfter } from './reading-times';
import type { FixBase } from './rules';
import { bodyOf, changesBetween, checkFix, obstacleTo } from './rules';
import type { FixInput, FixValues } from './schema';
import { fixInput } from './schema';
import { toldOf } from './told';

/** The object kind of an application in locks, requests, drafts and audit; its id is the `applyment_id`. */
export const APPLICATION = 'application';

/** Where one person's unsent answer to a rejection is kept. */
export const fixDraftPlace = (connectionId: string, applymentId: string, staffId: string) => ({
  connectionId,
  kind: `${APPLICATION}.modify`,
  objectId: applymentId,
  staffId,
});

type State = { row: Application; base: FixBase; name: string };

type Payload = { values: FixValues; body: ApplicationBody; input: FixInput };

const placeOf = (connectionId: string, applymentId: string) => ({
  connectionId_kind_applymentId: { connectionId, kind: 'authorization', applymentId },
});

/** Modify a rejected application (§4.2). The limit type always goes along, never left to the default. */
export const modifyApplicationOperation: Operation<FixInput, State> = {
  name: 'application.modify',
  permission: 'application:modify',
  input: fixInput satisfies z.ZodType<FixInput>,

  async load(tx, { connectionId }, applymentId) {
    await tx.$queryRaw`
      SELECT 1 FROM "Application" WHERE "connectionId" = ${connectionId}::uuid AND "kind" = 'authorization'
      AND "applymentId" = ${applymentId} FOR UPDATE`;
    const row = await tx.application.findUnique({ where: placeOf(connectionId, applymentId) });
    return row && { row, ...(await readFixBase(tx, row)) };
  },

  check({ base }, { baseVersion, values, samePictureReason }, { account }) {
    if (account.connection.mode !== 'institutional') return { kind: 'conflict', rule: 'institutional-only' };
    if (base.version !== baseVersion)
      return { kind: 'conflict', rule: 'record-moved', params: { version: base.version } };
    const obstacle = obstacleTo(base);
    if (obstacle !== null) return { kind: 'conflict', rule: `application-${obstacle}` };
    const issues = checkFix(values, base, samePictureReason);
    return issues.length > 0 ? { kind: 'invalid', issues } : null;
  },

  describe({ base, name, row }, { baseVersion, draft, values }) {
    return {
      objectName: name || row.subMchid,
      objectKind: APPLICATION,
      changes: changesBetween(base.values, values),
      askedForH5: false,
      policyKeys: ['application.modify'],
      recordVersion: String(baseVersion),
      draft,
    };
  },

  async versions(db, connectionId, applymentIds) {
    if (connectionId === null) return new Map();
    const rows = await db.application.findMany({
      where: { connectionId, kind: 'authorization', applymentId: { in: [...applymentIds] } },
      select: { applymentId: true, version: true },
    });
    return new Map(rows.map(({ applymentId, version }) => [applymentId, String(version)]));
  },

  build({ row }, input) {
    // The schema is the last to look at what leaves: a body that it refuses is a fault of ours and is never sent.
    const body = applicationBody.parse(bodyOf(input.values));
    return {
      path: buildPath(operations['application.modify'], { applyment_id: row.applymentId }),
      body: Buffer.from(JSON.stringify(body)),
      maskedBody: body,
      platformSerial: null,
      payload: { values: input.values, body, input } satisfies Payload,
    };
  },

  locks: (applymentId) => [{ objectKind: APPLICATION, objectId: applymentId }],

  requested: ({ changes }) => ({ action: 'application.modification-requested', changes }),

  settle: (tx, settlement) =>
    settlement.verdict.outcome === 'accepted' ? settleAccepted(tx, settlement) : settleRefused(tx, settlement),

  /** Only a modification takes an application out of REJECTED; one that is rejected anew may be ours or another's. */
  async overtaken(tx, { connectionId, objectId, openedAt }) {
    const row = await tx.application.findUnique({ where: placeOf(connectionId, objectId) });
    // The platform's times are whole seconds.
    const isNewer = row !== null && row.stateAsOf.getTime() >= Math.floor(openedAt.getTime() / 1000) * 1000;
    if (!isNewer) return null;
    return row.state === 'REJECTED' ? 'unsure' : 'happened';
  },
};

/** The application becomes what was sent, and its state what the answer says: nothing is inferred (day F11). */
async function settleAccepted(
  tx: Tx,
  { connectionId, objectId, requestId, staffId, at, payload, verdict }: Settlement,
) {
  const { values, body, input } = payload as Payload;
  const row = await tx.application.findUniqueOrThrow({ where: placeOf(connectionId, objectId) });
  await holdApplication(tx, connectionId, row);
  const request = await tx.platformRequest.findUniqueOrThrow({ where: { id: requestId }, select: { openedAt: true } });
  await keepOwnAttempt(tx, row.id, { requestId, staffId, values, openedAt: request.openedAt, at });
  const answer = verdict.application;
  // Whatever the answer leaves out is what we sent, and who it is for cannot change (notes 9.3).
  const told = answer
    ? toldOf({ ...(row.record as object), ...body, audit_reject_detail: null, ...answer, sub_mchid: row.subMchid }, at)
    : null;
  if (told !== null && typeof told !== 'string') {
    await keepTold(tx, connectionId, { ...told, proof: requestId }, { how: 'answer', at });
  } else await keepSent(tx, row, body, { requestId, at, isTold: answer !== undefined });
  await dropSentDraft(tx, input.draft);
  return { ...untold, applymentState: answer?.applyment_state ?? null };
}

/** It was taken, and nobody told us its state, or with a word that is none of 3.1. What was told since stays. */
async function keepSent(
  tx: Tx,
  row: Application,
  body: ApplicationBody,
  { requestId, at, isTold }: { requestId: string; at: Date; isTold: boolean },
) {
  await tx.application.update({
    where: { id: row.id },
    data: {
      domains: body.domains,
      websiteUrl: body.website_url ?? row.websiteUrl,
      limitType: body.transaction_limit_type,
      record: { ...(row.record as object), ...body, audit_reject_detail: null },
      ...(row.state === 'REJECTED' && {
        state: 'UNKNOWN',
        stateHow: isTold ? 'answer' : 'inferred',
        stateSince: at,
        stateAsOf: at,
        stateProof: requestId,
        rejectDetail: null,
        nextReadAt: nextReadAfter('PENDING', at),
      }),
      version: { increment: 1 },
      updatedAt: at,
    },
  });
}

/** A refusal changes nothing on the platform; what it says of a domain is remembered, and a copy behind is read again. */
async function settleRefused(tx: Tx, { connectionId, objectId, requestId, at, payload, verdict }: Settlement) {
  const { body } = payload as Payload;
  const row = await tx.application.findUnique({ where: placeOf(connectionId, objectId) });
  if (row && verdict.rowId === 'application-domain-at-risk') {
    await tx.domainRefusal.createMany({
      data: body.domains.map((domain) => ({
        connectionId,
        domain,
        subMchid: row.subMchid,
        requestId,
        refusedAt: at,
        message: verdict.error?.message ?? '',
      })),
      skipDuplicates: true,
    });
  }
  if (row && verdict.rowId === 'application-not-rejected')
    await tx.application.update({ where: { id: row.id }, data: { nextReadAt: at } });
  return untold;
}
