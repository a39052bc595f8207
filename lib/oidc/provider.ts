import 'server-only';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { HttpOptions } from 'openid-client';
import { custom, Issuer } from 'openid-client';
import { SESSION_LIFE_MS } from '@/lib/auth/session-rules';
import type { OidcSettings } from '@/lib/env';
import type { Claims } from './rules';
import { OIDC } from './rules';

/** How long one call to the issuer may take, in milliseconds. */
const TIMEOUT_MS = 5000;

/** Whether an address is at the issuer: the same scheme, host and port. */
export const isAtIssuer = (url: URL, { issuer }: Pick<OidcSettings, 'issuer'>): boolean =>
  url.origin === new URL(issuer).origin;

/**
 * Asked before each call of the package, with the address that it is about to call: whatever the issuer's metadata names
 * elsewhere is not called. The package itself follows no redirect, and reads no proxy from the environment.
 */
const onlyTo =
  (settings: OidcSettings) =>
  (url: URL): HttpOptions => {
    if (!isAtIssuer(url, settings)) throw new Error('a call to another host than the issuer');
    return { timeout: TIMEOUT_MS };
  };

/**
 * The issuer as the sign-in package knows it: code flow with PKCE, state and nonce, metadata by discovery, and the ID token
 * as all that is read of a person. Every call that is made for it goes to the issuer's own origin.
 */
export function oidcProvider(settings: OidcSettings): OAuthConfig<Claims> {
  const { issuer, name, clientId, clientSecret } = settings;
  const guard = onlyTo(settings);
  // Discovery is the one call that the package makes without an object of ours. One process has one issuer.
  (Issuer as unknown as Record<symbol, unknown>)[custom.http_options] = guard;
  return {
    id: OIDC,
    type: 'oauth',
    name,
    clientId,
    clientSecret,
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    // With max_age an issuer says when the person signed in there (auth_time), and asks again who did longer ago.
    authorization: { params: { scope: 'openid email', max_age: SESSION_LIFE_MS / 1000 } },
    token: {
      async request({ client, params, checks, provider }) {
        client[custom.http_options] = guard;
        (client.issuer as unknown as Record<symbol, unknown>)[custom.http_options] = guard;
        // The package takes the name from the metadata: metadata of somebody else would make their tokens right.
        if (client.issuer.metadata.issuer !== issuer) throw new Error('the metadata names another issuer');
        return { tokens: await client.callback(provider.callbackUrl, params, checks) };
      },
    },
    // Who it is here is judged by `createArrivals`; nothing else of the issuer's reaches the session.
    profile: ({ sub }) => ({ id: sub }),
  };
}
