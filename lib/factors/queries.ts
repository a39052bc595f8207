import 'server-only';
import type { Db, Tx } from '@/lib/db/client';
import type { MyFactors, Ways } from './view';

/** What a person has beside the password. */
export async function waysOf(db: Pick<Db | Tx, 'totpSecret' | 'passkey'>, staffId: string): Promise<Ways> {
  const [apps, passkeys] = await Promise.all([
    db.totpSecret.count({ where: { staffId, secret: { not: null } } }),
    db.passkey.count({ where: { staffId } }),
  ]);
  return { code: apps > 0, passkey: passkeys > 0 };
}

export const hasAny = ({ code, passkey }: Ways): boolean => code || passkey;

/** One's own second factors, without what they prove by. */
export async function myFactors(db: Db, staffId: string, isEnforced: boolean): Promise<MyFactors> {
  const [app, passkeys, recoveryLeft] = await Promise.all([
    db.totpSecret.findUnique({ where: { staffId }, select: { confirmedAt: true } }),
    db.passkey.findMany({
      where: { staffId },
      orderBy: { createdAt: 'asc' },
      select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    }),
    db.recoveryCode.count({ where: { staffId, usedAt: null } }),
  ]);
  return {
    totpSince: app?.confirmedAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryLeft,
    isEnforced,
  };
}
