import 'server-only';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import type { AuditEntry, AuditSeal } from '@/lib/db/generated/client';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { canonicalJson } from './record';
import type { ChainFault, ChainReport, DayHead, SealView } from './view';

/** What the seal before the first one would be. */
const noSeal = '0'.repeat(64);
/** What one seal holds at most. */
const atOnce = 2000;
/** No transaction lives so long: whatever was written before is there to be sealed, whatever its number. */
const settledMs = 60 * 60 * 1000;

export const sealView = ({ number, at, previous, root, count, lastId, hash }: AuditSeal): SealView => ({
  number,
  at: at.toISOString(),
  previous,
  root,
  count,
  lastId: String(lastId),
  hash,
});

type Member = { id: string; hash: string };

const rootOf = (members: readonly Member[]): string =>
  sha256(members.map(({ id, hash }) => `${id} ${hash}\n`).join(''));

const sealHash = ({ hash: _, ...rest }: SealView): string => sha256(canonicalJson(rest));

/** The hash of an entry as it is kept now, computed the same way as when it was written. */
export function entryHash({ id: _id, hash: _hash, at, ...rest }: AuditEntry): string {
  return createHash('sha256')
    .update(canonicalJson({ ...rest, at: at.toISOString() }))
    .digest('hex');
}

const memberRow = z.object({ id: z.string(), hash: z.string() });

/**
 * Seals what the trail holds and no seal does yet, and chains it to the seal before. Writers of the trail never wait for
 * it: an entry whose number is lower but which was committed later goes into a later seal. Several processes take turns.
 * Answers how many entries it sealed.
 */
export async function sealTrail({ db, now }: { db: Db; now: () => Date }): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('audit-seal', 0))`;
      const at = now();
      const last = await tx.auditSeal.findFirst({ orderBy: { number: 'desc' } });
      const settled = await tx.auditSeal.findFirst({
        where: { at: { lt: new Date(at.getTime() - settledMs) } },
        orderBy: { number: 'desc' },
        select: { lastId: true },
      });
      const members = z.array(memberRow).parse(
        await tx.$queryRaw`
          SELECT e."id"::text AS "id", e."hash" FROM "AuditEntry" e
          WHERE e."id" > ${settled?.lastId ?? 0n}
            AND NOT EXISTS (SELECT 1 FROM "AuditSealed" s WHERE s."entryId" = e."id")
          ORDER BY e."id" LIMIT ${atOnce}`,
      );
      const highest = members.at(-1);
      if (!highest) return 0;
      const lastId = last && last.lastId > BigInt(highest.id) ? last.lastId : BigInt(highest.id);
      const seal = {
        number: (last?.number ?? 0) + 1,
        at,
        previous: last?.hash ?? noSeal,
        root: rootOf(members),
        count: members.length,
        lastId,
        hash: '',
      };
      seal.hash = sealHash(sealView(seal));
      await tx.auditSeal.create({ data: seal });
      await tx.auditSealed.createMany({
        data: members.map(({ id }) => ({ entryId: BigInt(id), number: seal.number })),
      });
      return members.length;
    });
    sealed += count;
    if (count < atOnce) return sealed;
  }
}

/** The newest seal, or null where nothing was sealed yet. */
export async function newestSeal(db: Pick<Db, 'auditSeal'>): Promise<SealView | null> {
  const seal = await db.auditSeal.findFirst({ orderBy: { number: 'desc' } });
  return seal && sealView(seal);
}

const headRow = z.object({
  day: z.string(),
  number: z.number(),
  hash: z.string(),
  at: z.date().transform((at) => at.toISOString()),
  lastId: z.string(),
});

/** The newest seal of each day (UTC), newest day first: whoever keeps them elsewhere can tell a chain that was written anew. */
export async function dayHeads(db: Pick<Db, '$queryRaw'>, daysMax = 3660): Promise<DayHead[]> {
  return z.array(headRow).parse(
    await db.$queryRaw`
      SELECT DISTINCT ON (to_char(s."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
        to_char(s."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "day", s."number", s."hash", s."at", s."lastId"::text AS "lastId"
      FROM "AuditSeal" s ORDER BY to_char(s."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD') DESC, s."number" DESC LIMIT ${daysMax}`,
  );
}

const faultsMax = 20;
/** Seals that are looked at together. */
const lookedAt = 10;

/** Looks at every seal and every sealed entry again, from the first to the newest. */
export async function verifyChain(db: Db): Promise<ChainReport> {
  const faults: ChainFault[] = [];
  const add = (what: ChainFault['what'], number: string) => {
    if (faults.length < faultsMax) faults.push({ what, number });
  };
  let before: SealView | null = null;
  let entries = 0;
  for (;;) {
    const seals: AuditSeal[] = await db.auditSeal.findMany({
      where: { number: { gt: before?.number ?? 0 } },
      orderBy: { number: 'asc' },
      take: lookedAt,
    });
    if (seals.length === 0) return { entries, seals: before?.number ?? 0, head: before, faults };
    const members = await db.auditSealed.findMany({
      where: { number: { in: seals.map(({ number }) => number) } },
      orderBy: { entryId: 'asc' },
    });
    const rows = await db.auditEntry.findMany({ where: { id: { in: members.map(({ entryId }) => entryId) } } });
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const seal of seals.map(sealView)) {
      const isNext: boolean = seal.number === (before?.number ?? 0) + 1 && seal.previous === (before?.hash ?? noSeal);
      if (!isNext || sealHash(seal) !== seal.hash) add('seal-broken', String(seal.number));
      const inside = members.filter(({ number }) => number === seal.number);
      const now: Member[] = [];
      for (const { entryId } of inside) {
        const row = found.get(entryId);
        if (!row) add('entry-missing', String(entryId));
        else if (entryHash(row) !== row.hash) add('entry-altered', String(entryId));
        if (row) now.push({ id: String(entryId), hash: row.hash });
      }
      if (inside.length !== seal.count || rootOf(now) !== seal.root) add('seal-altered', String(seal.number));
      entries += inside.length;
      before = seal;
    }
  }
}

/** How often what was written since is sealed. */
const EVERY_MS = 5 * 60 * 1000;

/** Seals the trail now and then, in each process; the hand that stops it lets a round end. */
export function startSealing(context: {
  db: Db;
  now: () => Date;
  log: (line: { what: string; cause?: unknown }) => void;
}): { stop: () => void } {
  const round = () =>
    sealTrail(context).then(
      () => {},
      (cause: unknown) => context.log({ what: 'sealing the trail failed', cause }),
    );
  void round();
  const timer = setInterval(() => void round(), EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
