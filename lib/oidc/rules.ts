import { z } from 'zod';
import type { OidcSettings } from '@/lib/env';

/** The provider's name in addresses: `/api/auth/callback/oidc`. */
export const OIDC = 'oidc';

/** What of an ID token is read, once its signature, issuer, audience, nonce and times were judged. */
export const claims = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional().catch(undefined),
  /** Only `true` says that the issuer looked: some send the word as text. */
  email_verified: z.boolean().optional().catch(undefined),
  /** Unix seconds at which the person last signed in at the issuer. */
  auth_time: z.number().int().positive().optional().catch(undefined),
  /** How they did. */
  amr: z.array(z.string()).optional().catch(undefined),
});
export type Claims = z.infer<typeof claims>;

/** Whether the issuer tells of a second factor that the settings count. */
export const hasIssuerFactor = ({ amr = [] }: Pick<Claims, 'amr'>, { secondFactorAmr }: OidcSettings): boolean =>
  amr.some((method) => secondFactorAmr.includes(method));

/** When the person last signed in at the issuer, as far as it says so; nothing that is said of the future counts. */
export const signedInAtIssuer = ({ auth_time: at }: Pick<Claims, 'auth_time'>, now: Date): Date | null =>
  at === undefined ? null : new Date(Math.min(at * 1000, now.getTime()));
