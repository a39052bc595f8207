// Single sign-on against a real issuer in a process of its own, over a real database: who is let in and who is not, what is
// forged, replayed or out of date, and where this process calls.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import NextAuth from 'next-auth';
import { decode } from 'next-auth/jwt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAttempts } from '@/lib/auth/attempts';
import { authOptions } from '@/lib/auth/options';
import type { Staff } from '@/lib/auth/staff';
import { lastProof } from '@/lib/auth/step-up';
import type { Db } from '@/lib/db/client';
import { createDb } from '@/lib/db/client';
import { createVault } from '@/lib/db/vault';
import type { OidcSettings } from '@/lib/env';
import { owesFactor } from '@/lib/factors/enforced';
import type { Issuer } from '@/lib/testing/issuer';
import { cookieJar, signInAtIssuer, startIssuer } from '@/lib/testing/issuer';
import type { Purpose } from './arrivals';
import { createArrivals } from './arrivals';

const host = 'console.example';
const redirectUri = `https://${host}/api/auth/callback/oidc`;
const secret = 'a secret of these tests that is long enough';
let db: Db;
let issuer: Issuer;
const vault = createVault(randomBytes(32), []);
const logged: string[] = [];
beforeAll(async () => {
  process.env.NEXTAUTH_URL = `https://${host}`;
  db = createDb(process.env.DATABASE_URL ?? '');
  issuer = await startIssuer(redirectUri);
});
afterAll(async () => {
  await issuer?.stop();
  await db?.$disconnect();
});
beforeEach(() => issuer.fail({}));

const settingsOf = (more: Partial<OidcSettings> = {}): OidcSettings => ({
  issuer: issuer.url,
  clientId: issuer.clientId,
  clientSecret: issuer.clientSecret,
  name: 'Issuer',
  secondFactorAmr: [],
  ...more,
});

/** A browser that talks to the sign-in package as the route does. */
function browser(settings = settingsOf(), purpose: Purpose = { kind: 'sign-in' }) {
  const jar = cookieJar();
  const call = async (action: string, given: { method: 'GET' | 'POST'; query?: object; body?: object }) => {
    const out = new Map<string, unknown>();
    const answer = { redirect: '', body: null as unknown };
    const response = {
      getHeader: (name: string) => out.get(name.toLowerCase()),
      setHeader(name: string, value: unknown) {
        out.set(name.toLowerCase(), value);
        return response;
      },
      status: () => response,
      end: () => {},
      send: (body: unknown) => Object.assign(answer, { body }),
      json: (body: unknown) => Object.assign(answer, { body }),
    };
    const request = {
      method: given.method,
      query: { ...given.query, nextauth: [action, 'oidc'] },
      body: given.body,
      headers: { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
      cookies: Object.fromEntries([...jar.held].map(([name, value]) => [name, decodeURIComponent(value)])),
    };
    const options = authOptions({
      db,
      now: () => new Date(),
      secret,
      vault,
      publicUrl: `https://${host}`,
      trustProxy: 0,
      demoAccounts: false,
      isSecure: false,
      log: ({ what }) => logged.push(what),
      whereabouts: async () => ({ ip: '198.51.100.9', browser: null, system: null }),
      oidc: { settings, purpose },
    });
    await NextAuth(request as never, response as never, options);
    jar.take([out.get('set-cookie') ?? []].flat() as string[]);
    const { url } = z.object({ url: z.string() }).catch({ url: '' }).parse(answer.body);
    return { redirect: String(out.get('location') ?? url), body: answer.body };
  };
  return {
    jar,
    /** The address at the issuer. */
    async start(query: object = {}): Promise<string> {
      const { body } = await call('csrf', { method: 'GET' });
      const { csrfToken } = body as { csrfToken: string };
      const answer = await call('signin', { method: 'POST', query, body: { csrfToken, json: 'true' } });
      return answer.redirect ?? '';
    },
    /** Where the console leads the browser that the issuer sent back. */
    async finish(back: URL): Promise<string> {
      const answer = await call('callback', { method: 'GET', query: Object.fromEntries(back.searchParams) });
      return answer.redirect ?? '';
    },
    async session() {
      return decode({ token: jar.held.get('next-auth.session-token') ?? '', secret });
    },
  };
}
const letIn = `https://${host}`;
const refused = `https://${host}/api/auth/error?error=AccessDenied`;
const failed = `https://${host}/api/auth/error?error=OAuthCallback`;

let people = 0;
async function newPerson(more: object = {}) {
  people += 1;
  const email = `one-${people}-${crypto.randomUUID()}@practice.example`;
  return db.staff.create({ data: { email, name: `One ${people}`, roles: ['operator'], ...more } });
}
const newAccount = async (claims: object, more: object = {}) => {
  const sub = crypto.randomUUID();
  await issuer.account(sub, { claims, ...more });
  return sub;
};
async function signIn(sub: string, settings?: OidcSettings) {
  const self = browser(settings);
  return { self, led: await self.finish(await signInAtIssuer(await self.start(), sub)) };
}
const trailOf = async (objectId: string) =>
  (await db.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } })).map(({ action, data }) => ({
    action,
    ...(data as object),
  }));

