import 'server-only';
import type { Db, Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';

export type DraftPlace = { connectionId: string; kind: string; objectId: string; staffId: string };
export type Draft = { id: string; version: number; baseVersion: number; savedAt: Date; content: unknown };
type Surroundings = { db: Db; vault: Vault; now: () => Date };

export const draftAbout = ({ connectionId, kind, objectId, staffId }: DraftPlace) =>
  `draft ${connectionId} ${kind} ${objectId} ${staffId}`;

/** What this person typed and has not sent, or null. Another person's draft is never answered. */
export async function loadDraft(
  { db, vault }: Pick<Surroundings, 'db' | 'vault'>,
  place: DraftPlace,
): Promise<Draft | null> {
  const row = await db.draft.findUnique({ where: { connectionId_kind_objectId_staffId: place } });
  if (!row) return null;
  const { id, version, baseVersion, updatedAt } = row;
  return { id, version, baseVersion, savedAt: updatedAt, content: vault.openJson(row.content, draftAbout(place)) };
}

/**
 * Keeps what was typed, sealed. `version` is the one that the form last saw, null for a first save; a draft that another
 * tab has saved meanwhile is not overwritten (`draft-moved`). Each save raises the version: an intent belongs to one.
 */
export async function saveDraft(
  { db, vault, now }: Surroundings,
  place: DraftPlace,
  { version, baseVersion, content }: { version: number | null; baseVersion: number; content: unknown },
): Promise<Result<{ id: string; version: number; savedAt: Date }>> {
  const at = now();
  const sealed = vault.sealJson(content, draftAbout(place));
  if (version !== null) {
    const moved = await db.draft.updateManyAndReturn({
      where: { ...place, version },
      data: { content: sealed, baseVersion, version: version + 1, updatedAt: at },
      select: { id: true, version: true },
    });
    const [row] = moved;
    if (row) return ok({ ...row, savedAt: at });
    const exists = await db.draft.count({ where: place });
    if (exists > 0) return refuse({ kind: 'conflict', rule: 'draft-moved' });
  }
  try {
    const row = await db.draft.create({
      // A draft that was let go meanwhile begins anew, above every version that this form has seen.
      data: { ...place, content: sealed, baseVersion, version: (version ?? 0) + 1, createdAt: at, updatedAt: at },
      select: { id: true, version: true },
    });
    return ok({ ...row, savedAt: at });
  } catch (error) {
    if (isUniqueViolation(error)) return refuse({ kind: 'conflict', rule: 'draft-moved' });
    throw error;
  }
}

/** What became of a draft since one of its versions: saved in a newer one, or let go. */
export type DraftFate = 'edited' | 'discarded';

/** What became of these drafts, each asked for by the version that somebody saw of it; null where it is kept as it was. */
export async function draftFates(
  db: Pick<Db | Tx, 'draft'>,
  seen: readonly Pick<Draft, 'id' | 'version'>[],
): Promise<(draft: Pick<Draft, 'id' | 'version'>) => DraftFate | null> {
  const ids = seen.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db.draft.findMany({ where: { id: { in: ids } }, select: { id: true, version: true } });
  const kept = new Map(rows.map(({ id, version }) => [id, version]));
  return ({ id, version }) => {
    const now = kept.get(id);
    if (now === undefined) return 'discarded';
    // A version that was never saved is not what is kept either.
    return now === version ? null : 'edited';
  };
}

/** Refused where another tab has saved the draft since, or where it is no draft of this. */
export const movedDraft = { kind: 'conflict', rule: 'draft-moved' } as const;

/** A draft as a form names it: whose and of what it must be, and the version that was saved. */
export type NamedDraft = { place: DraftPlace } & Pick<Draft, 'id' | 'version'>;

/**
 * Holds a draft as it was saved until the transaction ends. False where there is none: it is of another object or person,
 * was let go, is kept in a newer version, or was never saved in this one.
 */
export async function holdDraft(tx: Pick<Tx, 'draft'>, { place, id, version }: NamedDraft): Promise<boolean> {
  const { count } = await tx.draft.updateMany({ where: { ...place, id, version }, data: { version } });
  return count === 1;
}

/** Lets a draft go: any, or only the one of this version. A newer one is somebody's work. */
export async function dropDraft(tx: Pick<Tx, 'draft'>, place: DraftPlace, version?: number): Promise<void> {
  await tx.draft.deleteMany({ where: { ...place, ...(version !== undefined && { version }) } });
}

/** Lets a draft go that was sent and taken, unless somebody has typed on since: what was not sent is not lost. */
export async function dropSentDraft(tx: Tx, { id, version }: Pick<Draft, 'id' | 'version'>): Promise<void> {
  await tx.draft.deleteMany({ where: { id, version } });
}
