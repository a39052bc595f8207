import 'server-only';
import { randomBytes } from 'node:crypto';
import type { StaffActor } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import { createAttempts } from '@/lib/auth/attempts';
import { hashPassword } from '@/lib/auth/password';
import { endSessionsOf } from '@/lib/auth/sessions';
import type { Db } from '@/lib/db/client';
import { clearFactors } from '@/lib/factors/change';
import { paths } from '@/lib/paths';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { isProven } from '@/lib/policies/rules';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { holdPerson } from './hold';
import type { LinkKind } from './rules';
import { mayChange, passwordFault } from './rules';

type Surroundings = { db: Db; now: () => Date };

/** 32 random bytes in base64url. */
const tokenForm = /^[\w-]{43}$/;

const open = (at: Date) => ({ usedAt: null, revokedAt: null, expiresAt: { gt: at } });
const kindOf = (kind: string): LinkKind => (kind === 'reset' || kind === 'factors' ? kind : 'invite');

export type ShownLink = { url: string; kind: LinkKind; expiresAt: string };

/**
 * Makes the secret of a person's open link and answers the address, once: only a hash is kept, and what was shown before
 * stops working. Whoever holds the address sets the password, so the maker proves first who they are. Refusals, all
 * `conflict`: `step-up-needed`, `above-own`, `suspended`, `no-link`.
 */
export async function showLink(
  { db, now, publicUrl }: Surroundings & { publicUrl: string },
  { actor, staffId }: { actor: StaffActor; staffId: string },
): Promise<Result<ShownLink>> {
  const at = now();
  if (!isProven(actor.confirmedAt, at)) return refuse({ kind: 'conflict', rule: 'step-up-needed' });
  const token = randomBytes(32).toString('base64url');
  return db.$transaction(async (tx) => {
    const state = await holdPerson(tx, actor.id, staffId);
    if (!state) return refuse({ kind: 'not-found' });
    const { person, held, table } = state;
    if (!mayChange(held, person.roles, table)) return refuse({ kind: 'conflict', rule: 'above-own' });
    if (person.disabledAt !== null) return refuse({ kind: 'conflict', rule: 'suspended' });
    const link = await tx.staffLink.findFirst({ where: { staffId, ...open(at) }, orderBy: { createdAt: 'desc' } });
    if (!link) return refuse({ kind: 'conflict', rule: 'no-link' });
    await tx.staffLink.update({ where: { id: link.id }, data: { tokenSha256: sha256(token), issuedAt: at } });
    const kind = kindOf(link.kind);
    const expiresAt = link.expiresAt.toISOString();
    await recordAudit(tx, {
      actor,
      at,
      connectionId: null,
      object: { kind: 'staff', id: person.id, name: person.name },
      event: { action: 'staff.link-shown', kind, expiresAt },
    });
    return ok({ url: new URL(paths.invite(token), publicUrl).href, kind, expiresAt });
  });
}

/** Whose password a link sets; null for one that is unknown, used, ended or taken back, which all look alike. */
export async function readLink(
  { db, now }: Surroundings,
  token: string,
): Promise<{ kind: LinkKind; name: string; email: string } | null> {
  if (!tokenForm.test(token)) return null;
  const link = await db.staffLink.findFirst({
    where: { tokenSha256: sha256(token), ...open(now()), staff: { disabledAt: null } },
    select: { kind: true, staff: { select: { name: true, email: true } } },
  });
  return link && { kind: kindOf(link.kind), ...link.staff };
}

type NewPassword = { token: string; password: string; repeated: string; ip: string | null };

/**
 * Sets the password by a link, which works once; one that resets second factors takes them all away. Every session of the
 * person ends. Refusals: `invalid` about `password`;
 * `conflict` with `no-link`, or `too-many-tries` with the minutes that are left.
 */
export async function setPasswordByLink(
  context: Surroundings,
  { token, password, repeated, ip }: NewPassword,
): Promise<Result<null>> {
  const { db, now } = context;
  const attempts = createAttempts(db, now);
  const from = ip ?? 'unknown';
  const lockedForSeconds = await attempts.beginFrom(from);
  if (lockedForSeconds !== null) {
    const minutes = Math.max(1, Math.ceil(lockedForSeconds / 60));
    return refuse({ kind: 'conflict', rule: 'too-many-tries', params: { minutes } });
  }
  const whose = await readLink(context, token);
  if (!whose) return refuse({ kind: 'conflict', rule: 'no-link' });
  await attempts.succeeded(whose.email, from);
  const fault = passwordFault({ password, repeated }, whose);
  if (fault) {
    return refuse({
      kind: 'invalid',
      issues: [{ path: fault === 'password-differs' ? 'repeated' : 'password', rule: fault }],
    });
  }
  const passwordHash = await hashPassword(password);
  const at = now();
  return db.$transaction(async (tx) => {
    // Suspending takes the links back in its own transaction: an open one is nobody's who is suspended.
    const where = { tokenSha256: sha256(token), ...open(at) };
    const [used] = await tx.staffLink.updateManyAndReturn({ where, data: { usedAt: at } });
    if (!used) return refuse({ kind: 'conflict', rule: 'no-link' });
    const { id, name, roles } = await tx.staff.update({
      where: { id: used.staffId },
      data: {
        passwordHash,
        version: { increment: 1 },
        tokenVersion: { increment: 1 },
        // A reset makes all ways in anew: the next account at the issuer with the person's address takes this one's place.
        ...(kindOf(used.kind) !== 'invite' && { oidcIssuer: null, oidcSubject: null, oidcBoundAt: null }),
      },
    });
    if (used.kind === 'factors') await clearFactors(tx, id);
    await endSessionsOf(tx, id, { at, cause: 'password' });
    await recordAudit(tx, {
      actor: { kind: 'staff', id, name, roles, ip },
      at,
      connectionId: null,
      object: { kind: 'staff', id, name },
      event: { action: 'staff.password-set', how: kindOf(used.kind) },
    });
    return ok(null);
  });
}