describe('signing in at the issuer', () => {
  it('goes there with PKCE, state, nonce and a wish to know when the person signed in', async () => {
    const { searchParams, origin } = new URL(await browser().start());
    expect(origin).toBe(issuer.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email',
      max_age: '28800',
      redirect_uri: redirectUri,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)?.length, name).toBeGreaterThan(20);
  });

  it('lets in who was invited by their verified address, and binds the account to them', async () => {
    const person = await newPerson();
    const sub = await newAccount({ email: person.email.toUpperCase(), email_verified: true });
    const { self, led } = await signIn(sub);
    expect(led).toBe(letIn);
    const token = await self.session();
    expect(token).toMatchObject({ sub: person.id, tokenVersion: 1 });
    expect(token?.email ?? null).toBeNull();
    const row = await db.staffSession.findUniqueOrThrow({ where: { id: String(token?.sid) } });
    expect(row).toMatchObject({ staffId: person.id, how: 'oidc', issuerFactor: false, ip: '198.51.100.9' });
    // Who signed in there this moment has proven it as a password does.
    expect(Math.abs(Number(token?.authAt) - Date.now() / 1000)).toBeLessThan(30);
    const { oidcIssuer, oidcSubject, lastSeenAt } = await db.staff.findUniqueOrThrow({ where: { id: person.id } });
    expect({ oidcIssuer, oidcSubject }).toEqual({ oidcIssuer: issuer.url, oidcSubject: sub });
    expect(lastSeenAt).not.toBeNull();
    expect(await trailOf(person.id)).toEqual([
      { action: 'staff.issuer-bound', issuer: issuer.url, email: person.email },
      { action: 'staff.signed-in', by: 'oidc' },
    ]);
  });

  it('knows the account by issuer and sub from then on: another address there changes nothing', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const sub = await newAccount({ email: person.email, email_verified: true });
    await signIn(sub);
    for (const claims of [{ email: other.email, email_verified: true }, { email_verified: false }, {}]) {
      await issuer.account(sub, { claims });
      const { self, led } = await signIn(sub);
      expect(led).toBe(letIn);
      expect((await self.session())?.sub).toBe(person.id);
    }
    expect((await db.staff.findUniqueOrThrow({ where: { id: other.id } })).oidcSubject).toBeNull();
  });

  it('tells when somebody signed in there, so that an old sign-in is no fresh proof', async () => {
    const person = await newPerson();
    const sub = await newAccount({ email: person.email, email_verified: true }, { secondsAgo: 3600 });
    const { self } = await signIn(sub);
    expect(Number((await self.session())?.authAt)).toBeLessThan(Date.now() / 1000 - 3500);
  });

  it('counts a second factor of the issuer only where the settings name how it is told', async () => {
    const person = await newPerson();
    const sub = await newAccount({ email: person.email, email_verified: true }, { amr: ['pwd', 'otp'] });
    for (const [secondFactorAmr, issuerFactor] of [
      [[], false],
      [['hwk'], false],
      [['hwk', 'otp'], true],
    ] as const) {
      const { self } = await signIn(sub, settingsOf({ secondFactorAmr }));
      const id = String((await self.session())?.sid);
      expect(await db.staffSession.findUniqueOrThrow({ where: { id } })).toMatchObject({ issuerFactor });
    }
  });
});

