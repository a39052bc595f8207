// A platform for tests of the receiver: it seals and signs messages with a published key, and posts them at both doors.
import type { KeyObject } from 'node:crypto';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlatformAccount } from '@/lib/connections/account';
import type { Context } from '@/lib/context';
import { createContext } from '@/lib/context';
import type { ReceiverContext } from '@/lib/notifications/receiver';
import { createReceiver } from '@/lib/notifications/receiver';
import { createReceiverServer } from '@/lib/notifications/serve';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { sealResource } from '@/lib/platform/crypto/open';
import { messageText, signRsaSha256 } from '@/lib/platform/crypto/sign';
import type { ApplicationRecordWire } from '@/lib/platform/wire/application';
import { applymentApproved } from '@/lib/platform/wire/notification';
import { signingPair } from './vectors';

/** What the platform posts: headers without the dialect's prefix filled in by `post`, and the raw body. */
export type Message = { headers: Record<string, string>; body: Buffer };

export const apiKey = Buffer.from('0123456789abcdef0123456789ABCDEF');
export const mchid = '1900002241';

export type EnvelopeOptions = {
  id?: string;
  createTime?: string;
  eventType?: string;
  key?: Buffer;
  nonce?: string;
  associatedData?: string | null;
  /** Bytes of the resource instead of a record. */
  content?: Buffer | string;
  /** What stands in the envelope besides or instead. */
  envelope?: Record<string, unknown>;
};

export const record = (more: Partial<ApplicationRecordWire> = {}): ApplicationRecordWire => ({
  applyment_id: 100000,
  sp_mchid: mchid,
  sub_mchid: '1900003001',
  domains: ['shop.example'],
  transaction_limit_type: 'NORMAL_LIMIT',
  website_state: 'HAS_LAUNCHED',
  website_url: 'https://shop.example',
  applyment_state: 'APPROVED',
  applyment_type: 'APPLY_FOR_PAYMENT_AUTHORITY',
  notify_url: 'https://console.example/api/notifications/main',
  ...more,
});

/** The body of a notification about an application (6.1), its record sealed (6.2). */
export function envelopeOf(content: unknown, options: EnvelopeOptions = {}): Buffer {
  const bytes = options.content ?? JSON.stringify(content);
  const nonce = options.nonce ?? randomBytes(6).toString('hex');
  const sealed = sealResource(bytes, options.key ?? apiKey, nonce, options.associatedData ?? 'applyment');
  return Buffer.from(
    JSON.stringify({
      id: options.id ?? randomUUID(),
      create_time: options.createTime ?? new Date().toISOString(),
      resource_type: 'applyment',
      event_type: options.eventType ?? applymentApproved,
      summary: 'Approved',
      resource: { original_type: 'applyment', ...sealed },
      ...options.envelope,
    }),
  );
}

export type Platform = {
  certificate: PlatformCertificate;
  privateKey: KeyObject;
  /** Signs a body now; `more` replaces headers, `undefined` leaves one out. */
  signed: (body: Buffer, more?: Record<string, string | undefined>, at?: Date) => Message;
};

export function createPlatform(now: () => Date = () => new Date()): Platform {
  const { certificate, privateKey } = signingPair();
  return {
    certificate,
    privateKey,
    signed: (body, more = {}, at = now()) => {
      const timestamp = more['servicepay-timestamp'] ?? String(Math.floor(at.getTime() / 1000));
      const nonce = more['servicepay-nonce'] ?? randomBytes(16).toString('hex');
      const headers: Record<string, string | undefined> = {
        'content-type': 'application/json',
        'servicepay-timestamp': timestamp,
        'servicepay-nonce': nonce,
        'servicepay-signature': signRsaSha256(messageText({ timestamp, nonce, body }), privateKey),
        'servicepay-serial': certificate.serial,
        'request-id': `08${randomBytes(20).toString('hex').toUpperCase()}-0`,
        ...more,
      };
      const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
      return { headers: Object.fromEntries(given), body };
    },
  };
}

export type Answered = { status: number; type: string | null; body: { code?: string; message?: string } };

export type ReceiverWorld = {
  context: Context;
  account: PlatformAccount;
  connectionId: string;
  platform: Platform;
  /** The receiver's own server, over a clock that can be set. */
  url: string;
  setClock: (at: Date | null) => void;
  post: (message: Message, method?: string, path?: string) => Promise<Answered>;
  /** Writes what the receiver has only counted yet. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

/** The environment of a console that is connected to this platform, written into `folder`. */
export function receiverSettings(folder: string, platform: Platform): Record<string, string> {
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  return {
    PLATFORM_NAME: 'main',
    PLATFORM_BASE_URL: 'http://127.0.0.1:9',
    PLATFORM_ENVIRONMENT: 'practice',
    PLATFORM_MCHID: mchid,
    PLATFORM_APPID: 'wx0000000000002241',
    PLATFORM_MERCHANT_SERIAL: '00AA00AA00AA00AA',
    PLATFORM_PRIVATE_KEY_FILE: file('key.pem', platform.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    PLATFORM_API_KEY_FILE: file('api-key.txt', apiKey.toString()),
    PLATFORM_TIMEOUT_MS: '1000',
  };
}

/** Holds the platform's certificate as if it had been downloaded. */
export async function holdCertificate(
  { db }: Pick<Context, 'db'>,
  connectionId: string,
  certificate: PlatformCertificate,
): Promise<void> {
  const times = { effectiveTime: certificate.effectiveTime, expireTime: certificate.expireTime };
  await db.platformCertificate.create({
    data: { connectionId, serial: certificate.serial, pem: certificate.pem, source: 'download', ...times },
  });
}

/** Forgets everything that notifications told, and all sub-merchants. */
export async function forgetTold({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.discrepancy.deleteMany();
  await db.notification.deleteMany();
  await db.submission.deleteMany();
  await db.application.deleteMany();
  await db.subMerchant.deleteMany();
}

/** A console's receiver over the test's own database. Its platform cannot be asked for anything. */
export async function openReceiverWorld(settings: Record<string, string> = {}): Promise<ReceiverWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'subdesk-receiver-'));
  let clock: Date | null = null;
  const now = () => clock ?? new Date();
  const platform = createPlatform(now);
  const made = receiverSettings(folder, platform);
  Object.assign(process.env, made, settings);
  const context = await createContext(process.env, now);
  const account = context.accountBySlug('main');
  if (!account) throw new Error('the connection is missing');
  const connectionId = account.connection.id;
  await holdCertificate(context, connectionId, platform.certificate);
  const served = await serveReceiver(context);
  return {
    context,
    account,
    connectionId,
    platform,
    url: served.url,
    setClock: (at) => {
      clock = at;
    },
    post: served.post,
    flush: served.flush,
    close: async () => {
      await served.close();
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The receiver's own server over a context, on a free port. */
export async function serveReceiver(context: ReceiverContext) {
  const receiver = createReceiver(context);
  const server = createReceiverServer({ receiver, isWell: async () => true, trustProxy: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** Writes what is only counted yet. */
    flush: receiver.close,
    post: async ({ headers, body }: Message, method = 'POST', path = '/api/notifications/main'): Promise<Answered> => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(method === 'POST' && { body: new Uint8Array(body) }),
        redirect: 'manual',
      });
      const text = await answer.text();
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        body: text === '' ? {} : JSON.parse(text),
      };
    },
    close: async () => {
      await receiver.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
