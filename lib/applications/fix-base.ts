import 'server-only';
import type { Db, Tx } from '@/lib/db/client';
import type { Application, Submission } from '@/lib/db/generated/client';
import { picturesLike } from '@/lib/media/likeness';
import type { ApplicationRecord } from '@/lib/platform/wire/application';
import type { FixBase, RepeatedPicture } from './rules';
import type { FixValues } from './schema';
import { fixValues, picturePaths, valuesOf } from './schema';
import { toldRecord } from './told';

/** The record as it was told last; what cannot be read any more is empty. */
export const recordOf = ({ record }: Pick<Application, 'record'>): Partial<ApplicationRecord> => {
  const read = toldRecord.safeParse(record);
  return read.success ? read.data : {};
};

type Attempt = Pick<Submission, 'number' | 'values' | 'verdict'>;

/** The values of the newest attempt, or of the record where no attempt is known. */
export const newestValues = (row: Application, attempts: readonly Attempt[]): FixValues =>
  attempts[0] ? fixValues.parse(attempts[0].values) : valuesOf(recordOf(row));

/** What the rules need to know of one application beside what was typed, and the name of its sub-merchant. */
export async function readFixBase(db: Db | Tx, row: Application): Promise<{ base: FixBase; name: string }> {
  const { connectionId, subMchid } = row;
  const [subMerchant, attempts] = await Promise.all([
    db.subMerchant.findUnique({
      where: { connectionId_subMchid: { connectionId, subMchid } },
      select: { name: true, h5State: true, limitGrade: true },
    }),
    db.submission.findMany({ where: { applicationId: row.id }, orderBy: { number: 'desc' } }),
  ]);
  return {
    name: subMerchant?.name ?? '',
    base: {
      version: row.version,
      applymentType: row.applymentType,
      state: row.state,
      h5State: subMerchant?.h5State ?? 'UNKNOWN',
      limitGrade: subMerchant?.limitGrade ?? null,
      values: newestValues(row, attempts),
      repeated: await rejectedPictures(db, connectionId, attempts),
    },
  };
}

/** The same for the pictures alone, of the application with this number. */
export async function repeatedOf(
  db: Db,
  connectionId: string,
  applymentId: string,
): Promise<Record<string, RepeatedPicture>> {
  const attempts = await db.submission.findMany({
    where: { application: { connectionId, kind: 'authorization', applymentId } },
    orderBy: { number: 'desc' },
  });
  return rejectedPictures(db, connectionId, attempts);
}

/**
 * The screenshots of rejected attempts by media ID, and those of the shelf that show the same. A certificate is not what a
 * reviewer rejects for what it shows: it may go along again.
 */
async function rejectedPictures(
  db: Pick<Db, '$queryRaw'>,
  connectionId: string,
  attempts: readonly Attempt[],
): Promise<Record<string, RepeatedPicture>> {
  const rejectedWith = new Map<string, number>();
  for (const { number, values, verdict } of attempts) {
    if (verdict !== 'rejected') continue;
    const read = fixValues.parse(values);
    for (const path of picturePaths) {
      if (path === 'company_register_cert') continue;
      for (const id of read[path]) if (!rejectedWith.has(id)) rejectedWith.set(id, number);
    }
  }
  const alike = await picturesLike(db, connectionId, [...rejectedWith.keys()]);
  const repeated: Record<string, RepeatedPicture> = {};
  for (const { mediaId, otherMediaId, isSame } of alike) {
    const attempt = rejectedWith.get(mediaId);
    if (attempt === undefined || repeated[otherMediaId]?.how === 'same') continue;
    repeated[otherMediaId] = { how: isSame ? 'same' : 'near', attempt };
  }
  for (const [id, attempt] of rejectedWith) repeated[id] = { how: 'same', attempt };
  return repeated;
}
