// One signed call over the network, and nothing more: no repeats, no redirects, no interpretation. Sockets are not
// reused, because a kept one that the other side has closed would turn a call into an unknown.
import type { KeyObject } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';
import type { PlatformCertificate } from './certificates';
import { authorizationHeader, requestText, signRsaSha256 } from './crypto/sign';
import type { Dialect } from './dialect';
import type { Answer } from './dispositions';
import type { SignatureState } from './verify';
import { verifyMessage } from './verify';

/** Version in the User-Agent; a test keeps it equal to that of the package. */
export const productVersion = '0.1.0';

const answerBytesMax = 1024 * 1024;

/** Who calls: the institution, the serial of its own certificate and the key that belongs to it. */
export type Credentials = {
  mchid: string;
  serial: string;
  privateKey: KeyObject;
  /** The address was typed by a person of the console: it may lead to the internet and nowhere else. */
  isPublicOnly?: boolean;
};

const closed = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(net, bits, 'ipv6');

/** Whether an address leads into this machine, a private network or nowhere: none of it is the internet. A name does not. */
export function isClosedAddress(host: string): boolean {
  const family = isIP(host);
  return family !== 0 && closed.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Resolves a name, and answers with none of its addresses where one of them is closed: looked at when it is called. */
const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const isClosed = !error && addresses.some(({ address }) => isClosedAddress(address));
    const fault = error ?? (isClosed ? Object.assign(new Error('A closed address'), { code: 'ENETUNREACH' }) : null);
    const [first] = addresses ?? [];
    if (fault || !first) callback(fault ?? new Error('No address'), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });

export type Call = {
  /** May have a path; a slash at its end does not count. */
  baseUrl: string;
  dialect: Dialect;
  credentials: Credentials;
  method: string;
  /** Path and query as `buildPath` made them; signed and sent as they are. */
  path: string;
  /** The exact bytes, or null for a call without body. */
  body: Buffer | null;
  /** For a body that is not JSON: its media type, and the text that is signed in its place. */
  form?: { contentType: string; signed: string };
  /** Beyond those of every call: Idempotency-Key, the platform certificate's serial. */
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  certificates: readonly PlatformCertificate[];
  now: () => Date;
  /** Asked at most once, when the answer names a serial that is not held; null when nothing new is to be had. */
  onUnknownSerial?: () => Promise<readonly PlatformCertificate[] | null>;
  signal?: AbortSignal;
};

/** Sends one call and tells what came back. Does not throw for what the network or the platform do. */
export async function send(call: Call): Promise<Answer> {
  const { base, wirePath } = addressOf(call.baseUrl, call.path);
  const answer = await exchange({
    ...call,
    base,
    path: wirePath,
    headers: signedHeaders(call, wirePath),
    isPublicOnly: call.credentials.isPublicOnly ?? false,
  });
  if (answer.kind === 'no-answer') return answer;
  return { ...answer, signature: await signatureOf(call, answer) };
}

type Unjudged = Exclude<Answer, { kind: 'response' }> | Omit<Extract<Answer, { kind: 'response' }>, 'signature'>;
type Response = Extract<Unjudged, { kind: 'response' }>;

async function signatureOf(call: Call, { headers, body }: Response): Promise<SignatureState> {
  const message = { dialect: call.dialect, headers, body };
  const state = verifyMessage(message, call.certificates, call.now());
  if (state !== 'unknown-serial' || !call.onUnknownSerial) return state;
  // The answer is here: that fetching certificates failed must not lose it, it only stays unverified.
  const fresh = await call.onUnknownSerial().catch(() => null);
  return fresh ? verifyMessage(message, fresh, call.now()) : state;
}

/** Address of a call: where to connect, and path and query as they stand on the wire and in the signed text. */
export function addressOf(baseUrl: string, path: string) {
  const base = new URL(baseUrl);
  if (base.protocol !== 'https:' && base.protocol !== 'http:') throw new TypeError('The base address is not http(s)');
  return { base, wirePath: `${base.pathname.replace(/\/+$/, '')}${path}` };
}

function signedHeaders(call: Call, wirePath: string): Record<string, string> {
  const { credentials, dialect, body, form } = call;
  const method = call.method.toUpperCase();
  const timestamp = String(Math.floor(call.now().getTime() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const text = requestText({ method, path: wirePath, timestamp, nonce, body: form?.signed ?? body ?? '' });
  return {
    ...call.headers,
    Accept: 'application/json',
    'Accept-Language': 'en',
    'User-Agent': `Subdesk/${productVersion}`,
    ...(body ? { 'Content-Type': form?.contentType ?? 'application/json', 'Content-Length': String(body.length) } : {}),
    Authorization: authorizationHeader({
      scheme: dialect.scheme,
      mchid: credentials.mchid,
      serial_no: credentials.serial,
      nonce_str: nonce,
      timestamp,
      signature: signRsaSha256(text, credentials.privateKey),
    }),
  };
}

/** One exchange over the network: `base` says where to, everything else is put on the wire as it stands. */
export type Exchange = {
  base: URL;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
  /** For the whole exchange, the answer's last byte included. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Nothing is sent to a name that leads to a closed address. */
  isPublicOnly?: boolean;
};

/** Makes one exchange, without redirects. Does not throw for what the network or the other side do. */
export function exchange(message: Exchange): Promise<Unjudged> {
  const { base } = message;
  const isSecure = base.protocol === 'https:';
  const options: RequestOptions = {
    method: message.method.toUpperCase(),
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    path: message.path,
    headers: message.headers,
    agent: false,
    ...(message.isPublicOnly && { lookup: lookupPublic }),
    ...(message.signal ? { signal: message.signal } : {}),
  };
  // A number needs no looking up, and is not looked at there.
  if (message.isPublicOnly && isClosedAddress(String(options.hostname)))
    return Promise.resolve({ kind: 'no-answer', cause: 'refused-connection', sent: false });
  return new Promise((resolve) => {
    let sent = false;
    let timedOut = false;
    const request: ClientRequest = (isSecure ? requestHttps : requestHttp)(options);
    const deadline = setTimeout(() => {
      timedOut = true;
      request.destroy(new Error('Timed out'));
    }, message.timeoutMs);
    const finish = (outcome: Unjudged) => {
      clearTimeout(deadline);
      resolve(outcome);
    };
    const fail = (error: unknown) =>
      finish({ kind: 'no-answer', cause: timedOut ? 'timeout' : causeOf(error, sent), sent });
    // Bytes leave as soon as there is a connection; before that provably nothing has left.
    request.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => (sent = true)));
    request.on('error', fail);
    request.on('response', (response) => collect(response).then(finish, fail));
    request.end(message.body ?? undefined);
  });
}

/** Headers as Node gives them, each as one text; names are in lower case. */
export function singleHeaders(from: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

async function collect(response: IncomingMessage): Promise<Unjudged> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > answerBytesMax) throw new Error('The answer is too long');
    chunks.push(chunk);
  }
  const headers = singleHeaders(response.headers);
  return {
    kind: 'response',
    status: response.statusCode ?? 0,
    headers,
    body: Buffer.concat(chunks),
    requestId: headers['request-id'] ?? null,
  };
}

type Cause = Extract<Answer, { kind: 'no-answer' }>['cause'];

function causeOf(error: unknown, sent: boolean): Cause {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ABORT_ERR') return 'aborted';
  if (sent) return 'cut';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'refused-connection';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO|ALTNAME/.test(code) ? 'tls' : 'cut';
}
