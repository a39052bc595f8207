'use server';
import { z } from 'zod';
import { hasNul } from '@/lib/address-values';
import { actorOf } from '@/lib/auth/staff';
import { defineAction } from '@/lib/boundary';
import { startOfDay } from '@/lib/i18n/day';
import type { Result } from '@/lib/result';
import { ok } from '@/lib/result';
import { askForCertificates, CERTIFICATES_PAUSE_MS } from './certificates';
import { importCertificate, inspectCertificate, PEM_MAX } from './import-certificate';
import { addMessageKey, changeOverlap, removeMessageKey } from './manage-message-keys';
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

/** Saves a pasted certificate whose fingerprint was compared. */
export const importCertificateAction = defineAction({
  name: 'connections.certificates.import',
  permission: 'keys:manage',
  input: z.object({ connection, pem, fingerprint: z.string().max(500), serial: z.string().max(100) }),
  run: ({ context, staff, account }, { pem: text, fingerprint, serial }) =>
    importCertificate(context, { account, actor: actorOf(staff), text, fingerprint, serial }),
});

/** The last day of an overlap in the reader's zone; '' is without end. */
const endsOn = z.union([z.literal(''), z.iso.date()]);
/** The first moment after that day. */
const endOf = (day: string, zone: string) => (day === '' ? null : startOfDay(day, zone, 1));

/** Adds a message key beside those of the configuration. */
export const addMessageKeyAction = defineAction({
  name: 'connections.message-keys.add',
  permission: 'keys:manage',
  input: z.object({
    connection,
    key: z.string().max(2000),
    note: z
      .string()
      .trim()
      .max(200)
      .refine((note) => !hasNul(note)),
    endsOn,
  }),
  run: ({ context, staff, account }, { key, note, endsOn: day }) =>
    addMessageKey(context, {
      account,
      actor: actorOf(staff),
      text: key,
      note,
      endsAt: endOf(day, staff.timeZone),
    }),
});

/** Removes an added message key. */
export const removeMessageKeyAction = defineAction({
  name: 'connections.message-keys.remove',
  permission: 'keys:manage',
  input: z.object({ connection, id: z.uuid() }),
  run: ({ context, staff, account }, { id }) => removeMessageKey(context, { account, actor: actorOf(staff), id }),
});

/** Changes the last day on which an added message key is tried. */
export const changeOverlapAction = defineAction({
  name: 'connections.message-keys.change-overlap',
  permission: 'keys:manage',
  input: z.object({ connection, id: z.uuid(), endsOn }),
  run: ({ context, staff, account }, { id, endsOn: day }) =>
    changeOverlap(context, { account, actor: actorOf(staff), id, endsAt: endOf(day, staff.timeZone) }),
});
