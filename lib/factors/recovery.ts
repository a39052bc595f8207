import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '@/lib/db/client';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { groupsOf, RECOVERY_CODES, recoveryAlphabet } from './rules';

/** 80 random bits: far too many to guess, so that a plain hash keeps them. 256 is a multiple of 32, so that each letter is as likely. */
const CODE_LETTERS = 16;
const newCode = () => [...randomBytes(CODE_LETTERS)].map((byte) => recoveryAlphabet[byte % 32]).join('');
const hashOf = (staffId: string, code: string) => sha256(`${staffId} ${code}`);

/** Makes new codes in place of all that there were. They are answered this once; kept are hashes. */
export async function replaceCodes(tx: Tx, staffId: string, createdAt: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.recoveryCode.deleteMany({ where: { staffId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ staffId, codeSha256: hashOf(staffId, code), createdAt })),
  });
  return codes.map(groupsOf);
}

/** Uses a code up, without its groups. False for one that is not this person's, or was used. */
export async function takeRecoveryCode(
  { db, now }: { db: Pick<Db, 'recoveryCode'>; now: () => Date },
  staffId: string,
  code: string,
): Promise<boolean> {
  const { count } = await db.recoveryCode.updateMany({
    where: { staffId, codeSha256: hashOf(staffId, code), usedAt: null },
    data: { usedAt: now() },
  });
  return count === 1;
}
