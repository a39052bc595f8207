import 'server-only';
import { approversIn, approversSelect } from '@/lib/approvals/approvers';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Db, Tx } from '@/lib/db/client';
import type { PlatformRequest, RequestTry } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import { guardOf } from '@/lib/platform/operations';
import { pointerToPath, readPlatformError } from '@/lib/platform/wire/error';
import { answerAbout } from './open';
import type { Told } from './operation';
import { COPY_BEHIND } from './rules';
import type { Change, RequestDetail, RequestStatus, RequestTryView } from './view';
import { isOpen, outcome } from './view';

const iso = (date: Date | null) => date?.toISOString() ?? null;

type WithPeople = PlatformRequest & {
  staff: { name: string };
  connection: { timeoutMs: number };
  attempts: Pick<RequestTry, 'startedAt'>[];
  replaces: Other | null;
  replacedBy: Other | null;
  approval: Parameters<typeof approversIn>[0] | null;
};
type Other = { id: string; reference: string };

const other = { select: { id: true, reference: true } } as const;

/** What a status needs beside the row: who opened and approved it, the time-out, when the last try left, what it replaces. */
export const statusInclude = {
  staff: { select: { name: true } },
  connection: { select: { timeoutMs: true } },
  attempts: { select: { startedAt: true }, orderBy: { number: 'desc' }, take: 1 },
  replaces: other,
  replacedBy: other,
  approval: { select: approversSelect },
} as const;

export function statusOf(row: WithPeople): RequestStatus {
  const result = row.result as Partial<Told> | null;
  return {
    id: row.id,
    reference: row.reference,
    operation: row.operation,
    objectKind: row.objectKind,
    objectId: row.objectId,
    objectName: row.objectName,
    outcome: outcome.parse(row.outcome),
    wasUnknown: row.wasUnknown,
    settledHow: row.settledHow,
    openedAt: row.openedAt.toISOString(),
    settledAt: iso(row.settledAt),
    nextTryAt: iso(row.nextTryAt),
    needsPersonSince: iso(row.needsPersonSince),
    lastTryStartedAt: iso(row.attempts[0]?.startedAt ?? null),
    timeoutMs: row.connection.timeoutMs,
    tries: row.tries,
    meaning: row.meaning,
    httpStatus: row.httpStatus,
    error:
      row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '', path: row.errorPath },
    h5State: result?.h5State ?? null,
    applymentState: result?.applymentState ?? null,
    tradeState: result?.tradeState ?? null,
    askedForH5: row.askedForH5,
    openedBy: row.staff.name,
    replaces: row.replaces,
    replacedBy: row.replacedBy,
    approved: row.approval && approversIn(row.approval),
  };
}

/** Where one request stands, or null if this connection has no such request. */
export async function getRequestStatus(db: Db | Tx, connectionId: string, id: string): Promise<RequestStatus | null> {
  if (!isUuid(id)) return null;
  const row = await db.platformRequest.findFirst({ where: { id, connectionId }, include: statusInclude });
  return row && statusOf(row);
}

/** The requests of one object, newest first. */
async function listRequestsOf(
  db: Db,
  connectionId: string,
  object: { kind: string; id: string },
  limit = 50,
): Promise<RequestStatus[]> {
  const rows = await db.platformRequest.findMany({
    where: { connectionId, objectKind: object.kind, objectId: object.id },
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    include: statusInclude,
  });
  return rows.map(statusOf);
}

/** A settled outcome stays above its object for an hour, so that whoever waited for it sees it. */
const NEWS_MS = 3_600_000;

/** The newest request of one object while it is open, and for an hour after it was settled. */
export async function getRequestNews(
  db: Db,
  connectionId: string,
  object: { kind: string; id: string },
  now: Date,
): Promise<RequestStatus | null> {
  const [newest] = await listRequestsOf(db, connectionId, object, 1);
  if (!newest) return null;
  const settledAt = newest.settledAt === null ? 0 : Date.parse(newest.settledAt);
  return isOpen(newest.outcome) || now.getTime() - settledAt < NEWS_MS ? newest : null;
}

