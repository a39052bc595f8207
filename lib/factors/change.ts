import 'server-only';
import { z } from 'zod';
import type { AuditEvent } from '@/lib/audit/events';
import { recordAudit } from '@/lib/audit/record';
import type { Staff } from '@/lib/auth/staff';
import { actorOf } from '@/lib/auth/staff';
import type { Db, Tx } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import { isProven } from '@/lib/policies/rules';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { askToAdd, readAdded } from './passkeys';
import { hasAny, waysOf } from './queries';
import { replaceCodes } from './recovery';
import { PASSKEY_NAME_MAX, PASSKEYS_MAX, readCode } from './rules';
import { appOf, newSecret, stepOf, totpAbout } from './totp';
import type { FactorAdded, NewApp } from './view';

/** How long an app that was scanned may take to show its first code here. */
const PENDING_MS = 15 * 60_000;

export type FactorSurroundings = { db: Db; now: () => Date; vault: Vault; publicUrl: string };

const conflict = (rule: string): Refusal => ({ kind: 'conflict', rule });

/** One line of text that a passkey is called by. */
const passkeyName = z
  .string()
  .trim()
  .min(1)
  .max(PASSKEY_NAME_MAX)
  .regex(/^[^\p{Cc}]+$/u);

/** Nobody changes what a person signs in by but that person, proven within the last minutes: a session left open is not enough. */
const unproven = (staff: Staff, at: Date) => !isProven(staff.confirmedAt, at);

const audit = (tx: Tx, staff: Staff, at: Date, event: AuditEvent) =>
  recordAudit(tx, {
    actor: actorOf(staff),
    at,
    connectionId: null,
    object: { kind: 'staff', id: staff.id, name: staff.name },
    event,
  });

/** All changes of one person's factors wait for each other, so that two at once cannot both leave one. */
const hold = (tx: Tx, staffId: string) =>
  tx.$queryRaw`SELECT 1 AS held FROM "Staff" WHERE "id" = ${staffId}::uuid FOR NO KEY UPDATE`;

/** New recovery codes where there are none that work, with their entry. */
async function codesWhereNone(tx: Tx, staff: Staff, at: Date): Promise<string[] | null> {
  if ((await tx.recoveryCode.count({ where: { staffId: staff.id, usedAt: null } })) > 0) return null;
  const codes = await replaceCodes(tx, staff.id, at);
  await audit(tx, staff, at, { action: 'staff.recovery-codes-made', codes: codes.length });
  return codes;
}

/**
 * Makes a secret for an app and answers it, this once. It counts for nothing until a code of it was typed; an app that is
 * set up works on until then. Refusal: `step-up-needed`.
 */
export async function beginTotp({ db, now, vault }: FactorSurroundings, staff: Staff): Promise<Result<NewApp>> {
  const at = now();
  if (unproven(staff, at)) return refuse(conflict('step-up-needed'));
  const secret = newSecret();
  const pending = { pending: vault.seal(secret, totpAbout(staff.id)), pendingAt: at };
  await db.totpSecret.upsert({
    where: { staffId: staff.id },
    create: { staffId: staff.id, ...pending },
    update: pending,
  });
  return ok(appOf(secret, staff.email));
}

/**
 * Takes the app over whose first code was typed. The code counts as taken. Refusals, all `conflict`: `step-up-needed`,
 * `no-app` where none waits or it waited too long, `code-wrong`.
 */
export async function confirmTotp(
  { db, now, vault }: FactorSurroundings,
  staff: Staff,
  typed: string,
): Promise<Result<FactorAdded>> {
  const at = now();
  if (unproven(staff, at)) return refuse(conflict('step-up-needed'));
  const code = readCode(typed);
  return db.$transaction(async (tx) => {
    await hold(tx, staff.id);
    const held = await tx.totpSecret.findUnique({ where: { staffId: staff.id } });
    const isWaiting = held?.pendingAt != null && at.getTime() - held.pendingAt.getTime() <= PENDING_MS;
    if (!held?.pending || !isWaiting) return refuse(conflict('no-app'));
    const secret = vault.open(held.pending, totpAbout(staff.id));
    const lastStep = code?.kind === 'totp' ? stepOf(secret, code.code, at) : null;
    if (lastStep === null) return refuse(conflict('code-wrong'));
    await tx.totpSecret.update({
      where: { staffId: staff.id },
      data: { secret: held.pending, confirmedAt: at, lastStep, pending: null, pendingAt: null },
    });
    await audit(tx, staff, at, { action: 'staff.factor-added', factor: 'totp', name: null });
    return ok({ codes: await codesWhereNone(tx, staff, at) });
  });
}

/** Asks the browser for a passkey. Refusals, all `conflict`: `step-up-needed`, `too-many-passkeys`. */
export async function beginPasskey(surroundings: FactorSurroundings, staff: Staff) {
  const { db, now } = surroundings;
  if (unproven(staff, now())) return refuse(conflict('step-up-needed'));
  const count = await db.passkey.count({ where: { staffId: staff.id } });
  if (count >= PASSKEYS_MAX) return refuse(conflict('too-many-passkeys'));
  return ok(await askToAdd(surroundings, staff));
}

