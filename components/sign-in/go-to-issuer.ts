import { getCsrfToken } from 'next-auth/react';

/** Why the browser did not go to the issuer; `minutes` are left of a lock. */
export type IssuerFault = { kind: 'issuer' | 'unreachable' } | { kind: 'locked'; minutes: number };

type Going = {
  /** A path of ours to go on to; judged on the server. */
  next?: string;
  /** The person is signed in and only proves anew who they are. */
  prove?: true;
};

/** Leads this window to the issuer of single sign-on. Resolves only where that does not come about, with the cause. */
export async function goToIssuer({ next, prove }: Going): Promise<IssuerFault> {
  const csrfToken = await getCsrfToken().catch(() => undefined);
  if (csrfToken === undefined) return { kind: 'unreachable' };
  const body = new URLSearchParams({
    csrfToken,
    json: 'true',
    ...(next !== undefined && { next }),
    ...(prove && { prove: 'true' }),
  });
  const answer = await fetch('/api/auth/signin/oidc', { method: 'POST', body }).catch(() => null);
  const told = (await answer?.json().catch(() => null)) as { url?: string; seconds?: number } | null;
  if (answer?.ok && told?.url !== undefined) {
    window.location.assign(told.url);
    // The button waits until the page is gone.
    return new Promise<never>(() => {});
  }
  if (answer?.status === 429) return { kind: 'locked', minutes: Math.max(1, Math.ceil((told?.seconds ?? 0) / 60)) };
  return { kind: answer?.status === 502 ? 'issuer' : 'unreachable' };
}