/** The newest request on this object that our copy could not follow, unless the copy was renewed after it. */
export async function findRequestAhead(
  db: Pick<Db, 'platformRequest'>,
  connectionId: string,
  object: { kind: string; id: string },
  copyAsOf: string,
): Promise<string | null> {
  const ahead = await db.platformRequest.findFirst({
    where: {
      connectionId,
      objectKind: object.kind,
      objectId: object.id,
      notes: { has: COPY_BEHIND },
      settledAt: { gt: new Date(copyAsOf) },
    },
    orderBy: { settledAt: 'desc' },
    select: { id: true },
  });
  return ahead?.id ?? null;
}

/** An error may quote the value that it objects to: whatever it names is not shown. */
function maskedAnswer(body: Buffer): string {
  const text = body.toString('utf8');
  try {
    const json = JSON.parse(text) as { detail?: { value?: unknown } };
    const error = readPlatformError(json);
    const isFieldNamed = error?.field !== undefined && pointerToPath(error.field) !== null;
    if (error?.value === undefined || !isFieldNamed) return text.slice(0, 4096);
    return JSON.stringify({ ...json, detail: { ...json.detail, value: '•••' } }).slice(0, 4096);
  } catch {
    // Not JSON: the platform did not write this, and whoever did may have put anything in.
    return text.slice(0, 4096);
  }
}

function tryOf(row: RequestTry, first: RequestTry | undefined, vault: Vault): RequestTryView {
  return {
    number: row.number,
    startedAt: row.startedAt.toISOString(),
    endedAt: iso(row.endedAt),
    tookMs: row.endedAt ? row.endedAt.getTime() - row.startedAt.getTime() : null,
    httpStatus: row.httpStatus,
    signature: row.signature,
    noAnswer: row.noAnswer,
    platformRequestId: row.platformRequestId,
    code: row.code,
    message: row.message,
    outcome: row.outcome,
    meaning: row.meaning,
    platformSerial: row.platformSerial,
    bytesSha256: row.bytesSha256,
    identical: row.bytesSha256 === first?.bytesSha256 && row.platformSerial === first.platformSerial,
    answer: row.answer ? maskedAnswer(vault.open(row.answer, answerAbout(row.requestId, row.number))) : null,
  };
}

/** One request with all its tries, for the inspector. The stored bytes stay sealed: their size and hash are told. */
export async function getRequestDetail(
  { db, vault }: { db: Db; vault: Vault },
  account: PlatformAccount,
  id: string,
): Promise<RequestDetail | null> {
  const connectionId = account.connection.id;
  if (!isUuid(id)) return null;
  const row = await db.platformRequest.findFirst({ where: { id, connectionId }, include: statusInclude });
  if (!row) return null;
  const attempts = await db.requestTry.findMany({ where: { requestId: id }, orderBy: { number: 'asc' } });
  const settling = await db.approval.findFirst({
    where: { connectionId, objectKind: 'request', objectId: id, state: 'carried-out' },
    select: approversSelect,
  });
  const entries = await db.auditEntry.findMany({
    where: { requestId: id },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  return {
    ...statusOf(row),
    idempotencyKey: row.idempotencyKey,
    method: row.method,
    path: row.path,
    platformSerial: row.platformSerial,
    merchantSerial: account.connection.merchantSerial,
    bytesSha256: row.bytesSha256,
    bytesSize: row.bytesSize,
    bytesHeld: row.bytes !== null,
    sendsKey: guardOf(row.operation) === 'header',
    maskedBody: row.maskedBody,
    changes: row.changes as Change[],
    notes: row.notes,
    attempts: attempts.map((attempt) => tryOf(attempt, attempts[0], vault)),
    auditEntryIds: entries.map((entry) => String(entry.id)),
    settledBy: settling && approversIn(settling),
  };
}
