'use server';
import { z } from 'zod';
import { perform } from '@/lib/approvals/perform';
import { reasonText } from '@/lib/approvals/view';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { startOfDay } from '@/lib/i18n/day';
import type { Result } from '@/lib/result';
import { ok } from '@/lib/result';
import { askForCertificates, CERTIFICATES_PAUSE_MS } from './certificates';
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
