// For tests: a sandbox in memory with a client beside it that signs and seals properly, and a raw one that need not.
import { createPrivateKey, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import type { PlatformCertificate } from '../platform/certificates';
import { newestValid, publicKeyOf } from '../platform/certificates';
import { sealForPlatform } from '../platform/crypto/seal';
import { authorizationHeader, requestText, signRsaSha256 } from '../platform/crypto/sign';
import { dialects } from '../platform/dialect';
import type { Answer } from '../platform/dispositions';
import { send } from '../platform/transport';
import type { SandboxKeys } from './keys';
import type { Sandbox } from './server';
import { sampleInstitution, sampleMerchant } from './world';

/** Bodies are built loosely on purpose: tests break them. */
export type Loose = Record<string, unknown>;

/** A key for one call: 32 letters and digits. */
export const newKey = () => randomBytes(16).toString('hex');

export const certificatesOf = (keys: SandboxKeys): PlatformCertificate[] =>
  keys.platform.map((key) => ({
    serial: key.serial,
    pem: key.certificatePem,
    effectiveTime: new Date(key.effectiveTime),
    expireTime: new Date(key.expireTime),
  }));

/** Seals the contact of a body for the newest certificate of `keys`. */
export function sealContact(contact: Record<string, string>, keys: SandboxKeys, now = new Date()): Loose {
  const certificate = newestValid(certificatesOf(keys), now);
  if (!certificate) throw new Error('No valid certificate');
  const publicKey = publicKeyOf(certificate);
  return Object.fromEntries(Object.entries(contact).map(([name, value]) => [name, sealForPlatform(value, publicKey)]));
}

export const plainContact = { name: 'Sample Contact', phone: '+12025550100', email: 'contact@shop.example' };

/** A body of 4.1 that passes, with what `changes` says on top (undefined removes a field). */
export function validBody(keys: SandboxKeys, changes: Loose = {}): Loose {
  const body: Loose = {
    sp_appid: sampleInstitution.appid,
    sp_mchid: sampleInstitution.mchid,
    name: 'Harbour Kite Books Limited',
    shortname: 'Harbour Kite',
    office_phone: '+442079460001',
    contact: sealContact(plainContact, keys),
    business_category: 644,
    merchant_country_code: '344',
    merchant_type: 'ENTERPRISE',
    registration_certificate_number: 'SAMPLE73009173',
    registration_certificate_date: '2031-06-30',
    business: { business_type: 'ONLINE', website: 'https://www.harbour-kite.example', mcc: '5942' },
    ...changes,
  };
  for (const [name, value] of Object.entries(body)) if (value === undefined) delete body[name];
  return body;
}

/** An application for H5 payment, to spread into a body. */
export const applying = (...domains: string[]): Loose => ({
  apply_h5_payment: true,
  h5_payment_apply_info: { website_url: 'https://www.harbour-kite.example/shop', domains },
});

export type Response = Extract<Answer, { kind: 'response' }>;

/** The answer, which must be one. */
export function answered(answer: Answer): Response {
  if (answer.kind !== 'response') throw new Error(`No answer: ${answer.cause}`);
  return answer;
}

export const json = (answer: { body: Buffer }): Loose => JSON.parse(answer.body.toString('utf8'));

export const applicationPath = (applymentId: string) => `/v3/global/merchant/h5/permission/applications/${applymentId}`;

/** A client of one sandbox: the institution's, or that of the merchant in common mode. */
export function clientOf(sandbox: Sandbox, baseUrl: string, who: 'institution' | 'merchant' = 'institution') {
  const { keys } = sandbox;
  const credentials = {
    mchid: (who === 'merchant' ? sampleMerchant : sampleInstitution).mchid,
    serial: keys[who].serial,
    privateKey: createPrivateKey(keys[who].privateKeyPem),
  };
  const dialect = dialects.servicepay;
  const call = (
    method: string,
    path: string,
    body: Buffer | null = null,
    headers: Record<string, string> = {},
    timeoutMs = 5_000,
  ) =>
    send({
      baseUrl,
      dialect,
      credentials,
      method,
      path,
      body,
      headers,
      timeoutMs,
      certificates: certificatesOf(keys),
      now: () => new Date(),
    });
  const newestSerial = () => newestValid(certificatesOf(keys), new Date())?.serial ?? '';
  return {
    call,
    newestSerial,
    /** PATCH of 4.1 with exact bytes. */
    patch: (subMchid: string, bytes: Buffer, key = newKey(), serial = newestSerial(), timeoutMs = 5_000) =>
      call(
        'PATCH',
        `/v3/global/merchants/${subMchid}`,
        bytes,
        { 'Idempotency-Key': key, 'Servicepay-Serial': serial },
        timeoutMs,
      ),
    /** PATCH of 4.1 with a body. */
    modify: (subMchid: string, body: Loose, key = newKey(), timeoutMs = 5_000) =>
      call(
        'PATCH',
        `/v3/global/merchants/${subMchid}`,
        Buffer.from(JSON.stringify(body)),
        { 'Idempotency-Key': key, 'Servicepay-Serial': newestSerial() },
        timeoutMs,
      ),
    /** PATCH of 4.2. */
    modifyApplication: (applymentId: string, body: Loose) =>
      call('PATCH', applicationPath(applymentId), Buffer.from(JSON.stringify(body))),
    readApplication: (applymentId: string) => call('GET', applicationPath(applymentId)),
    read: (subMchid: string, query = `sp_appid=${sampleInstitution.appid}&sp_mchid=${sampleInstitution.mchid}`) =>
      call('GET', `/v3/global/merchants/${subMchid}?${query}`),
    /** Headers that pass, for raw calls that then break one of them. */
    headersFor: (
      method: string,
      path: string,
      body: string,
      changes: Partial<{ mchid: string; serial: string; timestamp: string; nonce: string; scheme: string }> = {},
    ) => {
      const timestamp = changes.timestamp ?? String(Math.floor(Date.now() / 1000));
      const nonce = changes.nonce ?? newKey();
      const text = requestText({ method, path, timestamp, nonce, body });
      const authorization = authorizationHeader({
        scheme: changes.scheme ?? dialect.scheme,
        mchid: changes.mchid ?? credentials.mchid,
        serial_no: changes.serial ?? credentials.serial,
        nonce_str: nonce,
        timestamp,
        signature: signRsaSha256(text, credentials.privateKey),
      });
      return { Accept: 'application/json', 'User-Agent': 'test', Authorization: authorization };
    },
    /** POST to a control; throws when it is refused. */
    control: async (path: string, body: Loose = {}): Promise<Loose> => {
      const response = await fetch(`${baseUrl}/_sandbox/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error);
      return answer;
    },
    /** GET of a control. */
    look: async (path: string) => (await fetch(`${baseUrl}/_sandbox/${path}`)).json(),
  };
}

/** One HTTP call exactly as told: no header is added. */
export function raw(
  url: string,
  method: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}
