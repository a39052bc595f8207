'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { reasonText } from '@/lib/approvals/view';
import { recordAudit } from '@/lib/audit/record';
import { actorOf } from '@/lib/auth/staff';
import type { Guarded } from '@/lib/boundary';
import { defineAction } from '@/lib/boundary';
import { storable } from '@/lib/db/storable';
import { startOfDay } from '@/lib/i18n/day';
import type { Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { askForCertificates, CERTIFICATES_PAUSE_MS } from './certificates';
import { checkConnection } from './check-connection';
import { inspectCertificate, PEM_MAX, serialOf } from './import-certificate';
import { fingerprintOf } from './message-keys';
import {
  addMessageKey,
  changeOverlap,
  importCertificate,
  readTypedKey,
  removeCertificate,
  removeMessageKey,
} from './operation';
import { addConnection, connectionIssues, exchangeKeys, switchConnection } from './save-deed';
import type { CheckLine } from './schema';
import { typedConnection, typedKeys } from './schema';
import { goOnSending, stopSending } from './stop';
import type { CertificatesAnswer } from './view';

const connection = z.string();
const pem = z.string().max(PEM_MAX);

/** Asks the platform for its certificates now, unless somebody did a moment ago. */
export const askCertificatesAction = defineAction({
  name: 'connections.certificates.ask',
  permission: 'keys:manage',
  input: z.object({ connection }),
  run: async ({ context, account }): Promise<Result<CertificatesAnswer>> => {
    const asked = await askForCertificates(context, account, CERTIFICATES_PAUSE_MS);
    if (asked.kind === 'asked-lately') return ok({ ...asked, at: asked.at.toISOString() });
    if (asked.kind !== 'listed') return ok(asked);
    context.shelfChanges.announce(account.connection.id);
    const { kind, added, problems } = asked;
    return ok({ kind, added, problems });
  },
});

/** Tells what a pasted text is, before anything is saved. */
export const inspectCertificateAction = defineAction({
  name: 'connections.certificates.inspect',
  permission: 'keys:manage',
  input: z.object({ connection, pem }),
  run: ({ context, account }, { pem: text }) => inspectCertificate(context, account, text),
});

/** One deed of one person: pressed twice, it is one. `reason` goes to whoever approves it. */
const asked = { connection, intent: z.uuid(), reason: reasonText };

/** Saves a pasted certificate whose fingerprint was compared, or asks for it. */
export const importCertificateAction = defineAction({
  name: importCertificate.name,
  permission: importCertificate.permission,
  input: z.object({ ...asked, pem, fingerprint: z.string().max(500), serial: z.string().max(100) }),
  run: ({ context, staff, account }, { intent, reason, connection: _, ...input }) =>
    perform(context, importCertificate, {
      account,
      actor: actorOf(staff),
      objectId: serialOf(input.pem) ?? '',
      input,
      intent,
      reason,
    }),
});

/** Removes an imported certificate, or asks for it. */
export const removeCertificateAction = defineAction({
  name: removeCertificate.name,
  permission: removeCertificate.permission,
  input: z.object({ ...asked, serial: z.string().max(100) }),
  run: ({ context, staff, account }, { serial, intent, reason }) =>
    perform(context, removeCertificate, {
      account,
      actor: actorOf(staff),
      objectId: serial,
      input: {},
      intent,
      reason,
    }),
});

/** The last day of an overlap in the reader's zone; '' is without end. */
const endsOn = z.union([z.literal(''), z.iso.date()]);
/** The first moment after that day. */
const endOf = (day: string, zone: string) => (day === '' ? null : startOfDay(day, zone, 1).toISOString());

/** Adds a message key beside those of the configuration, or asks for it. Tells its fingerprint and whether a line end was left out. */
export const addMessageKeyAction = defineAction({
  name: addMessageKey.name,
  permission: addMessageKey.permission,
  input: z.object({ ...asked, key: z.string().max(2000), note: reasonText.pipe(z.string().trim().max(200)), endsOn }),
  run: async ({ context, staff, account }, { key: text, note, endsOn: day, intent, reason }) => {
    const read = readTypedKey(text);
    if (!read.ok) return read;
    const fingerprint = fingerprintOf(read.value);
    const performed = await perform(context, addMessageKey, {
      account,
      actor: actorOf(staff),
      objectId: fingerprint,
      input: { text, note, endsAt: endOf(day, staff.timeZone) },
      intent,
      reason,
    });
    if (!performed.ok) return performed;
    return ok({ ...performed.value, fingerprint, isTrimmed: Buffer.byteLength(text) !== read.value.length });
  },
});

/** Removes an added message key, or asks for it. */
export const removeMessageKeyAction = defineAction({
  name: removeMessageKey.name,
  permission: removeMessageKey.permission,
  input: z.object({ ...asked, id: z.uuid() }),
  run: ({ context, staff, account }, { id, intent, reason }) =>
    perform(context, removeMessageKey, { account, actor: actorOf(staff), objectId: id, input: {}, intent, reason }),
});

/** Changes the last day on which an added message key is tried, or asks for it. */
export const changeOverlapAction = defineAction({
  name: changeOverlap.name,
  permission: changeOverlap.permission,
  input: z.object({ ...asked, id: z.uuid(), endsOn }),
  run: ({ context, staff, account }, { id, endsOn: day, intent, reason }) =>
    perform(context, changeOverlap, {
      account,
      actor: actorOf(staff),
      objectId: id,
      input: { endsAt: endOf(day, staff.timeZone) },
      intent,
      reason,
    }),
});

/** Stops all sending of a connection, at once: one person is enough, and says why. */
export const stopSendingAction = defineAction({
  name: 'sending.stop',
  permission: 'sending:stop',
  input: z.object({ connection, reason: reasonText.pipe(z.string().trim().min(1)) }),
  run: ({ context, staff, account }, { reason }) => stopSending(context, { account, actor: actorOf(staff), reason }),
});

/** Lets sending go on, or asks for it: two people (policy `sending.go-on`). */
export const goOnSendingAction = defineAction({
  name: goOnSending.name,
  permission: goOnSending.permission,
  input: z.object(asked),
  run: ({ context, staff, account }, { intent, reason }) =>
    perform(context, goOnSending, {
      account,
      actor: actorOf(staff),
      objectId: account.connection.id,
      input: {},
      intent,
      reason,
    }),
});

/** Looks at everything that was typed of a new connection, the platform's own word last. Nothing is saved. */
export const checkConnectionAction = defineAction({
  name: 'connections.check',
  permission: 'keys:manage',
  input: z.object({ connection, typed: typedConnection }),
  run: async (guarded, { typed }): Promise<Result<CheckLine[]>> => ok(await checkAndTell(guarded, typed)),
});

/** Looks at what was typed. It calls an address that somebody chose, so the trail says who had it called. */
async function checkAndTell(
  { context, staff, account }: Guarded,
  typed: Parameters<typeof checkConnection>[0],
): Promise<CheckLine[]> {
  const lines = await checkConnection(typed, context.now);
  const failed = lines.find(({ state }) => state === 'failed')?.check ?? 'none';
  const { id, name } = account.connection;
  await context.db.$transaction((tx) =>
    recordAudit(tx, {
      actor: actorOf(staff),
      at: context.now(),
      connectionId: id,
      object: { kind: 'connection', id, name },
      event: { action: 'connection.checked', baseUrl: storable(typed.baseUrl), failed },
    }),
  );
  return lines;
}

/** The looks that found something wrong, as a refusal; the platform is asked again, whatever a form showed before. */
async function hindrance(guarded: Guarded, typed: Parameters<typeof checkConnection>[0]): Promise<Refusal | null> {
  const failed = (await checkAndTell(guarded, typed)).filter(({ state }) => state === 'failed');
  if (failed.length === 0) return null;
  return { kind: 'invalid', issues: failed.map(({ check, rule, params }) => ({ path: check, rule, params })) };
}

/** Saves a connection whose keys are good, or asks for it. */
export const addConnectionAction = defineAction({
  name: addConnection.name,
  permission: addConnection.permission,
  input: z.object({ ...asked, typed: typedConnection }),
  run: async (guarded, { typed, intent, reason }) => {
    const { context, staff } = guarded;
    const issues = connectionIssues(typed);
    if (issues.length > 0) return refuse({ kind: 'invalid', issues });
    const refusal = await hindrance(guarded, typed);
    if (refusal) return refuse(refusal);
    const wanted = { account: null, actor: actorOf(staff), objectId: typed.slug, input: typed, intent, reason };
    return perform(context, addConnection, wanted);
  },
});

/** Exchanges the keys of a saved connection, or asks for it. An empty API key leaves the present one. */
export const exchangeKeysAction = defineAction({
  name: exchangeKeys.name,
  permission: exchangeKeys.permission,
  input: z.object({ ...asked, typed: typedKeys }),
  run: async (guarded, { typed, intent, reason }) => {
    const { context, staff, account } = guarded;
    const { baseUrl, mchid } = account.connection;
    const environment = account.connection.environment === 'practice' ? 'practice' : 'live';
    const dialect = account.connection.dialect === 'wechatpay' ? 'wechatpay' : 'servicepay';
    const apiKey = typed.apiKey === '' ? (account.apiKeys[0]?.toString('utf8') ?? '') : typed.apiKey;
    const refusal = await hindrance(guarded, { ...typed, apiKey, baseUrl, mchid, environment, dialect });
    if (refusal) return refuse(refusal);
    return perform(context, exchangeKeys, {
      account,
      actor: actorOf(staff),
      objectId: account.connection.id,
      input: typed,
      intent,
      reason,
    });
  },
});

/** Switches a saved connection off or on, or asks for it. `id` names it: one that is off has no address. */
export const switchConnectionAction = defineAction({
  name: switchConnection.name,
  permission: switchConnection.permission,
  input: z.object({ ...asked, id: z.uuid(), to: z.enum(['on', 'off']) }),
  run: ({ context, staff }, { id, to, intent, reason }) =>
    perform(context, switchConnection, {
      account: null,
      actor: actorOf(staff),
      objectId: id,
      input: { to },
      intent,
      reason,
    }),
});
