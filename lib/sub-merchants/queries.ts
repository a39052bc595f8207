import 'server-only';
import { z } from 'zod';
import { approversIn, approversSelect } from '@/lib/approvals/approvers';
import type { ApprovalContext } from '@/lib/approvals/deed';
import { listPending } from '@/lib/approvals/list';
import type { AuditEvent } from '@/lib/audit/events';
import { auditEvent } from '@/lib/audit/events';
import type { PlatformAccount } from '@/lib/connections/account';
import { heldCertificates } from '@/lib/connections/certificates';
import type { Db } from '@/lib/db/client';
import type { SubMerchant } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import type { Draft } from '@/lib/drafts/drafts';
import { loadDraft } from '@/lib/drafts/drafts';
import { lockHolder } from '@/lib/locks/locks';
import { newestValid } from '@/lib/platform/certificates';
import { loadPolicy } from '@/lib/policies/policies';
import type { PolicyKey, PolicyRow } from '@/lib/policies/rules';
import { getRequestStatus } from '@/lib/requests/queries';
import type { RequestStatus } from '@/lib/requests/view';
import { budgetOf, draftPlace, SUB_MERCHANT } from './operation';
import { editBaseOf, masksOf, plainOf } from './record';
import type { EditBase } from './rules';
import { coverage } from './rules';
import type { EditValues } from './schema';
import { editValues, isPersonalPath } from './schema';
import type { FieldHistoryEntry, SubMerchantView } from './view';

type Surroundings = { db: Db; vault: Vault; now: () => Date };

const iso = (date: Date | null) => date?.toISOString() ?? null;

type Told = Pick<SubMerchantView['h5'], 'proof' | 'approved'>;

/** What told us the H5 state, where it is something of ours, and who approved that; an import or a sample is neither. */
async function toldBy(db: Db, { connectionId, h5StateProof: id }: SubMerchant): Promise<Told> {
  if (id === null || !isUuid(id)) return { proof: null, approved: null };
  const where = { id, connectionId };
  const [request, notification, approval] = await Promise.all([
    db.platformRequest.findFirst({ where, select: { approval: { select: approversSelect } } }),
    db.notification.count({ where }),
    db.approval.findFirst({ where, select: approversSelect }),
  ]);
  const given = request?.approval ?? approval;
  const kind = request ? 'request' : notification > 0 ? 'notification' : approval ? 'approval' : null;
  return { proof: kind && { kind, id }, approved: given && approversIn(given) };
}

