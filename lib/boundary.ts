import 'server-only';
import { headers } from 'next/headers';
import { forbidden, notFound, redirect } from 'next/navigation';
import { getServerSession } from 'next-auth';
import { cache } from 'react';
import { z } from 'zod';
import { hasNul } from '@/lib/address-values';
import type { AskedObject } from '@/lib/audit/asked-object';
import { askedObject } from '@/lib/audit/asked-object';
import { recordAudit } from '@/lib/audit/record';
import { clientIp } from '@/lib/auth/client-ip';
import { deviceOf } from '@/lib/auth/device';
import { authOptions } from '@/lib/auth/options';
import type { Permission } from '@/lib/auth/permissions';
import { existsIn, mayDo, reaches } from '@/lib/auth/permissions';
import { rightsNow } from '@/lib/auth/roles';
import type { SessionLimits } from '@/lib/auth/session-rules';
import { causeOf, isOfPerson, leftOf, limitsOf } from '@/lib/auth/session-rules';
import { keepSession, standingSession } from '@/lib/auth/sessions';
import type { Staff } from '@/lib/auth/staff';
import { actorOf, isKeptOut } from '@/lib/auth/staff';
import { lastProof } from '@/lib/auth/step-up';
import type { SessionState } from '@/lib/auth/view';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Context } from '@/lib/context';
import { context } from '@/lib/context';
import { unstorablePaths } from '@/lib/db/storable';
import { lacksFactor, owesFactor } from '@/lib/factors/enforced';
import type { Purpose } from '@/lib/oidc/arrivals';
import { paths } from '@/lib/paths';
import type { Refusal, Result } from '@/lib/result';
import { refuse } from '@/lib/result';

const sessionUser = z.object({
  id: z.uuid(),
  tokenVersion: z.number(),
  sid: z.uuid(),
  /** Unix seconds. */
  authAt: z.number().nullish(),
});

/** next-auth's options over the process's context. */
export async function authOptionsHere(purpose: Purpose = { kind: 'sign-in' }) {
  const { db, now, vault, environment, log } = await context();
  const { authSecret: secret, trustProxy, publicUrl, demoAccounts } = environment;
  const whereabouts = async () => {
    const told = await headers();
    return { ip: clientIp(told, trustProxy), ...deviceOf(told.get('user-agent')) };
  };
  const isSecure = publicUrl.startsWith('https:');
  const oidc = environment.oidc && { settings: environment.oidc, purpose };
  return authOptions({
    db,
    now,
    vault,
    log,
    secret,
    trustProxy,
    demoAccounts,
    publicUrl,
    isSecure,
    whereabouts,
    oidc,
  });
}

type StandingSession = { staff: Staff; sessionId: string; limits: SessionLimits };
type Named =
  | ({ standing: 'stands' } & StandingSession)
  | { standing: 'ended'; cause: string | null; staff: Staff; sessionId: string }
  | { standing: 'disabled'; staff: Staff; sessionId: string };

/** Open pages say with each deed who opened them. */
const OPENED_BY = 'x-opened-by';

/**
 * Whom the session names, read once per request: the rows of the person and of the session say whether it still stands. A
 * cookie whose session has no row, as those of before there were any, does not.
 */
const namedStaff = cache(async (): Promise<Named | null> => {
  const { db, environment, now } = await context();
  const cookie = await getServerSession(await authOptionsHere());
  const user = sessionUser.safeParse(cookie?.user);
  if (!user.success) return null;
  const { authAt, sid: sessionId, ...named } = user.data;
  const signedInAt = authAt == null ? null : new Date(authAt * 1000);
  const [row, held, confirmedAt, told] = await Promise.all([
    db.staff.findUnique({ where: { id: named.id } }),
    db.staffSession.findFirst({ where: { id: sessionId, staffId: named.id } }),
    lastProof(db, { staffId: named.id, sessionId, signedInAt }),
    headers(),
  ]);
  if (!row) return null;
  // Somebody else signed in since this page was opened: what was typed into it is not theirs to do (bug-session-auth-01).
  if ((told.get(OPENED_BY) ?? row.id) !== row.id) return null;
  const { id, email, name, locale, timeZone } = row;
  const ip = clientIp(told, environment.trustProxy);
  const atIssuer = held?.how !== 'oidc' ? null : held.issuerFactor ? ('with-factor' as const) : ('plain' as const);
  const staff = { id, email, name, ...(await rightsNow(db, row)), locale, timeZone, ip, confirmedAt, atIssuer };
  if (isKeptOut(row, environment)) return { staff, sessionId, standing: 'disabled' };
  const idleMs = environment.sessionIdleMs;
  const at = now();
  const session =
    row.tokenVersion === named.tokenVersion
      ? await standingSession(db, held, { at, idleMs, isOfPerson: isOfPerson(told) })
      : null;
  if (!session) return { staff, sessionId, standing: 'ended', cause: held && causeOf(held, idleMs, at) };
  return { staff, sessionId, standing: 'stands', limits: limitsOf(session, idleMs) };
});