/**
 * Keeps the passkey that the browser made. Refusals: `invalid` about `name`; `conflict` with `step-up-needed`,
 * `passkey-wrong`, `passkey-known` or `too-many-passkeys`.
 */
export async function addPasskey(
  surroundings: FactorSurroundings,
  staff: Staff,
  given: { name: string; answer: unknown },
): Promise<Result<FactorAdded>> {
  const { db, now } = surroundings;
  const at = now();
  if (unproven(staff, at)) return refuse(conflict('step-up-needed'));
  const name = passkeyName.safeParse(given.name);
  if (!name.success) return refuse({ kind: 'invalid', issues: [{ path: 'name', rule: 'passkey-name' }] });
  const made = await readAdded(surroundings, staff.id, given.answer);
  if (!made) return refuse(conflict('passkey-wrong'));
  return db.$transaction(async (tx) => {
    await hold(tx, staff.id);
    if ((await tx.passkey.count({ where: { staffId: staff.id } })) >= PASSKEYS_MAX)
      return refuse(conflict('too-many-passkeys'));
    const kept = await tx.passkey.createMany({
      data: [{ ...made, staffId: staff.id, name: name.data, createdAt: at }],
      skipDuplicates: true,
    });
    if (kept.count === 0) return refuse(conflict('passkey-known'));
    await audit(tx, staff, at, { action: 'staff.factor-added', factor: 'passkey', name: name.data });
    return ok({ codes: await codesWhereNone(tx, staff, at) });
  });
}

/** Calls a passkey something else. Refusals: `invalid` about `name`, `not-found`, `conflict` with `step-up-needed`. */
export async function renamePasskey(
  { db, now }: FactorSurroundings,
  staff: Staff,
  given: { passkeyId: string; name: string },
): Promise<Result<null>> {
  const at = now();
  if (unproven(staff, at)) return refuse(conflict('step-up-needed'));
  const name = passkeyName.safeParse(given.name);
  if (!name.success) return refuse({ kind: 'invalid', issues: [{ path: 'name', rule: 'passkey-name' }] });
  return db.$transaction(async (tx) => {
    await hold(tx, staff.id);
    const where = { id: given.passkeyId, staffId: staff.id };
    const held = await tx.passkey.findFirst({ where });
    if (!held) return refuse({ kind: 'not-found' });
    await tx.passkey.update({ where, data: { name: name.data } });
    await audit(tx, staff, at, { action: 'staff.factor-renamed', from: held.name, to: name.data });
    return ok(null);
  });
}

/** What is to be taken away: the app, or a passkey by its id. */
export type Removal = { factor: 'totp' } | { factor: 'passkey'; passkeyId: string };

/**
 * Takes one factor away. With the last one the recovery codes go too; where a second factor is enforced the last one stays.
 * Refusals: `not-found`; `conflict` with `step-up-needed` or `last-factor`.
 */
export async function removeFactor(
  { db, now }: FactorSurroundings,
  staff: Staff,
  { removal, isEnforced }: { removal: Removal; isEnforced: boolean },
): Promise<Result<null>> {
  const at = now();
  if (unproven(staff, at)) return refuse(conflict('step-up-needed'));
  const staffId = staff.id;
  return db.$transaction(async (tx) => {
    await hold(tx, staffId);
    const [ways, keys] = [await waysOf(tx, staffId), await tx.passkey.findMany({ where: { staffId } })];
    const key = removal.factor === 'passkey' ? keys.find(({ id }) => id === removal.passkeyId) : undefined;
    if (removal.factor === 'totp' ? !ways.code : !key) return refuse({ kind: 'not-found' });
    const isLast = (ways.code ? 1 : 0) + keys.length === 1;
    if (isLast && isEnforced) return refuse(conflict('last-factor'));
    if (key) await tx.passkey.delete({ where: { id: key.id } });
    else await tx.totpSecret.delete({ where: { staffId } });
    if (isLast) await tx.recoveryCode.deleteMany({ where: { staffId } });
    await audit(tx, staff, at, {
      action: 'staff.factor-removed',
      factor: removal.factor,
      name: key?.name ?? null,
      wasLast: isLast,
    });
    return ok(null);
  });
}

/**
 * Makes new recovery codes; those before work no more. Refusals, all `conflict`: `step-up-needed`, and `no-factor` where
 * there is nothing that they could stand in for.
 */
export async function makeRecoveryCodes(
  { db, now }: FactorSurroundings,
  staff: Staff,
): Promise<Result<{ codes: string[] }>> {
  const at = now();
  if (unproven(staff, at)) return refuse(conflict('step-up-needed'));
  return db.$transaction(async (tx) => {
    await hold(tx, staff.id);
    if (!hasAny(await waysOf(tx, staff.id))) return refuse(conflict('no-factor'));
    const codes = await replaceCodes(tx, staff.id, at);
    await audit(tx, staff, at, { action: 'staff.recovery-codes-made', codes: codes.length });
    return ok({ codes });
  });
}

/** Takes every factor of a person away, codes included, in the transaction of what allowed that. */
export async function clearFactors(tx: Tx, staffId: string): Promise<void> {
  await tx.totpSecret.deleteMany({ where: { staffId } });
  await tx.passkey.deleteMany({ where: { staffId } });
  await tx.recoveryCode.deleteMany({ where: { staffId } });
}
