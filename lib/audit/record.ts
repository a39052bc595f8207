import 'server-only';
import type { Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { Raw } from '@/lib/db/raw';
import { columnList, rowsOf } from '@/lib/db/rows';
import { sha256 } from '@/lib/platform/crypto/sha256';
import type { AuditEvent } from './events';
import { auditEvent } from './events';

/** Who did it: staff with the roles they held then, the platform by an answer, or the console by itself. */
export type Actor =
  | {
      kind: 'staff';
      id: string;
      name: string;
      roles: readonly string[];
      ip: string | null;
      /** When this session last proved by password whose it is; policy may ask for it (lib/policies/rules). Never recorded. */
      confirmedAt?: Date | null;
      /** By which approval their deed is carried out now: whatever it enters says so, and why it was asked for. */
      approval?: { id: string; reason: string };
    }
  | { kind: 'platform' | 'system'; name: string }
  | { kind: 'anonymous'; name: string; ip: string | null };

export type AuditInput = {
  actor: Actor;
  at: Date;
  connectionId: string | null;
  object: { kind: string; id: string; name?: string };
  event: AuditEvent;
  requestId?: string | null;
  reference?: string | null;
  outcome?: string | null;
  reason?: string | null;
};

/** Keys sorted at every depth, so that the same entry always gives the same text whatever built it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

function rowOf(input: AuditInput) {
  const { action, ...told } = auditEvent.parse(input.event);
  const { actor } = input;
  const approval = actor.kind === 'staff' ? actor.approval : undefined;
  const approvalId = ('approvalId' in told ? told.approvalId : null) ?? approval?.id;
  const data = { ...told, ...(approvalId !== undefined && { approvalId }) };
  // An entry about another approval, which the deed ended, was not asked for.
  const reasonAsked = approvalId === approval?.id ? approval?.reason : undefined;
  const row = {
    at: input.at,
    connectionId: input.connectionId,
    actorKind: actor.kind,
    actorId: actor.kind === 'staff' ? actor.id : null,
    actorName: actor.name,
    actorRoles: actor.kind === 'staff' ? [...actor.roles] : [],
    ip: 'ip' in actor ? actor.ip : null,
    action,
    objectKind: input.object.kind,
    objectId: input.object.id,
    objectName: input.object.name ?? '',
    requestId: input.requestId ?? null,
    outcome: input.outcome ?? null,
    // What nobody typed is no reason.
    reason: input.reason || reasonAsked || null,
    reference: input.reference ?? null,
    data,
  };
  const hash = sha256(canonicalJson({ ...row, at: row.at.toISOString() }));
  return { ...row, hash };
}

/** Adds one entry inside the caller's transaction, so that the record commits with the deed or not at all. */
export async function recordAudit(tx: Tx, input: AuditInput): Promise<void> {
  await tx.auditEntry.create({ data: rowOf(input) });
}

const columns = columnList(Object.keys(Prisma.AuditEntryScalarFieldEnum).filter((name) => name !== 'id'));

/** The same for many deeds of one transaction, in one statement with one argument: thousands of them are no burden. */
export async function recordAudits(tx: Raw, inputs: readonly AuditInput[]): Promise<void> {
  if (inputs.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO "AuditEntry" (${columns})
    SELECT ${columns} FROM ${rowsOf('AuditEntry', inputs.map(rowOf))}`;
}
