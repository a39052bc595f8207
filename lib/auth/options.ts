import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { z } from 'zod';
import type { AuditEvent } from '@/lib/audit/events';
import { recordAudit } from '@/lib/audit/record';
import { createAttempts } from '@/lib/auth/attempts';
import { clientIp } from '@/lib/auth/client-ip';
import { passwordFits } from '@/lib/auth/password';
import type { FactorProofs } from '@/lib/auth/second-factor';
import { judgePasskey, judgeSecondFactor } from '@/lib/auth/second-factor';
import { SESSION_LIFE_MS } from '@/lib/auth/session-rules';
import type { SignedInBy, Whereabouts } from '@/lib/auth/sessions';
import { beginSession } from '@/lib/auth/sessions';
import { isKeptOut } from '@/lib/auth/staff';
import type { Db } from '@/lib/db/client';
import type { OidcSettings } from '@/lib/env';
import type { Purpose } from '@/lib/oidc/arrivals';
import { createArrivals } from '@/lib/oidc/arrivals';
import { OIDC } from '@/lib/oidc/rules';
import { paths } from '@/lib/paths';

const credentials = z.object({
  email: z.email().max(254),
  password: z.string().min(1).max(256),
  /** Of an app, or of recovery; only where the person has a second factor. */
  code: z.string().max(64).optional(),
});
const byPasskeyAlone = z.object({ passkey: z.string().max(16_000) });

export type AuthSurroundings = {
  db: Db;
  now: () => Date;
  /** What second factors are judged with. */
  vault: FactorProofs['vault'];
  publicUrl: string;
  secret: string;
  trustProxy: number;
  /** Whether accounts of the demo let anybody in (`lib/env`). */
  demoAccounts: boolean;
  /** Browsers reach us over https: cookies then travel over nothing else, and no other host of our domain can set them. */
  isSecure: boolean;
  log: (event: { what: string }) => void;
  /** Where the caller is; asked once, when a session begins. */
  whereabouts: () => Promise<Whereabouts>;
  /** Single sign-on; null where it is not set up. */
  oidc?: { settings: OidcSettings; purpose: Purpose } | null;
};

/**
 * What a wrong sign-in answers: never whether the address exists. `locked` carries the seconds that are left. Whoever gave
 * the right password is asked for a second factor by `second-factor` and what there is of them, and told whether it fits.
 */
export type SignInRefusal =
  | 'credentials'
  | `locked:${number}`
  | `second-factor:${'code' | 'passkey' | 'both'}`
  | 'second-factor-wrong'
  | 'passkey';

type RefusedBecause = Extract<AuditEvent, { action: 'staff.sign-in-refused' }>['cause'];
type SigningIn = {
  staff: NonNullable<Awaited<ReturnType<Db['staff']['findUnique']>>>;
  by: Exclude<SignedInBy, 'oidc'>;
};

/**
 * Sign-in (screens 1). The session is a signed cookie that names the person and a version; both are compared
 * with the staff row on every request (`currentStaff`), so that a suspended person is out at once. It has an id of its own:
 * that of its row (`lib/auth/sessions`), without which it does not stand, and under which a later proof is kept
 * (`lib/auth/step-up`); and the second in which it began.
 */
