import { cookies, headers } from 'next/headers';
import { z } from 'zod';
import { createAttempts } from '@/lib/auth/attempts';
import { clientIp } from '@/lib/auth/client-ip';
import { ownPath } from '@/lib/auth/own-path';
import { currentSession, jsonAnswer } from '@/lib/boundary';
import { context } from '@/lib/context';
import { isLocale, localeCookie } from '@/lib/i18n/locale';
import type { Purpose } from '@/lib/oidc/arrivals';
import { isAtIssuer } from '@/lib/oidc/provider';
import { paths } from '@/lib/paths';

/** Hands the sign-in package a request of ours: its body and its query hold nothing but these. */
export type Hand = (given: { purpose?: Purpose; body?: string; search?: URLSearchParams }) => Promise<Response>;

const notThere = () => jsonAnswer({ kind: 'not-found' }, 404);

/** What the browser keeps while its person is at the issuer: where to go on to, or that they only prove who they are. */
const kept = z.object({ next: z.string(), prove: z.boolean() }).catch({ next: paths.root(), prove: false });
const KEPT = 'sign-in-for';
const keptOptions = { httpOnly: true, sameSite: 'lax', path: '/api/auth' } as const;
const KEPT_S = 15 * 60;

const asked = z.object({
  csrfToken: z.string(),
  json: z.literal('true'),
  next: z.string().max(2048).optional(),
  prove: z.literal('true').optional(),
});

/** Answers the issuer's address to go to, or that the issuer does not answer. Who proves anew is asked there again. */
export async function goToIssuer(typed: unknown, hand: Hand): Promise<Response> {
  const { db, now, environment } = await context();
  const { oidc, trustProxy, publicUrl } = environment;
  if (!oidc) return notThere();
  const given = asked.safeParse(typed);
  if (!given.success) return jsonAnswer({ kind: 'invalid' }, 400);
  const { csrfToken, json, next, prove } = given.data;
  // Whoever comes back and is let in takes this try back.
  const lockedForSeconds = await createAttempts(db, now).beginFrom(clientIp(await headers(), trustProxy) ?? 'unknown');
  if (lockedForSeconds !== null) return jsonAnswer({ kind: 'locked', seconds: lockedForSeconds }, 429);
  const answer = await hand({
    body: new URLSearchParams({ csrfToken, json }).toString(),
    search: new URLSearchParams(prove ? { prompt: 'login', max_age: '0' } : {}),
  });
  const told: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  const to = z.object({ url: z.url() }).safeParse(told);
  // It comes from the issuer's metadata, and leads to the issuer or nowhere.
  if (!to.success || !isAtIssuer(new URL(to.data.url), oidc)) return jsonAnswer({ kind: 'issuer-unreachable' }, 502);
  const going = { next: ownPath(next) ?? paths.root(), prove: prove === 'true' };
  const secure = publicUrl.startsWith('https:');
  (await cookies()).set(KEPT, JSON.stringify(going), { ...keptOptions, maxAge: KEPT_S, secure });
  return answer;
}

/** What an issuer sends back with the browser; nothing else of the address is read. */
const sentBack = ['code', 'state', 'iss', 'error'];
const SENT_BACK_MAX = 4096;

const readKept = (text: string | undefined) => {
  try {
    return kept.parse(JSON.parse(text ?? ''));
  } catch {
    return kept.parse(null);
  }
};

/** Takes in whom the issuer sends back: on to where they were going, or to the page that says what went wrong. */
export async function comeBack(request: Request, hand: Hand): Promise<Response> {
  const { environment } = await context();
  if (!environment.oidc) return notThere();
  const jar = await cookies();
  const { next, prove } = readKept(jar.get(KEPT)?.value);
  jar.set(KEPT, '', { ...keptOptions, maxAge: 0 });
  const given = new URL(request.url).searchParams;
  const search = new URLSearchParams();
  for (const name of sentBack) {
    const value = given.get(name);
    if (value !== null && value.length <= SENT_BACK_MAX) search.set(name, value);
  }
  const shown = jar.get(localeCookie)?.value;
  const purpose: Purpose = prove
    ? { kind: 'prove', session: await currentSession() }
    : {
        kind: 'sign-in',
        shownIn: isLocale(shown) ? shown : null,
        arrived: ({ locale }) =>
          jar.set(localeCookie, locale, {
            path: '/',
            sameSite: 'lax',
            maxAge: 31_536_000,
            secure: environment.publicUrl.startsWith('https:'),
          }),
      };
  const answer = await hand({ purpose, search });
  const location = new URL(answer.headers.get('location') ?? paths.signIn(), environment.publicUrl);
  const fault = location.searchParams.get('error');
  const isLetIn = !prove && location.pathname === '/' && fault === null;
  const headersOut = new Headers(answer.headers);
  const to = () => {
    if (prove)
      return location.pathname === paths.again()
        ? `${location.pathname}${location.search}`
        : paths.again({ done: 'no' });
    if (isLetIn) return ownPath(next) ?? paths.root();
    const reason = fault === 'AccessDenied' ? 'not-admitted' : 'issuer-failed';
    return paths.signIn({ reason, ...(next !== paths.root() && { next }) });
  };
  headersOut.set('Location', to());
  headersOut.set('Cache-Control', 'no-store');
  return new Response(null, { status: 302, headers: headersOut });
}
