import 'server-only';
import type { AuditEvent } from '@/lib/audit/events';
import { recordAudit } from '@/lib/audit/record';
import type { Attempts } from '@/lib/auth/attempts';
import type { Staff } from '@/lib/auth/staff';
import { actorOf, holdStanding } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import type { OidcSettings } from '@/lib/env';
import { hasAny, waysOf } from '@/lib/factors/queries';
import type { Locale } from '@/lib/i18n/locale';
import { isLocale } from '@/lib/i18n/locale';
import { paths } from '@/lib/paths';
import { isProven } from '@/lib/policies/rules';
import { oidcProvider } from './provider';
import type { Claims } from './rules';
import { claims, hasIssuerFactor, signedInAtIssuer } from './rules';

/** Somebody whom the issuer sent back and who is staff here. */
export type Arrived = {
  staffId: string;
  tokenVersion: number;
  /**
   * When they signed in at the issuer, which counts as a proof as a password does; null where it does not say, and where a
   * second factor is still to be given.
   */
  provenAt: Date | null;
  /** The issuer told of a second factor that counts here. */
  issuerFactor: boolean;
};

/** What somebody went to the issuer for: to sign in, or to prove in a session that stands that they sit in front of it. */
export type Purpose =
  | {
      kind: 'sign-in';
      /** The language of the sign-in page: it is theirs from now on where they have none yet. */
      shownIn?: Locale | null;
      /** Told once somebody is let in, with the language that they read in. */
      arrived?: (person: { locale: Locale }) => void;
    }
  | { kind: 'prove'; session: { staff: Staff; sessionId: string } | null };

export type ArrivalSurroundings = {
  db: Db;
  now: () => Date;
  settings: OidcSettings;
  purpose: Purpose;
  attempts: Attempts;
  ip: () => Promise<string | null>;
};

type RefusedBecause = Extract<AuditEvent, { action: 'staff.sign-in-refused' }>['cause'];
type Judged = { cause: RefusedBecause } | { cause: null; arrived: Arrived; locale: string | null };

/** The row of whoever has this account at the issuer, held; or null. */
async function boundStaff(tx: Tx, { iss, sub }: Claims) {
  await tx.$queryRaw`SELECT 1 AS held FROM "Staff" WHERE "oidcIssuer" = ${iss} AND "oidcSubject" = ${sub} FOR NO KEY UPDATE`;
  return tx.staff.findUnique({ where: { oidcIssuer_oidcSubject: { oidcIssuer: iss, oidcSubject: sub } } });
}

/**
 * Who comes from the issuer. The account there is known by issuer and `sub` alone; the first time it is matched by a verified
 * address with somebody who is staff already, and is theirs from then on: whatever address it has later. Nobody becomes
 * staff by it. One object serves one request.
 */
export function createArrivals(surroundings: ArrivalSurroundings) {
  const { db, now, settings, purpose, attempts } = surroundings;
  let last: Arrived | null = null;

  const admit = (token: Claims, ip: string | null): Promise<Judged> =>
    db.$transaction(async (tx) => {
      const at = now();
      const bound = await boundStaff(tx, token);
      const email = token.email?.toLowerCase();
      if (!bound && (token.email_verified !== true || email === undefined)) return { cause: 'issuer-unverified' };
      if (!bound) {
        // Whoever was invited counts as there from now on.
        await holdStanding(tx);
        await tx.$queryRaw`SELECT 1 AS held FROM "Staff" WHERE "email" = ${email ?? ''} FOR NO KEY UPDATE`;
      }
      const person = bound ?? (await tx.staff.findUnique({ where: { email: email ?? '' } }));
      if (!person) return { cause: 'issuer-unknown' };
      if (person.disabledAt !== null) return { cause: 'disabled' };
      // Somebody else at the issuer has the address now: it was given on, and the person is not.
      if (!bound && person.oidcSubject !== null) return { cause: 'issuer-other' };
      const { id, name, roles, tokenVersion } = person;
      const shownIn = purpose.kind === 'sign-in' ? (purpose.shownIn ?? null) : null;
      const locale = person.locale ?? shownIn;
      const entry = {
        actor: { kind: 'staff', id, name, roles, ip } as const,
        at,
        connectionId: null,
        object: { kind: 'staff', id, name },
      };
      if (!bound) {
        const account = { oidcIssuer: token.iss, oidcSubject: token.sub, oidcBoundAt: at };
        await tx.staff.update({ where: { id }, data: { ...account, version: { increment: 1 } } });
        await recordAudit(tx, {
          ...entry,
          event: { action: 'staff.issuer-bound', issuer: token.iss, email: email ?? '' },
        });
      }
      await tx.staff.update({ where: { id }, data: { lastSeenAt: at, locale } });
      await recordAudit(tx, { ...entry, event: { action: 'staff.signed-in', by: 'oidc' } });
      const issuerFactor = hasIssuerFactor(token, settings);
      // Who has a second factor here gives it as well, unless the issuer's counts (`owesFactor`).
      const isEnough = issuerFactor || !hasAny(await waysOf(tx, id));
      const provenAt = isEnough ? signedInAtIssuer(token, at) : null;
      const arrived: Arrived = { staffId: id, tokenVersion, provenAt, issuerFactor };
      return { cause: null, arrived, locale };
    });

  /** Keeps that the person of a session signed in at the issuer just now, at the account that is theirs; false if not. */
  const prove = (token: Claims, { staff, sessionId }: { staff: Staff; sessionId: string }): Promise<boolean> =>
    db.$transaction(async (tx) => {
      const at = now();
      const entry = {
        actor: actorOf(staff),
        at,
        connectionId: null,
        object: { kind: 'staff', id: staff.id, name: staff.name },
      };
      const signedInAt = signedInAtIssuer(token, at);
      const bound = await boundStaff(tx, token);
      const isEnough = hasIssuerFactor(token, settings) || !hasAny(await waysOf(tx, staff.id));
      if (!isEnough || bound?.id !== staff.id || signedInAt === null || !isProven(signedInAt, at)) {
        await recordAudit(tx, { ...entry, event: { action: 'staff.step-up-refused', cause: 'issuer' } });
        return false;
      }
      const proof = { staffId: staff.id, at: signedInAt };
      await tx.stepUp.upsert({ where: { sessionId }, create: { sessionId, ...proof }, update: proof });
      await recordAudit(tx, { ...entry, event: { action: 'staff.proven', by: 'oidc' } });
      return true;
    });

  /** Says of what the issuer sent whether a session begins (true), or where the browser goes instead of it. */
  const judge = async (sent: unknown): Promise<boolean | string> => {
    const token = claims.parse(sent);
    if (purpose.kind === 'prove') {
      const isProvenNow = purpose.session !== null && (await prove(token, purpose.session));
      return paths.again({ done: isProvenNow ? 'yes' : 'no' });
    }
    const ip = await surroundings.ip();
    const judged = await admit(token, ip);
    if (judged.cause === null) {
      await attempts.rightSoFar(ip ?? 'unknown');
      last = judged.arrived;
      if (purpose.kind === 'sign-in' && isLocale(judged.locale)) purpose.arrived?.({ locale: judged.locale });
      return true;
    }
    const { cause } = judged;
    const named = token.email ?? token.sub;
    await db.$transaction((tx) =>
      recordAudit(tx, {
        actor: { kind: 'anonymous', name: named, ip },
        at: now(),
        connectionId: null,
        object: { kind: 'staff', id: named },
        event: { action: 'staff.sign-in-refused', cause },
      }),
    );
    return false;
  };

  return { provider: oidcProvider(settings), judge, arrived: () => last };
}
