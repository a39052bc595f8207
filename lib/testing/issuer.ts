import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/test-issuer.mjs', import.meta.url));

/** An account at the issuer, by its `sub`: what its tokens claim, how it signs in and how long ago it did. */
export type IssuerAccount = {
  claims: { email?: string; email_verified?: boolean };
  amr?: string[];
  secondsAgo?: number;
};
export type IssuerFault = { down?: boolean; moved?: string; metadata?: Record<string, string> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts an issuer as a process of its own; `stop` ends it. */
export async function startIssuer(redirectUri: string) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const client = { clientId: 'subdesk', clientSecret: 'a secret of the tests, long enough' };
  const env = { CLIENT_ID: client.clientId, CLIENT_SECRET: client.clientSecret, REDIRECT_URI: redirectUri };
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const call = async (body: unknown): Promise<{ asked: string[] }> =>
    (await fetch(`${url}/_test`, { method: 'POST', body: JSON.stringify(body) })).json();
  return {
    url,
    ...client,
    account: (sub: string, account: IssuerAccount) => call({ accounts: { [sub]: account } }),
    /** Sets what goes wrong from now on; answers the paths that were asked before. */
    fail: (fault: IssuerFault) => call({ fault }),
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
export type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/** The cookies of a browser at one place. */
export function cookieJar() {
  const held = new Map<string, string>();
  return {
    held,
    take(lines: readonly string[]) {
      for (const line of lines) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        if (/max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line)) held.delete(pair.slice(0, at));
        else held.set(pair.slice(0, at), pair.slice(at + 1));
      }
    },
    header: () => [...held].map(([name, value]) => `${name}=${value}`).join('; '),
  };
}

/** Signs in at the issuer as a person would, from its authorization address; answers where it sends the browser back to. */
export async function signInAtIssuer(authorization: string, account: string, jar = cookieJar()): Promise<URL> {
  let at = authorization;
  for (let step = 0; step < 10; step += 1) {
    const { origin } = new URL(authorization);
    const url = new URL(at, origin);
    if (url.origin !== origin) return url;
    const isForm = url.pathname.startsWith('/sign-in/');
    const answer = await fetch(url, {
      method: isForm ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { Cookie: jar.header() },
      ...(isForm && { body: new URLSearchParams({ account }) }),
    });
    jar.take(answer.headers.getSetCookie());
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the issuer answered ${answer.status}: ${await answer.text()}`);
    at = location;
  }
  throw new Error('the issuer sends round and round');
}
