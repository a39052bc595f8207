import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { z } from 'zod';
import { recordAudit } from '@/lib/audit/record';
import { createAttempts } from '@/lib/auth/attempts';
import { clientIp } from '@/lib/auth/client-ip';
import { passwordFits } from '@/lib/auth/password';
import { SESSION_LIFE_MS } from '@/lib/auth/session-rules';
import type { Whereabouts } from '@/lib/auth/sessions';
import { beginSession } from '@/lib/auth/sessions';
import type { Db } from '@/lib/db/client';
import { paths } from '@/lib/paths';

const credentials = z.object({ email: z.email().max(254), password: z.string().min(1).max(256) });

export type AuthSurroundings = {
  db: Db;
  now: () => Date;
  secret: string;
  trustProxy: number;
  /** Browsers reach us over https: cookies then travel over nothing else, and no other host of our domain can set them. */
  isSecure: boolean;
  log: (event: { what: string }) => void;
  /** Where the caller is; asked once, when a session begins. */
  whereabouts: () => Promise<Whereabouts>;
};

/** What a wrong sign-in answers: never whether the address exists. `locked` carries the seconds that are left. */
export type SignInRefusal = 'credentials' | `locked:${number}`;

/**
 * Sign-in by password (screens 1). The session is a signed cookie that names the person and a version; both are compared
 * with the staff row on every request (`currentStaff`), so that a suspended person is out at once. It has an id of its own:
 * that of its row (`lib/auth/sessions`), without which it does not stand, and under which a later proof by password is kept
 * (`lib/auth/step-up`); and the second in which it began.
 */
export function authOptions(surroundings: AuthSurroundings): NextAuthOptions {
  const { db, now, secret, trustProxy, isSecure, log, whereabouts } = surroundings;
  const attempts = createAttempts(db, now);
  const audit = (email: string, ip: string | null, cause: 'credentials' | 'locked' | 'disabled') =>
    db.$transaction((tx) =>
      recordAudit(tx, {
        actor: { kind: 'anonymous', name: email, ip },
        at: now(),
        connectionId: null,
        object: { kind: 'staff', id: email },
        event: { action: 'staff.sign-in-refused', cause },
      }),
    );
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
        credentials: { email: {}, password: {} },
        async authorize(raw, request) {
          const given = credentials.safeParse(raw);
          if (!given.success) throw new Error('credentials' satisfies SignInRefusal);
          const email = given.data.email.toLowerCase();
          const ip = clientIp(new Headers(request.headers as Record<string, string>), trustProxy);
          const lockedFor = await attempts.begin(email, ip ?? 'unknown');
          if (lockedFor !== null) {
            await audit(email, ip, 'locked');
            throw new Error(`locked:${lockedFor}` satisfies SignInRefusal);
          }
          const staff = await db.staff.findUnique({ where: { email } });
          const fits = await passwordFits(staff?.passwordHash ?? null, given.data.password);
          if (!staff || !fits || staff.disabledAt !== null) {
            await audit(email, ip, staff && fits ? 'disabled' : 'credentials');
            throw new Error('credentials' satisfies SignInRefusal);
          }
          await attempts.succeeded(email, ip ?? 'unknown');
          await db.$transaction(async (tx) => {
            await tx.staff.update({ where: { id: staff.id }, data: { lastSeenAt: now() } });
            await recordAudit(tx, {
              actor: { kind: 'staff', id: staff.id, name: staff.name, roles: staff.roles, ip },
              at: now(),
              connectionId: null,
              object: { kind: 'staff', id: staff.id, name: staff.name },
              event: { action: 'staff.signed-in' },
            });
          });
          return { id: staff.id, name: staff.name, email: staff.email, tokenVersion: staff.tokenVersion };
        },
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (user) {
          token.sub = user.id;
          token.tokenVersion = (user as { tokenVersion?: number }).tokenVersion;
          const at = now();
          token.sid = await beginSession(db, { staffId: user.id, at, from: await whereabouts(), how: 'password' });
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
