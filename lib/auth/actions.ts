'use server';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { recordAudit } from '@/lib/audit/record';
import { endOtherSessions, endOwnSession } from '@/lib/auth/own-sessions';
import { endSession } from '@/lib/auth/sessions';
import { currentSession, currentStaff } from '@/lib/boundary';
import { context } from '@/lib/context';
import type { Locale } from '@/lib/i18n/locale';
import { isLocale } from '@/lib/i18n/locale';
import { paths } from '@/lib/paths';
import type { Result } from '@/lib/result';
import { refuse } from '@/lib/result';
import { parsed } from './second-factor';
import { actorOf } from './staff';
import { proveByCode, proveByPasskey, proveByPassword } from './step-up';

/** Keeps the language in which the person reads the console. Anything that is not one of ours changes nothing. */
export async function saveLocaleAction(locale: string): Promise<void> {
  const staff = await currentStaff();
  if (!staff || !isLocale(locale)) return;
  const { db } = await context();
  await db.staff.update({ where: { id: staff.id }, data: { locale } });
}

const zoneName = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  });

/** Keeps the zone (IANA name) in which the person reads times. A name that is none changes nothing. */
export async function saveZoneAction(zone: string): Promise<void> {
  const staff = await currentStaff();
  const named = zoneName.safeParse(zone);
  if (!staff || !named.success) return;
  const { db } = await context();
  await db.staff.update({ where: { id: staff.id }, data: { timeZone: named.data } });
}

/**
 * Called once after a sign-in: the person's language, for the cookie that pages are drawn by. Who has none yet gets the
 * one that the sign-in page was shown in (screens 1). Sets no cookie itself: that would draw the sign-in page anew, which
 * leads a signed-in person on before the caller does.
 */
export async function settleInAction(): Promise<Locale | null> {
  const staff = await currentStaff();
  if (!staff) return null;
  if (isLocale(staff.locale)) return staff.locale;
  const shown = await getLocale();
  if (!isLocale(shown)) return null;
  await saveLocaleAction(shown);
  return shown;
}

const proof = z.union([
  z.object({ password: z.string().min(1).max(256) }),
  z.object({ code: z.string().min(1).max(64) }),
  z.object({ passkey: z.string().min(1).max(16_000) }),
]);

/**
 * Proves anew, in this session, that the person who is signed in sits in front of it: by what they have, and by password
 * only where that is all. It belongs to no connection.
 */
export async function stepUpAction(raw: z.input<typeof proof>): Promise<Result<null>> {
  const session = await currentSession();
  if (!session) return refuse({ kind: 'signed-out' });
  const given = proof.safeParse(raw);
  if (!given.success) return refuse({ kind: 'conflict', rule: 'password-wrong' });
  const own = { staff: session.staff, sessionId: session.sessionId };
  const held = await context();
  if ('password' in given.data) return proveByPassword(held, own, given.data.password);
  if ('code' in given.data) return proveByCode(held, own, given.data.code);
  const surroundings = { ...held, publicUrl: held.environment.publicUrl };
  return proveByPasskey(surroundings, own, parsed(given.data.passkey));
}

/** Ends another one of one's own sessions; this one is ended by signing out. */
export async function endOwnSessionAction(raw: { sessionId: string }): Promise<Result<null>> {
  const session = await currentSession();
  if (!session) return refuse({ kind: 'signed-out' });
  const asked = z.object({ sessionId: z.uuid() }).safeParse(raw);
  if (!asked.success || asked.data.sessionId === session.sessionId) return refuse({ kind: 'not-found' });
  return endOwnSession(await context(), session.staff, asked.data.sessionId);
}

/** Ends all of one's own sessions but this one. */
export async function endOtherSessionsAction(): Promise<Result<{ ended: number }>> {
  const session = await currentSession();
  return session ? endOtherSessions(await context(), session) : refuse({ kind: 'signed-out' });
}

/** Ends this browser's session, with an entry in the trail: a copy of its cookie is worth nothing any more. */
export async function signOutAction(): Promise<void> {
  const session = await currentSession();
  if (session) {
    const { staff, sessionId } = session;
    const { db, now } = await context();
    const at = now();
    await db.$transaction(async (tx) => {
      await endSession(tx, { id: sessionId, staffId: staff.id }, { at, cause: 'signed-out' });
      await recordAudit(tx, {
        actor: actorOf(staff),
        at,
        connectionId: null,
        object: { kind: 'staff', id: staff.id, name: staff.name },
        event: { action: 'staff.signed-out' },
      });
    });
  }
  const jar = await cookies();
  // Plain, `__Host-`, and the numbered parts of a long one.
  for (const { name } of jar.getAll().filter(({ name }) => name.includes('next-auth.session-token'))) {
    jar.set(name, '', { maxAge: 0, path: '/', httpOnly: true, sameSite: 'lax', secure: name.startsWith('__') });
  }
  redirect(paths.signIn({ reason: 'signed-out' }));
}