describe('whoever has a second factor here', () => {
  it('still owes it after the issuer, unless the settings count what the issuer tells', async () => {
    const person = await newPerson();
    const sub = await newAccount({ email: person.email, email_verified: true }, { amr: ['otp'] });
    await db.totpSecret.create({ data: { staffId: person.id, secret: Buffer.alloc(8), confirmedAt: new Date() } });
    const { self } = await signIn(sub);
    expect(await self.session()).toMatchObject({ sub: person.id, authAt: null });
    const owing = { id: person.id, atIssuer: 'plain', confirmedAt: null } as const;
    expect(await owesFactor(db, owing)).toBe(true);
    expect(await owesFactor(db, { ...owing, confirmedAt: new Date() })).toBe(false);
    expect(await owesFactor(db, { ...owing, id: (await newPerson()).id })).toBe(false);
    const counted = (await signIn(sub, settingsOf({ secondFactorAmr: ['otp'] }))).self;
    expect(Number((await counted.session())?.authAt)).toBeGreaterThan(0);
    // Proving there again is not enough either.
    const { email, name, roles, timeZone } = person;
    const session = {
      staff: { id: person.id, email, name, roles, timeZone, ip: null, locale: null, confirmedAt: null } as never,
      sessionId: crypto.randomUUID(),
    };
    const led = async (settings: OidcSettings) => {
      const browsing = browser(settings, { kind: 'prove', session });
      return browsing.finish(await signInAtIssuer(await browsing.start({ prompt: 'login', max_age: '0' }), sub));
    };
    expect(await led(settingsOf())).toBe('/again?done=no');
    expect(await led(settingsOf({ secondFactorAmr: ['otp'] }))).toBe('/again?done=yes');
  });
});

describe('nobody else comes in', () => {
  it('not an address that is not staff: nobody becomes staff by signing in', async () => {
    const email = `${crypto.randomUUID()}@practice.example`;
    const before = await db.staff.count();
    const { self, led } = await signIn(await newAccount({ email, email_verified: true }));
    expect(led).toBe(refused);
    expect(await self.session()).toBeNull();
    expect(await db.staff.count()).toBe(before);
    expect(await trailOf(email)).toEqual([{ action: 'staff.sign-in-refused', cause: 'issuer-unknown' }]);
  });

  it('not an address that the issuer did not verify, in whichever way it says so', async () => {
    const person = await newPerson();
    for (const claims of [
      { email: person.email },
      { email: person.email, email_verified: false },
      { email: person.email, email_verified: 'true' },
      { email_verified: true },
    ]) {
      const { led } = await signIn(await newAccount(claims));
      expect(led, JSON.stringify(claims)).toBe(refused);
    }
    expect(await trailOf(person.email)).toEqual(
      Array(3).fill({ action: 'staff.sign-in-refused', cause: 'issuer-unverified' }),
    );
    expect((await db.staff.findUniqueOrThrow({ where: { id: person.id } })).oidcSubject).toBeNull();
  });

  it('not who is suspended, bound or not', async () => {
    const person = await newPerson({ disabledAt: new Date() });
    const sub = await newAccount({ email: person.email, email_verified: true });
    expect((await signIn(sub)).led).toBe(refused);
    await db.staff.update({ where: { id: person.id }, data: { disabledAt: null } });
    expect((await signIn(sub)).led).toBe(letIn);
    await db.staff.update({ where: { id: person.id }, data: { disabledAt: new Date() } });
    expect((await signIn(sub)).led).toBe(refused);
    expect(await trailOf(person.email)).toEqual(Array(2).fill({ action: 'staff.sign-in-refused', cause: 'disabled' }));
  });

  it('not another account at the issuer to which the address was given since', async () => {
    const person = await newPerson();
    const claims = { email: person.email, email_verified: true };
    expect((await signIn(await newAccount(claims))).led).toBe(letIn);
    expect((await signIn(await newAccount(claims))).led).toBe(refused);
    expect(await trailOf(person.email)).toEqual([{ action: 'staff.sign-in-refused', cause: 'issuer-other' }]);
  });
});