/** Who is signed in now, in which session, and until when. Somebody who was disabled, or whose session ended, is not. */
export async function currentSession(): Promise<StandingSession | null> {
  const named = await namedStaff();
  return named?.standing === 'stands' ? named : null;
}

export const currentStaff = async (): Promise<Staff | null> => (await currentSession())?.staff ?? null;

/** What every guarded page, action and view gets: the person, the connection, and the process's context. */
export type Guarded = { context: Context; staff: Staff; account: PlatformAccount };

async function auditRefused(
  held: Context,
  staff: Staff,
  permission: string,
  where: string,
  connectionId: string | null,
  object: AskedObject | null = null,
) {
  await held.db.$transaction((tx) =>
    recordAudit(tx, {
      actor: actorOf(staff),
      at: held.now(),
      connectionId,
      object: object ?? { kind: 'page', id: where },
      event: { action: 'access.refused', permission, where },
    }),
  );
}

/**
 * A deed without a session that stands. Who was disabled and still tries is known, and the trail says so; of a caller
 * without a name there is nothing to write but noise, which anybody could make without end.
 */
async function auditDisabled(
  held: Context,
  permission: string,
  where: string,
  slug: string | undefined,
  object: AskedObject | null = null,
) {
  const named = await namedStaff();
  if (named?.standing !== 'disabled') return;
  const account = slug === undefined ? null : held.accountBySlug(slug);
  await auditRefused(held, named.staff, permission, where, account?.connection.id ?? null, object);
}

/** The connections that this person works under: to them there are no others. */
export const accountsOf = (held: Context, staff: Staff): PlatformAccount[] =>
  held.accounts().filter(({ connection }) => reaches(staff, connection.id));

/** The connection of this address, or null where there is none for this person. */
export const accountOf = (held: Context, staff: Staff, slug: string): PlatformAccount | null =>
  accountsOf(held, staff).find(({ connection }) => connection.slug === slug) ?? null;

/** What the trail names as missing where a connection is not among a person's own. */
const NOT_THEIRS = 'connection';

/**
 * The connection that somebody asks for by its address. One that they do not work under is none to them, and the trail
 * says that they asked.
 */
async function findAccount(held: Context, staff: Staff, slug: string, where: string): Promise<PlatformAccount | null> {
  const account = accountOf(held, staff, slug);
  const others = account === null ? held.accountBySlug(slug) : null;
  if (others) await auditRefused(held, staff, NOT_THEIRS, where, others.connection.id);
  return account;
}

/**
 * Why this person may do nothing yet: they have a second factor and are still to give it (`owed`), or must set one up
 * (`none`); null for everybody else. Read once per request.
 */
const lacksSecondFactor = cache(async (staff: Staff): Promise<'owed' | 'none' | null> => {
  const held = await context();
  if (await owesFactor(held.db, staff)) return 'owed';
  return (await lacksFactor(held, staff)) ? 'none' : null;
});

/** What the trail says is missing where a second factor is. */
const SECOND_FACTOR = 'second-factor';
const withoutFactor: Refusal = { kind: 'conflict', rule: 'second-factor-needed' };

/** The guard of the page on which one's own second factors are set up: the only one for who must have one and has none. */
export async function requireSelf(next: string): Promise<{ context: Context; staff: Staff; lacksFactor: boolean }> {
  const staff = await currentStaff();
  if (!staff) redirect(paths.signIn({ next }));
  const lacks = await lacksSecondFactor(staff);
  if (lacks === 'owed') redirect(paths.again({ next }));
  return { context: await context(), staff, lacksFactor: lacks !== null };
}

/**
 * How the session of this browser stands, for the pages that are open in it. Asked again and again it keeps none alive;
 * posted, by a page whose person types or moves in it, it is a deed of theirs. It answers everybody: without a session
 * there is nothing to tell.
 */
export async function answerSession(request: Request): Promise<Response> {
  const { db, now, environment } = await context();
  const isDeed = request.method === 'POST';
  if (isDeed && !isOwnOrigin(request, environment.publicUrl)) return json({ kind: 'foreign-origin' }, 403);
  const named = await namedStaff();
  const at = now();
  const idleMs = environment.sessionIdleMs;
  if (named?.standing !== 'stands') {
    const cause = named?.standing === 'disabled' ? 'suspended' : (named?.cause ?? null);
    return json({ standing: 'ended', cause } satisfies SessionState, 200);
  }
  const { staff, sessionId } = named;
  const kept = isDeed ? await keepSession(db, { id: sessionId, staffId: staff.id }, { at, idleMs }) : null;
  if (isDeed && !kept) return json({ standing: 'ended', cause: null } satisfies SessionState, 200);
  const left = leftOf(kept ? limitsOf(kept, idleMs) : named.limits, at);
  return json({ standing: 'stands', staffId: staff.id, name: staff.name, ...left } satisfies SessionState, 200);
}

