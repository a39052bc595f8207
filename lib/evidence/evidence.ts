import 'server-only';
import type { StaffActor } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import { sha256 } from '@/lib/platform/crypto/sha256';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { evidenceIssue } from './rules';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Files of one person that nothing names yet: whoever uploads more waits until the oldest are swept. */
const LOOSE_MAX = 20;

type Surroundings = { db: Db; vault: Vault; now: () => Date };

export const evidenceAbout = (id: string) => `evidence ${id}`;

/** A file as forms name it: its id, and what a person tells it by. */
export type KeptFile = { id: string; fileName: string; sizeBytes: number; sha256: string };

/** Keeps a file, sealed, until an approval names it. Refusals: `invalid` for its size, `conflict` `too-many-files`. */
export async function keepEvidence(
  { db, vault, now }: Surroundings,
  {
    connectionId,
    actor,
    fileName,
    bytes,
  }: { connectionId: string; actor: StaffActor; fileName: string; bytes: Buffer },
): Promise<Result<KeptFile>> {
  const issue = evidenceIssue(bytes.length);
  if (issue) return refuse({ kind: 'invalid', issues: [issue] });
  const loose = await db.evidence.count({ where: { staffId: actor.id, approvalId: null } });
  if (loose >= LOOSE_MAX) return refuse({ kind: 'conflict', rule: 'too-many-files', params: { max: LOOSE_MAX } });
  const id = crypto.randomUUID();
  const file = { id, fileName, sizeBytes: bytes.length, sha256: sha256(bytes) };
  await db.evidence.create({
    data: { ...file, connectionId, staffId: actor.id, content: vault.seal(bytes, evidenceAbout(id)), createdAt: now() },
  });
  return ok(file);
}

/**
 * The file itself, for whoever may look at approvals; each look is an entry in the trail. One that no approval names yet
 * is its uploader's alone.
 */
export async function openEvidence(
  { db, vault, now }: Surroundings,
  connectionId: string,
  actor: StaffActor,
  id: string,
): Promise<{ fileName: string; bytes: Buffer } | null> {
  if (!isUuid(id)) return null;
  const row = await db.evidence.findFirst({ where: { id, connectionId } });
  if (!row?.content || (row.approvalId === null && row.staffId !== actor.id)) return null;
  const { fileName, sha256: hash, approvalId } = row;
  await db.$transaction((tx) =>
    recordAudit(tx, {
      actor,
      at: now(),
      connectionId,
      object: { kind: 'evidence', id, name: fileName },
      event: { action: 'evidence.opened', sha256: hash, approvalId },
    }),
  );
  return { fileName, bytes: vault.open(row.content, evidenceAbout(id)) };
}

/** Removes what was uploaded a day ago and named by nothing; answers how many. */
export async function purgeLooseEvidence({ db, now }: Pick<Surroundings, 'db' | 'now'>): Promise<number> {
  const old = new Date(now().getTime() - DAY_MS);
  const { count } = await db.evidence.deleteMany({ where: { approvalId: null, createdAt: { lt: old } } });
  return count;
}
