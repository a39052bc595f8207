import 'server-only';
import { contactsAbout } from '@/lib/applications/penalty';
import {
  contentAbout as approvalContentAbout,
  payloadAbout as approvalPayloadAbout,
  callBackAbout,
} from '@/lib/approvals/write';
import { keyAbout } from '@/lib/connections/message-keys';
import { privateKeyAbout, savedApiKeyAbout } from '@/lib/connections/saved-about';
import * as contractImport from '@/lib/contracts/import';
import { recordAbout } from '@/lib/deductions/keep';
import { draftAbout } from '@/lib/drafts/drafts';
import { evidenceAbout } from '@/lib/evidence/evidence';
import { totpAbout } from '@/lib/factors/totp';
import { pictureAbout } from '@/lib/media/keep';
import { bodyAbout, discrepancyAbout, contentAbout as notificationAbout } from '@/lib/notifications/sealed';
import { answerAbout, bytesAbout, payloadAbout } from '@/lib/requests/open';
import * as recordImport from '@/lib/sub-merchants/import';
import { personalAbout } from '@/lib/sub-merchants/record';

/** A row as it is read to seal one of its columns again: the columns that name it and that its value is bound to. */
export type Place = Record<string, string | number>;

/** One column that holds sealed values. */
export type SealedColumn = {
  table: string;
  column: string;
  /** Columns that name the row, with their types. */
  key: readonly (readonly [name: string, type: 'uuid' | 'text' | 'integer'])[];
  /** More columns that the value is bound to. */
  with?: readonly string[];
  /** What the value is bound to; the same function by which it is opened. */
  about: (row: Place) => string;
};

const text = (row: Place, name: string) => String(row[name]);
const id = [['id', 'uuid']] as const;
const byId = (about: (id: string) => string) => ({ key: id, about: (row: Place) => about(text(row, 'id')) });
const ofStaff = { key: [['staffId', 'uuid']] as const, about: (row: Place) => totpAbout(text(row, 'staffId')) };
const isContractImport = (row: Place) => row.kind === 'contract';

/** Every column with sealed values; a test holds it against the schema, so that a new one cannot be forgotten. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'Approval', column: 'content', ...byId(approvalContentAbout) },
  { table: 'Approval', column: 'payload', ...byId(approvalPayloadAbout) },
  { table: 'Approval', column: 'callBack', ...byId(callBackAbout) },
  { table: 'Evidence', column: 'content', ...byId(evidenceAbout) },
  {
    table: 'SubMerchant',
    column: 'personal',
    key: id,
    with: ['connectionId', 'subMchid'],
    about: (row) => personalAbout(text(row, 'connectionId'), text(row, 'subMchid')),
  },
  { table: 'PlatformRequest', column: 'bytes', ...byId(bytesAbout) },
  { table: 'PlatformRequest', column: 'payload', ...byId(payloadAbout) },
  {
    table: 'RequestTry',
    column: 'answer',
    key: [
      ['requestId', 'uuid'],
      ['number', 'integer'],
    ],
    about: (row) => answerAbout(text(row, 'requestId'), Number(row.number)),
  },
  {
    table: 'Draft',
    column: 'content',
    key: id,
    with: ['connectionId', 'kind', 'objectId', 'staffId'],
    about: (row) =>
      draftAbout({
        connectionId: text(row, 'connectionId'),
        kind: text(row, 'kind'),
        objectId: text(row, 'objectId'),
        staffId: text(row, 'staffId'),
      }),
  },
  {
    table: 'ImportFile',
    column: 'content',
    key: id,
    with: ['kind'],
    about: (row) => (isContractImport(row) ? contractImport : recordImport).contentAbout(text(row, 'id')),
  },
  {
    table: 'ImportFile',
    column: 'report',
    key: id,
    with: ['kind'],
    about: (row) => (isContractImport(row) ? contractImport : recordImport).reportAbout(text(row, 'id')),
  },
  { table: 'Deduction', column: 'record', ...byId(recordAbout) },
  { table: 'MediaFile', column: 'content', ...byId((row) => pictureAbout(row, 'content')) },
  { table: 'MediaFile', column: 'thumbnail', ...byId((row) => pictureAbout(row, 'thumbnail')) },
  { table: 'PenaltyCase', column: 'contacts', ...byId(contactsAbout) },
  { table: 'Notification', column: 'content', ...byId(notificationAbout) },
  {
    table: 'Notification',
    column: 'body',
    key: id,
    with: ['bodySha256'],
    about: (row) => bodyAbout(text(row, 'id'), text(row, 'bodySha256')),
  },
  {
    table: 'NotificationDelivery',
    column: 'body',
    key: id,
    with: ['notificationId', 'bodySha256'],
    about: (row) => bodyAbout(text(row, 'notificationId'), text(row, 'bodySha256')),
  },
  {
    table: 'Discrepancy',
    column: 'content',
    key: id,
    with: ['notificationId', 'contentSha256'],
    about: (row) => discrepancyAbout(text(row, 'notificationId'), text(row, 'contentSha256')),
  },
  {
    table: 'ConnectionKeys',
    column: 'privateKey',
    key: [['connectionId', 'uuid']],
    about: (row) => privateKeyAbout(text(row, 'connectionId')),
  },
  {
    table: 'ConnectionKeys',
    column: 'apiKey',
    key: [['connectionId', 'uuid']],
    about: (row) => savedApiKeyAbout(text(row, 'connectionId')),
  },
  {
    table: 'MessageKey',
    column: 'sealed',
    key: id,
    with: ['connectionId', 'fingerprint'],
    about: (row) => keyAbout(text(row, 'connectionId'), text(row, 'fingerprint')),
  },
  { table: 'TotpSecret', column: 'secret', ...ofStaff },
  { table: 'TotpSecret', column: 'pending', ...ofStaff },
];

/** Columns of bytes that hold nothing sealed, each with its reason. */
export const unsealedColumns: Record<string, string> = { 'Passkey.publicKey': 'a public key' };