describe('what is forged, replayed or damaged begins no session', () => {
  const start = async () => {
    const person = await newPerson();
    const sub = await newAccount({ email: person.email, email_verified: true });
    const self = browser();
    return { self, sub, to: new URL(await self.start()) };
  };
  it.each(['state', 'nonce', 'code_challenge'])('%s that is not ours', async (name) => {
    const { self, sub, to } = await start();
    to.searchParams.set(name, 'x'.repeat(43));
    expect(await self.finish(await signInAtIssuer(to.href, sub))).toBe(failed);
    expect(await self.session()).toBeNull();
  });

  it('a code that was used', async () => {
    const { self, sub, to } = await start();
    const before = [...self.jar.held];
    const back = await signInAtIssuer(to.href, sub);
    expect(await self.finish(back)).toBe(letIn);
    // The cookies that went with it are used up.
    self.jar.held.delete('next-auth.session-token');
    expect(await self.finish(back)).toBe(failed);
    // Whoever kept them meets the issuer, which gives a code once.
    for (const [name, value] of before) self.jar.held.set(name, value);
    expect(await self.finish(back)).toBe(failed);
    expect(await self.session()).toBeNull();
  });

  it('a code in the browser of somebody else', async () => {
    const { sub, to } = await start();
    const other = browser();
    await other.start();
    expect(await other.finish(await signInAtIssuer(to.href, sub))).toBe(failed);
    expect(await other.session()).toBeNull();
  });

  it('an error that the issuer sends back, of which no word reaches the log', async () => {
    const { self, to } = await start();
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({
      error: 'a-strangers-words',
      state: to.searchParams.get('state') ?? '',
    }).toString();
    expect(await self.finish(back)).toContain('/api/auth/error?error=Callback');
    expect(logged.join()).not.toContain('a-strangers-words');
  });
});

describe('this process calls the issuer and nobody else', () => {
  const elsewhere = async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"keys":[]}');
    }).listen(0, 'localhost');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    return { seen, url: `http://localhost:${port}`, close: () => server.close() };
  };
  const person = async () => newAccount({ email: (await newPerson()).email, email_verified: true });

  it('an issuer that does not answer is told as such, and nothing begins', async () => {
    await issuer.fail({ down: true });
    expect(await browser().start()).toBe(`https://${host}/api/auth/error?error=OAuthSignin`);
    const stopped = settingsOf({ issuer: 'http://localhost:9' });
    expect(await browser(stopped).start()).toBe(`https://${host}/api/auth/error?error=OAuthSignin`);
  });

  it('metadata that is moved elsewhere is not followed', async () => {
    const other = await elsewhere();
    await issuer.fail({ moved: `${other.url}/.well-known/openid-configuration` });
    expect(await browser().start()).toContain('error=OAuthSignin');
    expect(other.seen).toEqual([]);
    other.close();
  });

  it.each(['token_endpoint', 'jwks_uri'])('%s that the metadata names elsewhere is not called', async (name) => {
    const other = await elsewhere();
    const sub = await person();
    await issuer.fail({ metadata: { [name]: `${other.url}/x` } });
    const self = browser();
    expect(await self.finish(await signInAtIssuer(await self.start(), sub))).toBe(failed);
    expect(other.seen).toEqual([]);
    expect(await self.session()).toBeNull();
    other.close();
  });

  it('metadata that names another issuer makes no token right', async () => {
    const sub = await person();
    const self = browser();
    const back = await signInAtIssuer(await self.start(), sub);
    await issuer.fail({ metadata: { issuer: 'https://other.example' } });
    expect(await self.finish(back)).toBe(failed);
    const { asked } = await issuer.fail({});
    expect(asked).not.toContain('/token');
  });
});