export function authOptions(surroundings: AuthSurroundings): NextAuthOptions {
  const { db, now, secret, trustProxy, isSecure, log, whereabouts } = surroundings;
  const attempts = createAttempts(db, now);
  const callerIp = async () => (await whereabouts()).ip;
  const arrivals = surroundings.oidc ? createArrivals({ db, now, attempts, ip: callerIp, ...surroundings.oidc }) : null;
  const audit = (email: string, ip: string | null, cause: RefusedBecause) =>
    db.$transaction((tx) =>
      recordAudit(tx, {
        actor: { kind: 'anonymous', name: email, ip },
        at: now(),
        connectionId: null,
        object: { kind: 'staff', id: email },
        event: { action: 'staff.sign-in-refused', cause },
      }),
    );
  const refuse = (refusal: SignInRefusal): never => {
    throw new Error(refusal);
  };

  /** By password, and by a second factor where the person has one: both are given in one call, and only together are enough. */
  const byPassword = async (raw: unknown, ip: string | null): Promise<SigningIn> => {
    const given = credentials.safeParse(raw);
    if (!given.success) return refuse('credentials');
    const email = given.data.email.toLowerCase();
    const lockedFor = await attempts.begin(email, ip ?? 'unknown');
    if (lockedFor !== null) {
      await audit(email, ip, 'locked');
      return refuse(`locked:${lockedFor}`);
    }
    const staff = await db.staff.findUnique({ where: { email } });
    const fits = await passwordFits(staff?.passwordHash ?? null, given.data.password);
    if (!staff || !fits || isKeptOut(staff, surroundings)) {
      await audit(email, ip, staff && fits ? 'disabled' : 'credentials');
      return refuse('credentials');
    }
    const second = await judgeSecondFactor(surroundings, staff.id, given.data.code);
    if (second.kind === 'fits') return { staff, by: second.by };
    if (second.kind === 'asked') {
      await attempts.rightSoFar(ip ?? 'unknown');
      const { code, passkey } = second.ways;
      return refuse(`second-factor:${code && passkey ? 'both' : code ? 'code' : 'passkey'}`);
    }
    await audit(email, ip, 'second-factor');
    return refuse('second-factor-wrong');
  };

  /** By a passkey alone, which verified the person itself. Whose it is comes with it, so the network address is counted. */
  const byPasskey = async (text: string, ip: string | null): Promise<SigningIn> => {
    const lockedFor = await attempts.beginFrom(ip ?? 'unknown');
    if (lockedFor !== null) {
      await audit('passkey', ip, 'locked');
      return refuse(`locked:${lockedFor}`);
    }
    const signed = await judgePasskey(surroundings, text);
    const staff = signed.staffId === null ? null : await db.staff.findUnique({ where: { id: signed.staffId } });
    if (signed.fits && staff && !isKeptOut(staff, surroundings)) return { staff, by: 'passkey' };
    const cause = signed.fits ? 'disabled' : signed.cause === 'copied' ? 'passkey-copied' : 'passkey';
    await audit(staff?.email ?? 'passkey', ip, cause);
    return refuse('passkey');
  };
  return {
    secret,
    useSecureCookies: isSecure,
    cookies: {
      sessionToken: {
        name: `${isSecure ? '__Host-' : ''}next-auth.session-token`,
        // Lax: who follows a link in a mail is signed in. What changes anything looks at the origin besides.
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      },
    },
    session: { strategy: 'jwt', maxAge: SESSION_LIFE_MS / 1000 },
    pages: { signIn: paths.signIn(), error: paths.signIn() },
    logger: {
      // The names of the package's troubles, never its words: they quote what a stranger sent. A session cookie that cannot
      // be read is no trouble, it is nobody's session.
      error: (code) => code !== 'JWT_SESSION_ERROR' && log({ what: `sign-in: ${code}` }),
      warn: (code) => log({ what: `sign-in: ${code}` }),
      debug: () => {},
    },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {}, passkey: {} },
        async authorize(raw, request) {
          const ip = clientIp(new Headers(request.headers as Record<string, string>), trustProxy);
          const alone = byPasskeyAlone.safeParse(raw);
          const { staff, by } = alone.success ? await byPasskey(alone.data.passkey, ip) : await byPassword(raw, ip);
          await attempts.succeeded(staff.email, ip ?? 'unknown');
          await db.$transaction(async (tx) => {
            await tx.staff.update({ where: { id: staff.id }, data: { lastSeenAt: now() } });
            await recordAudit(tx, {
              actor: { kind: 'staff', id: staff.id, name: staff.name, roles: staff.roles, ip },
              at: now(),
              connectionId: null,
              object: { kind: 'staff', id: staff.id, name: staff.name },
              event: { action: 'staff.signed-in', by },
            });
          });
          const { id, name, email, tokenVersion } = staff;
          return { id, name, email, tokenVersion, by };
        },
      }),
      ...(arrivals ? [arrivals.provider] : []),
    ],
    callbacks: {
      signIn: ({ account, profile }) => (account?.provider === OIDC && arrivals ? arrivals.judge(profile) : true),
      async jwt({ token, user, account }) {
        const arrived = account?.provider === OIDC ? arrivals?.arrived() : null;
        if (user && arrived) {
          const { staffId, tokenVersion, provenAt, issuerFactor } = arrived;
          const from = await whereabouts();
          const sid = await beginSession(db, { staffId, at: now(), from, how: 'oidc', issuerFactor });
          const authAt = provenAt && Math.floor(provenAt.getTime() / 1000);
          Object.assign(token, { sub: staffId, tokenVersion, sid, authAt });
        } else if (user) {
          token.sub = user.id;
          const { tokenVersion, by = 'password' } = user as { tokenVersion?: number; by?: SignedInBy };
          token.tokenVersion = tokenVersion;
          const at = now();
          token.sid = await beginSession(db, { staffId: user.id, at, from: await whereabouts(), how: by });
          token.authAt = Math.floor(at.getTime() / 1000);
        }
        return token;
      },
      // The sign-in page itself goes on; what a request names as the address to go to is never read.
      redirect: ({ baseUrl }) => baseUrl,
      // Only what the guard compares: nothing of the person travels to the browser's script.
      session({ session, token }) {
        return {
          expires: session.expires,
          user: { id: token.sub, tokenVersion: token.tokenVersion, sid: token.sid, authAt: token.authAt },
        } as typeof session;
      },
    },
  };
}
