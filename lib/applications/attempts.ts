import 'server-only';
import { z } from 'zod';
import { Prisma } from '@/lib/db/generated/client';
import type { Raw } from '@/lib/db/raw';
import { assignments, columnList, rowsOf } from '@/lib/db/rows';
import { attemptAfter } from './attempt-after';
import type { ToldApplication } from './news';
import { fixValues, mediaIdsOf, valuesOf } from './schema';

/** Where an attempt became known. */
export type AttemptHow = 'request' | 'notification' | 'answer' | 'reading' | 'staff';

const moment = z.coerce.date();

const heldAttempt = z.object({
  id: z.string(),
  applicationId: z.string(),
  number: z.number(),
  how: z.string(),
  requestId: z.string().nullable(),
  values: fixValues,
  mediaIds: z.array(z.string()),
  submittedAt: moment,
  staffId: z.string().nullable(),
  verdict: z.enum(['rejected', 'approved']).nullable(),
  decidedAt: moment.nullable(),
  rejectDetail: z.string().nullable(),
  causes: z.array(z.string()),
});
type HeldAttempt = z.infer<typeof heldAttempt>;

const names = Object.keys(Prisma.SubmissionScalarFieldEnum);

/** The newest attempt of each of these applications. */
async function newestAttempts(tx: Raw, applicationIds: string[]): Promise<Map<string, HeldAttempt>> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT DISTINCT ON ("applicationId") * FROM "Submission"
    WHERE "applicationId" = ANY(${applicationIds}::uuid[]) ORDER BY "applicationId", "number" DESC`;
  return new Map(
    z
      .array(heldAttempt)
      .parse(rows)
      .map((row) => [row.applicationId, row]),
  );
}

async function write(tx: Raw, attempts: readonly HeldAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const changing = names.filter((name) => !['id', 'applicationId', 'number'].includes(name));
  await tx.$executeRaw`
    INSERT INTO "Submission" (${columnList(names)}) SELECT ${columnList(names)} FROM ${rowsOf('Submission', attempts)}
    ON CONFLICT ("id") DO UPDATE SET ${assignments(changing, 'EXCLUDED')}`;
}

export type AttemptNews = { applicationId: string; told: ToldApplication; how: AttemptHow };

/**
 * Brings the attempts of applications up to date with what was told of them, in its order: the first that we hear of, a
 * verdict on the one we know, or one that somebody sent in another way. The applications' rows are written before.
 */
export async function followAttempts(tx: Raw, news: readonly AttemptNews[]): Promise<void> {
  if (news.length === 0) return;
  const newest = await newestAttempts(tx, [...new Set(news.map(({ applicationId }) => applicationId))]);
  const changed = new Map<string, HeldAttempt>();
  for (const { applicationId, told, how } of news) {
    const held = newest.get(applicationId) ?? null;
    const after = attemptAfter(held, { ...told, values: valuesOf(told.record) });
    if (after.kind === 'nothing') continue;
    const base: HeldAttempt =
      after.kind === 'verdict' && held !== null
        ? held
        : {
            id: crypto.randomUUID(),
            applicationId,
            number: (held?.number ?? 0) + 1,
            how,
            requestId: null,
            values: valuesOf(told.record),
            mediaIds: mediaIdsOf(valuesOf(told.record)),
            submittedAt: told.asOf,
            staffId: null,
            verdict: null,
            decidedAt: null,
            rejectDetail: null,
            causes: [],
          };
    const attempt = { ...base, ...after.decided };
    newest.set(applicationId, attempt);
    changed.set(attempt.id, attempt);
  }
  await write(tx, [...changed.values()]);
}

/**
 * Writes down an attempt of ours that the platform took. One that was told of meanwhile, with the same content and since
 * the request was opened, is this one.
 */
export async function keepOwnAttempt(
  tx: Raw,
  applicationId: string,
  sent: { requestId: string; openedAt: Date; staffId: string; values: HeldAttempt['values']; at: Date },
): Promise<void> {
  const held = (await newestAttempts(tx, [applicationId])).get(applicationId);
  const { requestId, staffId, values, at, openedAt } = sent;
  const isTold =
    held !== undefined &&
    held.requestId === null &&
    held.submittedAt.getTime() >= Math.floor(openedAt.getTime() / 1000) * 1000 &&
    attemptAfter(held, { state: 'PENDING', rejectDetail: null, asOf: at, values }).kind === 'nothing';
  const fresh = {
    id: crypto.randomUUID(),
    applicationId,
    number: (held?.number ?? 0) + 1,
    verdict: null,
    decidedAt: null,
    rejectDetail: null,
    causes: [],
  };
  const kept = isTold ? held : fresh;
  const mediaIds = mediaIdsOf(values);
  await write(tx, [{ ...kept, how: 'request', requestId, staffId, values, mediaIds, submittedAt: at }]);
}
