// For tests: a receiver of notifications that keeps what arrives and answers as told, and the proper way to judge it.
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openResource } from '../platform/crypto/open';
import { dialects } from '../platform/dialect';
import { parseJson } from '../platform/json';
import { verifyMessage } from '../platform/verify';
import { applicationRecord } from '../platform/wire/application';
import { notificationEnvelope } from '../platform/wire/notification';
import type { SandboxKeys } from './keys';
import { certificatesOf } from './test-client';

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };

/** What the receiver answers; null: it hangs up without a word. */
export type Said = { status: number; body?: string; headers?: Record<string, string> } | null;

export const success: Said = { status: 200, body: '{"code":"SUCCESS","message":""}' };
export const failed: Said = { status: 500, body: '{"code":"SYSTEM_ERROR","message":""}' };

/** Opens a receiver on a free port. `answer` may be replaced while it runs. */
export async function openReceiver(answer: (message: Received, before: number) => Said | Promise<Said>) {
  const received: Received[] = [];
  const receiver = { received, answer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { method = '', url = '', headers } = request;
      const message = { method, path: url, headers, body: Buffer.concat(chunks) };
      received.push(message);
      const said = await receiver.answer(message, received.length - 1);
      if (said) response.writeHead(said.status, said.headers).end(said.body);
      else request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications/practice`;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return Object.assign(receiver, { url, close });
}

/** A message as a proper receiver judges it: over the raw bytes, with the certificates and the message key of `keys`. */
export function judge({ headers, body }: Received, keys: SandboxKeys, now = new Date()) {
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const message = { dialect: dialects.servicepay, headers: lowered, body };
  const signature = verifyMessage(message, certificatesOf(keys), now);
  const parsed = notificationEnvelope.safeParse(parseJson(body));
  if (!parsed.success) return { signature, envelope: null, opened: null, plaintext: null, record: null };
  const envelope = parsed.data;
  const opened = openResource(envelope.resource, Buffer.from(keys.apiKey));
  const plaintext = Buffer.isBuffer(opened) ? opened.toString('utf8') : null;
  const record = applicationRecord.safeParse(parseJson(plaintext ?? ''));
  return { signature, envelope, opened, plaintext, record: record.success ? record.data : null };
}
