import 'server-only';
import type { Db, Tx } from '@/lib/db/client';
import type { Application } from '@/lib/db/generated/client';
import type { ApplicationRecord } from '@/lib/platform/wire/application';
import type { FixBase, RepeatedPicture } from './rules';
import { fixValues, valuesOf } from './schema';
import { toldRecord } from './told';

/** The record as it was told last; what cannot be read any more is empty. */
export const recordOf = ({ record }: Pick<Application, 'record'>): Partial<ApplicationRecord> => {
  const read = toldRecord.safeParse(record);
  return read.success ? read.data : {};
};

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
  const newest = attempts[0];
  return {
    name: subMerchant?.name ?? '',
    base: {
      version: row.version,
      applymentType: row.applymentType,
      state: row.state,
      h5State: subMerchant?.h5State ?? 'UNKNOWN',
      limitGrade: subMerchant?.limitGrade ?? null,
      values: newest ? fixValues.parse(newest.values) : valuesOf(recordOf(row)),
      repeated: rejectedPictures(attempts),
    },
  };
}

/** The pictures of rejected attempts, by media ID. */
function rejectedPictures(
  attempts: readonly { number: number; verdict: string | null; mediaIds: string[] }[],
): Record<string, RepeatedPicture> {
  const rejected = attempts.filter(({ verdict }) => verdict === 'rejected');
  return Object.fromEntries(
    rejected.flatMap(({ number, mediaIds }) => mediaIds.map((id) => [id, { how: 'same' as const, attempt: number }])),
  );
}
