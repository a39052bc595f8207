import { cookies } from 'next/headers';
import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { z } from 'zod';
import { authOptionsHere, jsonAnswer } from '@/lib/boundary';
import type { Purpose } from '@/lib/oidc/arrivals';
import { OIDC } from '@/lib/oidc/rules';
import { readBody } from '@/lib/read-body';
import { comeBack, goToIssuer } from './oidc';

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** What the sign-in form asks; everything else that the package offers is not there. */
const reads = ['csrf', 'providers', 'session'];
const signInBytesMax = 16 * 1024;
const about = { csrfToken: z.string(), json: z.literal('true') };
/** By password, with a code where a second factor is asked for; or by a passkey alone. */
const signIn = z.union([
  z.object({ ...about, passkey: z.string() }),
  z.object({ ...about, email: z.string(), password: z.string(), code: z.string().optional() }),
]);

/** Hands the package a request that holds nothing but what we name: the rest of it can only be wrong. */
async function hand(
  request: Request,
  route: RouteContext,
  init: { body: string } | null,
  { purpose, search }: { purpose?: Purpose; search?: URLSearchParams } = {},
): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  const jar = await cookies();
  // Where somebody goes on to is decided by the sign-in page. What the package remembers of it is a fault if it is damaged.
  for (const { name } of jar.getAll()) if (name.endsWith('next-auth.callback-url')) jar.delete(name);
  const headers = new Headers(request.headers);
  const query = search?.size ? `?${search}` : '';
  const told = new NextRequest(`${origin}${pathname}${query}`, { headers, ...(init && { method: 'POST', ...init }) });
  return NextAuth(told as never, route as never, await authOptionsHere(purpose));
}

export async function GET(request: Request, route: RouteContext) {
  const { nextauth } = await route.params;
  if (request.method === 'GET' && nextauth.join('/') === `callback/${OIDC}`)
    return comeBack(request, (given) => hand(request, route, null, given));
  const isRead = request.method === 'GET' && reads.includes(nextauth.join('/'));
  return isRead ? hand(request, route, null) : jsonAnswer({ kind: 'not-found' }, 404);
}

export async function POST(request: Request, route: RouteContext) {
  const { nextauth } = await route.params;
  // The package's browser code reports its troubles here; a stranger's words have no place in our log.
  if (nextauth.join('/') === '_log') return new Response(null, { status: 204 });
  const isToIssuer = nextauth.join('/') === `signin/${OIDC}`;
  if (nextauth.join('/') !== 'callback/credentials' && !isToIssuer) return jsonAnswer({ kind: 'not-found' }, 404);
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return jsonAnswer({ kind: 'invalid' }, 400);
  const bytes = await readBody(request, signInBytesMax);
  if (!bytes) return jsonAnswer({ kind: 'too-large' }, 413);
  const form = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
  if (isToIssuer) return goToIssuer(form, ({ body = '', ...given }) => hand(request, route, { body }, given));
  const typed = signIn.safeParse(form);
  if (!typed.success) return jsonAnswer({ kind: 'invalid' }, 400);
  return hand(request, route, { body: new URLSearchParams(JSON.parse(JSON.stringify(typed.data))).toString() });
}