function viewOf(row: SubMerchant, openRequest: RequestStatus | null, told: Told): SubMerchantView {
  const held = plainOf(row);
  const masks = masksOf(row);
  const has = (path: Parameters<Parameters<typeof coverage>[0]>[0]) =>
    (isPersonalPath(path) ? masks[path] : held[path]) !== undefined;
  const {
    required,
    held: heldCount,
    missing,
  } = coverage(has, { merchantType: row.merchantType ?? '', businessType: row.businessType ?? '' });
  return {
    id: row.id,
    subMchid: row.subMchid,
    version: row.version,
    name: row.name,
    shortname: row.shortname,
    held: held as Record<string, string | string[]>,
    masks: masks as Record<string, string>,
    h5: {
      state: row.h5State,
      how: row.h5StateHow,
      since: row.h5StateSince.toISOString(),
      asOf: row.h5StateAsOf.toISOString(),
      ...told,
      rejectDetail: row.h5RejectDetail,
      domains: row.domains,
      domainsHow: row.domainsHow,
      domainsAsOf: iso(row.domainsAsOf),
      websiteUrl: row.websiteUrl,
      limitGrade: row.limitGrade,
      limitGradeHow: row.limitGradeHow,
      limitGradeAsOf: iso(row.limitGradeAsOf),
      askedAt: iso(row.h5AskedAt),
    },
    platformStatus: row.platformStatus,
    source: row.source,
    requiredCount: required,
    heldCount,
    missing,
    recordAsOf: row.recordAsOf.toISOString(),
    lastAcceptedAt: iso(row.lastAcceptedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    openRequest,
  };
}

async function openRequestOf(db: Db, connectionId: string, subMchid: string): Promise<RequestStatus | null> {
  const holder = await lockHolder(db, connectionId, { objectKind: SUB_MERCHANT, objectId: subMchid });
  return holder === null ? null : getRequestStatus(db, connectionId, holder);
}

const rowOf = (db: Db, connectionId: string, subMchid: string) =>
  db.subMerchant.findUnique({ where: { connectionId_subMchid: { connectionId, subMchid } } });

/** One record as screens show it, or null if we do not know it. */
export async function getSubMerchant(
  { db }: Pick<Surroundings, 'db'>,
  connectionId: string,
  subMchid: string,
): Promise<SubMerchantView | null> {
  const row = await rowOf(db, connectionId, subMchid);
  if (!row) return null;
  const [open, told] = await Promise.all([openRequestOf(db, connectionId, subMchid), toldBy(db, row)]);
  return viewOf(row, open, told);
}

/** What a stored draft holds: the values, and the record as it was when they were begun. */
const draftContent = z.object({
  values: editValues,
  base: z.custom<EditBase>((value) => typeof value === 'object' && value !== null),
});
export type DraftContent = { values: EditValues; base: EditBase };

export type SubMerchantForEdit = {
  view: SubMerchantView;
  base: EditBase;
  /** The person's own draft; `isBehind` when the record moved since it was begun: then the merge page opens. */
  draft: (Omit<Draft, 'content' | 'savedAt'> & { savedAt: string; content: DraftContent; isBehind: boolean }) | null;
  /** Our ids and the certificate that would seal now, as the panel shows them. */
  sending: { sp_appid: string; sp_mchid: string; platformSerial: string | null; dialectPrefix: string };
  /** What decides how many people an edit needs, and the changes that wait for a second one. */
  policy: Record<PolicyKey, PolicyRow>;
  pending: { id: string; askedBy: string; askedAt: string; isOwn: boolean }[];
};

/** How many bytes one sealed value can hold with the certificate that would seal it now; 245 while there is none. */
export async function sealBudgetNow(
  { db, now }: Pick<Surroundings, 'db' | 'now'>,
  connectionId: string,
): Promise<number> {
  const certificate = newestValid(await heldCertificates(db, connectionId), now());
  return certificate ? budgetOf(certificate) : 245;
}

/** Everything the edit page needs, masked; null if we do not know the sub-merchant. */
export async function getSubMerchantForEdit(
  surroundings: Surroundings & Pick<ApprovalContext, 'deed'>,
  account: PlatformAccount,
  staffId: string,
  subMchid: string,
): Promise<SubMerchantForEdit | null> {
  const { db, now } = surroundings;
  const connectionId = account.connection.id;
  const row = await rowOf(db, connectionId, subMchid);
  if (!row) return null;
  const certificate = newestValid(await heldCertificates(db, connectionId), now());
  // Without a certificate nothing can be sent, which the page says; 245 bytes is what a 2048-bit key would hold.
  const base = editBaseOf(row, certificate ? budgetOf(certificate) : 245);
  const stored = await loadDraft(surroundings, draftPlace(connectionId, subMchid, staffId));
  const content = stored ? draftContent.safeParse(stored.content) : null;
  const pending = await listPending(surroundings, connectionId, SUB_MERCHANT, [subMchid]);
  return {
    view: viewOf(row, await openRequestOf(db, connectionId, subMchid), await toldBy(db, row)),
    base,
    policy: await loadPolicy(db),
    pending: pending.map(({ id, askedBy, askedAt, makers }) => ({
      id,
      askedBy,
      askedAt,
      isOwn: makers.includes(staffId),
    })),
    draft:
      stored && content?.success
        ? {
            id: stored.id,
            version: stored.version,
            baseVersion: stored.baseVersion,
            savedAt: stored.savedAt.toISOString(),
            content: content.data,
            isBehind: stored.baseVersion !== row.version,
          }
        : null,
    sending: {
      sp_appid: account.connection.appid,
      sp_mchid: account.connection.mchid,
      platformSerial: certificate?.serial ?? null,
      dialectPrefix: account.dialect.headerPrefix,
    },
  };
}

/** The approval that an entry names itself. */
const approvalOf = (event: AuditEvent): string | null => ('approvalId' in event ? event.approvalId : null);

/** Field by field, newest first: what our copy became, by whom and how. Read from the trail, which holds masks only. */
export async function getFieldHistory(
  { db }: Pick<Surroundings, 'db'>,
  connectionId: string,
  subMchid: string,
  limit = 200,
): Promise<FieldHistoryEntry[]> {
  const rows = await db.auditEntry.findMany({
    where: {
      connectionId,
      objectKind: SUB_MERCHANT,
      objectId: subMchid,
      action: {
        in: [
          'sub-merchant.modification-requested',
          'sub-merchant.created',
          'sub-merchant.adopted',
          'sub-merchant.imported',
          'sub-merchant.claimed',
          'sub-merchant.h5-recorded',
          'notification.received',
          'notification.reprocessed',
          'discrepancy.settled',
        ],
      },
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  const events = rows.map((row) => auditEvent.parse({ action: row.action, ...(row.data as object) }));
  const [accepted, approvals] = await Promise.all([
    db.platformRequest.findMany({
      where: { id: { in: rows.flatMap(({ requestId }) => requestId ?? []) }, outcome: 'accepted' },
      select: { id: true, settledAt: true, approval: { select: approversSelect } },
    }),
    db.approval.findMany({
      where: { id: { in: events.flatMap((event) => approvalOf(event) ?? []) } },
      select: approversSelect,
    }),
  ]);
  return rows.flatMap((row, place): FieldHistoryEntry[] => {
    const event = events[place];
    if (!event || !('changes' in event)) return [];
    const settled = accepted.find(({ id }) => id === row.requestId);
    if (row.requestId !== null && !settled) return [];
    const at = settled?.settledAt ?? row.at;
    const given = settled?.approval ?? approvals.find(({ id }) => id === approvalOf(event));
    return event.changes.map(({ path, from, to }) => ({
      at: at.toISOString(),
      path,
      from,
      to,
      actorKind: row.actorKind,
      actorName: row.actorName,
      how: row.action,
      requestId: row.requestId,
      notificationId: 'notificationId' in event ? event.notificationId : null,
      auditId: String(row.id),
      approved: given ? approversIn(given) : null,
    }));
  });
}

/** Domains of the list that another sub-merchant of ours uses, or that the platform once refused as risky. */
export async function getDomainWarnings(
  { db }: Pick<Surroundings, 'db'>,
  connectionId: string,
  subMchid: string,
  domains: string[],
) {
  if (domains.length === 0) return { shared: [], refused: [] };
  const [shared, refused] = await Promise.all([
    db.subMerchant.findMany({
      where: { connectionId, domains: { hasSome: domains }, subMchid: { not: subMchid } },
      select: { subMchid: true, name: true, domains: true },
      take: 20,
    }),
    db.domainRefusal.findMany({ where: { connectionId, domain: { in: domains } }, take: 20 }),
  ]);
  return {
    shared: shared.flatMap((row) =>
      row.domains
        .filter((domain) => domains.includes(domain))
        .map((domain) => ({ domain, subMchid: row.subMchid, name: row.name })),
    ),
    refused: refused.map(({ domain, refusedAt, message, requestId }) => ({
      domain,
      refusedAt: refusedAt.toISOString(),
      message,
      requestId,
    })),
  };
}
