// When what we seal, sign and open with ends, and from when on somebody is told. Pure.
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { newestValid } from '@/lib/platform/certificates';
import type { CertificateState, ExpiryAlert } from './view';

const DAY_MS = 86_400_000;

/** Days before an end at which it is told anew (features row 65), the nearest first. */
export const alertDays = [1, 7, 14, 30] as const;
export type AlertDays = (typeof alertDays)[number];

/**
 * Which of the alert days before an end is reached: the nearest one, `ended` from the end on, null while the end is
 * further away than the first of them. At exactly thirty days the thirty are reached.
 */
export function reachedBefore(end: Date, now: Date): AlertDays | 'ended' | null {
  const left = end.getTime() - now.getTime();
  if (left <= 0) return 'ended';
  return alertDays.find((days) => left <= days * DAY_MS) ?? null;
}

/** Whole days until an end, none left on its last day. */
export const daysUntil = (end: Date, now: Date): number =>
  Math.max(0, Math.floor((end.getTime() - now.getTime()) / DAY_MS));

/**
 * Until when contact values can be sealed without a gap: the end of the certificate that seals now, or of one that takes
 * over before. Null when none is valid now. During a rotation the old one's end is near and nobody need worry.
 */
export function sealsUntil(certificates: readonly PlatformCertificate[], now: Date): Date | null {
  let until = newestValid(certificates, now)?.expireTime ?? null;
  const next = (end: Date) => certificates.find((one) => one.effectiveTime <= end && one.expireTime > end);
  for (let after = until && next(until); after; after = next(after.expireTime)) until = after.expireTime;
  return until;
}

/** Where a certificate stands at a moment. */
export function stateAt(
  { effectiveTime, expireTime }: { effectiveTime: Date; expireTime: Date },
  now: Date,
): CertificateState {
  if (now < effectiveTime) return 'not-yet';
  const reached = reachedBefore(expireTime, now);
  if (reached === null) return 'valid';
  return reached === 'ended' ? 'ended' : 'ending';
}

/**
 * What ends soon, the nearest end first. The overlap of a key is meant to end: it is told on its last day only, and only
 * while the key still opens what arrives.
 */
export function expiryAlerts(
  held: {
    certificates: readonly PlatformCertificate[];
    own: { serial: string; endsAt: Date } | null;
    keys: readonly { fingerprint: string; endsAt: Date | null; lastUsedAt: Date | null }[];
  },
  now: Date,
): ExpiryAlert[] {
  const alert = (what: ExpiryAlert['what'], name: string, end: Date | null): ExpiryAlert[] => {
    const reached = end === null ? null : reachedBefore(end, now);
    if (end === null || reached === null || (reached === 'ended' && what !== 'own')) return [];
    return [{ what, name, endsAt: end.toISOString(), reached, days: daysUntil(end, now) }];
  };
  return [
    ...alert('sealing', newestValid(held.certificates, now)?.serial ?? '', sealsUntil(held.certificates, now)),
    ...alert('own', held.own?.serial ?? '', held.own?.endsAt ?? null),
    ...held.keys
      .filter(({ lastUsedAt }) => lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() <= DAY_MS)
      .flatMap(({ fingerprint, endsAt }) => alert('message-key', fingerprint, endsAt))
      .filter(({ reached }) => reached === 1),
  ].sort((one, other) => one.endsAt.localeCompare(other.endsAt));
}
