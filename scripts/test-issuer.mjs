// An issuer of OpenID Connect for tests: a real server in a process of its own, with accounts that the test names and faults
// that it asks for. Started with PORT, CLIENT_ID, CLIENT_SECRET and REDIRECT_URI; it prints `ready` once it answers.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const { PORT, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } = process.env;
const issuer = `http://localhost:${PORT}`;

/** Accounts by `sub`: their claims, and how (`amr`) and how long ago (`secondsAgo`) they sign in. */
const accounts = new Map();
/** What goes wrong: `down` answers 503 everywhere, `metadata` is laid over the metadata, `moved` redirects it. */
let fault = {};
/** Paths that were asked since the fault was set. */
let asked = [];

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  cookies: { keys: [randomBytes(32).toString('hex')] },
  claims: { openid: ['sub', 'amr', 'auth_time'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub)?.claims }) }),
  // Nobody is asked whether this console may know them.
  async loadExistingGrant(ctx) {
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client.clientId,
      accountId: ctx.oidc.session.accountId,
    });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
});
provider.use(async (ctx, next) => {
  await next();
  if (ctx.path === '/.well-known/openid-configuration') ctx.body = { ...ctx.body, ...fault.metadata };
});
const serve = provider.callback();

const textOf = async (request) => {
  let text = '';
  for await (const part of request) text += part;
  return text;
};

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, issuer);
  const answer = (status, body, headers = {}) => {
    response.writeHead(status, headers);
    response.end(body);
  };
  if (pathname === '/_test') {
    const told = JSON.parse((await textOf(request)) || '{}');
    for (const [sub, account] of Object.entries(told.accounts ?? {})) accounts.set(sub, account);
    const before = asked;
    if (told.fault) [fault, asked] = [told.fault, []];
    return answer(200, JSON.stringify({ asked: before }), { 'Content-Type': 'application/json' });
  }
  asked.push(pathname);
  if (fault.down) return answer(503, 'down');
  if (pathname === '/.well-known/openid-configuration' && fault.moved) {
    return answer(302, '', { Location: fault.moved });
  }
  const uid = /^\/sign-in\/([\w-]+)$/.exec(pathname)?.[1];
  if (uid !== undefined) {
    const { prompt } = await provider.interactionDetails(request, response);
    if (request.method === 'GET') {
      const form = `<!doctype html><html lang="en"><title>Issuer</title><h1>Issuer: ${prompt.name}</h1>
        <form method="post"><label>Account <input name="account"></label><button>Go on</button></form></html>`;
      return answer(200, form, { 'Content-Type': 'text/html' });
    }
    const accountId = new URLSearchParams(await textOf(request)).get('account') ?? '';
    const { amr = ['pwd'], secondsAgo = 0 } = accounts.get(accountId) ?? {};
    const ts = Math.floor(Date.now() / 1000) - secondsAgo;
    return provider.interactionFinished(request, response, { login: { accountId, amr, ts } });
  }
  return serve(request, response);
}).listen(Number(PORT), 'localhost', () => console.log('ready'));
