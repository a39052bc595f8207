import 'server-only';
import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/client';

/**
 * Sign-in attempts, counted in the database for all processes together: ten for an address lock that address for a
 * quarter of an hour, a hundred from one network address lock that one.
 */
const PER_EMAIL_MAX = 10;
const PER_IP_MAX = 100;
/** What a passkey is to sign can be asked for without a try, and of many who share an address. */
const CHALLENGES_PER_IP_MAX = 300;
const WINDOW_MS = 15 * 60 * 1000;

export type Attempts = {
  /**
   * Counts an attempt before its password is looked at, so that parallel guesses are counted too. Answers the seconds
   * until another one is heard, or null when this one is.
   */
  begin: (email: string, ip: string) => Promise<number | null>;
  /** Counts an attempt of which no e-mail address is known, by its network address alone; answers alike. */
  beginFrom: (ip: string) => Promise<number | null>;
  /** Counts that a challenge for a passkey was asked for by somebody who is not signed in; answers alike. */
  beginChallenge: (ip: string) => Promise<number | null>;
  /** A right password that is not enough: the try counts against the address, and not against the network address. */
  rightSoFar: (ip: string) => Promise<void>;
  /** A right password: the address starts anew, and this attempt does not count against the network address. */
  succeeded: (email: string, ip: string) => Promise<void>;
};

const counted = z.array(z.object({ count: z.number(), expires: z.date() }));

export function createAttempts(db: Db, now: () => Date): Attempts {
  const count = async (key: string, max: number) => {
    const at = now();
    const expires = new Date(at.getTime() + WINDOW_MS);
    const rows = await db.$queryRaw(Prisma.sql`
      INSERT INTO "SignInAttempt" ("key", "count", "expires") VALUES (${key}, 1, ${expires})
      ON CONFLICT ("key") DO UPDATE SET
        "count" = CASE WHEN "SignInAttempt"."expires" <= ${at} THEN 1 ELSE "SignInAttempt"."count" + 1 END,
        "expires" = CASE WHEN "SignInAttempt"."expires" <= ${at} THEN ${expires} ELSE "SignInAttempt"."expires" END
      RETURNING "count", "expires"`);
    const [row] = counted.parse(rows);
    return row && row.count > max ? Math.ceil((row.expires.getTime() - at.getTime()) / 1000) : null;
  };
  const beginFrom = (ip: string) => count(`ip ${ip}`, PER_IP_MAX);
  const giveBack = async (ip: string) => {
    await db.signInAttempt.updateMany({ where: { key: `ip ${ip}` }, data: { count: { decrement: 1 } } });
  };
  return {
    begin: async (email, ip) => (await count(`email ${email}`, PER_EMAIL_MAX)) ?? (await beginFrom(ip)),
    beginFrom,
    beginChallenge: (ip) => count(`challenge ${ip}`, CHALLENGES_PER_IP_MAX),
    rightSoFar: giveBack,
    succeeded: async (email, ip) => {
      await db.signInAttempt.deleteMany({ where: { key: `email ${email}` } });
      await giveBack(ip);
    },
  };
}