describe('proving at the issuer in a session that stands', () => {
  async function standing(secondsAgo?: number) {
    const person = await newPerson();
    const sub = await newAccount({ email: person.email, email_verified: true }, { secondsAgo: 3600 });
    const { self } = await signIn(sub);
    const sessionId = String((await self.session())?.sid);
    if (secondsAgo !== undefined) await issuer.account(sub, { claims: {}, secondsAgo });
    const { id, email, name, roles, timeZone } = person;
    const staff: Staff = {
      ...{ id, email, name, roles, timeZone, ip: null, locale: null, confirmedAt: null },
      permissions: [],
      connectionLimit: null,
    };
    return { person, sub, session: { staff, sessionId } };
  }
  const prove = async (sub: string, session: { staff: Staff; sessionId: string } | null) => {
    const self = browser(settingsOf(), { kind: 'prove', session });
    const to = await self.start({ prompt: 'login', max_age: '0' });
    const led = await self.finish(await signInAtIssuer(to, sub));
    return { led, to: new URL(to).searchParams, began: await self.session() };
  };
  const proofOf = ({ staff, sessionId }: { staff: Staff; sessionId: string }) =>
    lastProof(db, { staffId: staff.id, sessionId, signedInAt: null });

  it('asks the person there again, and counts for that session alone; no other one begins', async () => {
    const { sub, session } = await standing(0);
    const { led, to, began } = await prove(sub, session);
    expect(Object.fromEntries(to)).toMatchObject({ prompt: 'login', max_age: '0' });
    expect(led).toBe('/again?done=yes');
    expect(began).toBeNull();
    expect(Date.now() - ((await proofOf(session))?.getTime() ?? 0)).toBeLessThan(30_000);
    expect((await trailOf(session.staff.id)).at(-1)).toEqual({ action: 'staff.proven', by: 'oidc' });
  });

  it('fails with a sign-in of more than five minutes ago, whatever was asked of the issuer', async () => {
    const { session } = await standing();
    const token = { iss: issuer.url, sub: 'x', auth_time: 0 };
    const bound = await db.staff.findUniqueOrThrow({ where: { id: session.staff.id } });
    const judge = (secondsAgo: number | null) =>
      createArrivals({
        db,
        now: () => new Date(),
        settings: settingsOf(),
        purpose: { kind: 'prove', session },
        attempts: createAttempts(db, () => new Date()),
        ip: async () => null,
      }).judge({
        ...token,
        sub: bound.oidcSubject,
        auth_time: secondsAgo === null ? undefined : Math.floor(Date.now() / 1000) - secondsAgo,
      });
    expect(await judge(301)).toBe('/again?done=no');
    expect(await judge(null)).toBe('/again?done=no');
    expect(await proofOf(session)).toBeNull();
    expect(await judge(290)).toBe('/again?done=yes');
    expect((await trailOf(session.staff.id)).filter(({ action }) => action === 'staff.step-up-refused')).toEqual(
      Array(2).fill({ action: 'staff.step-up-refused', cause: 'issuer' }),
    );
  });

  it('fails with the account of somebody else, and without a session', async () => {
    const [one, other] = [await standing(0), await standing(0)];
    expect((await prove(other.sub, one.session)).led).toBe('/again?done=no');
    expect(await proofOf(one.session)).toBeNull();
    expect((await prove(one.sub, null)).led).toBe('/again?done=no');
  });
});