/** The guard of a page that belongs to no connection. */
export async function requireStaff(next: string): Promise<{ context: Context; staff: Staff }> {
  const staff = await currentStaff();
  if (!staff) redirect(paths.signIn({ next }));
  const lacks = await lacksSecondFactor(staff);
  if (lacks !== null) redirect(lacks === 'owed' ? paths.again({ next }) : paths.mySignIn({ next }));
  return { context: await context(), staff };
}

/** The guard of a page under a connection: signed in, connection known, permission held; a refusal is an audit entry. */
export async function requirePage(permission: Permission, slug: string, here: string): Promise<Guarded> {
  const { context: held, staff } = await requireStaff(here);
  const account = await findAccount(held, staff, slug, here);
  if (!account || !existsIn(permission, account.connection.mode) || hasNul(decodeURIComponent(here))) notFound();
  if (!mayDo(staff.permissions, permission)) {
    await auditRefused(held, staff, permission, here, account.connection.id);
    forbidden();
  }
  return { context: held, staff, account };
}

const addressed = z.object({ connection: z.string().max(64) });

/**
 * A server action is a public endpoint: guard, parse, run (architecture 5, step 3). Whatever cannot be done comes back as
 * a value; only a fault of ours throws.
 */
export function defineAction<Input extends z.ZodType, Value>(deed: {
  name: string;
  permission: Permission;
  input: Input;
  run: (guarded: Guarded, input: z.output<Input>) => Promise<Result<Value>>;
}): (raw: z.input<Input> & { connection: string }) => Promise<Result<Value>> {
  return async (raw) => {
    const staff = await currentStaff();
    const held = await context();
    const to = addressed.safeParse(raw);
    if (!staff) {
      await auditDisabled(held, deed.permission, deed.name, to.data?.connection, askedObject(raw));
      return refuse({ kind: 'signed-out' });
    }
    if (await lacksSecondFactor(staff)) {
      await auditRefused(held, staff, SECOND_FACTOR, deed.name, null, askedObject(raw));
      return refuse(withoutFactor);
    }
    const account = to.success ? await findAccount(held, staff, to.data.connection, deed.name) : null;
    if (!account || !existsIn(deed.permission, account.connection.mode)) return refuse({ kind: 'not-found' });
    if (!mayDo(staff.permissions, deed.permission)) {
      await auditRefused(held, staff, deed.permission, deed.name, account.connection.id, askedObject(raw));
      return refuse({ kind: 'forbidden', permission: deed.permission });
    }
    const input = deed.input.safeParse(raw);
    const wrong = input.success
      ? unstorablePaths(input.data)
      : input.error.issues.map(({ path }) => path.map(String).join('.'));
    if (!input.success || wrong.length > 0)
      return refuse({ kind: 'invalid', issues: wrong.map((path) => ({ path, rule: 'wrong-type' })) });
    return deed.run({ context: held, staff, account }, input.data);
  };
}

const json = (body: unknown, status: number) =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });

/** True when the browser says that the call comes from a page of ours, or nothing says otherwise (no browser at all). */
function isOwnOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = request.headers.get('origin');
  return origin === null || origin === new URL(publicUrl).origin;
}

type RouteContext<Params> = { params: Promise<Params> };

/** A guarded route handler under a connection. Refusals are JSON with a status; the body never carries internals. */
export function defineView<Params extends { connection: string }>(view: {
  name: string;
  /** Of several, one is enough. */
  permission: Permission | readonly Permission[];
  run: (guarded: Guarded, request: Request, params: Params) => Promise<Response>;
}): (request: Request, route: RouteContext<Params>) => Promise<Response> {
  return async (request, route) => {
    const held = await context();
    if (request.method !== 'GET' && !isOwnOrigin(request, held.environment.publicUrl))
      return json({ kind: 'foreign-origin' }, 403);
    const params = await route.params;
    const staff = await currentStaff();
    const asked = [view.permission].flat();
    if (!staff) {
      // An open page that asks how things stand, again and again, is no deed.
      if (request.method !== 'GET') await auditDisabled(held, asked.join(', '), view.name, params.connection);
      return json({ kind: 'signed-out' }, 401);
    }
    if (await lacksSecondFactor(staff)) {
      if (request.method !== 'GET') await auditRefused(held, staff, SECOND_FACTOR, view.name, null);
      return json(withoutFactor, 403);
    }
    if (Object.values(params).some(hasNul)) return json({ kind: 'not-found' }, 404);
    const account = await findAccount(held, staff, params.connection, view.name);
    if (!account || !asked.some((permission) => existsIn(permission, account.connection.mode)))
      return json({ kind: 'not-found' }, 404);
    if (!asked.some((permission) => mayDo(staff.permissions, permission))) {
      const permission = asked.join(', ');
      await auditRefused(held, staff, permission, view.name, account.connection.id);
      return json({ kind: 'forbidden', permission }, 403);
    }
    return view.run({ context: held, staff, account }, request, params);
  };
}

export { json as jsonAnswer };
