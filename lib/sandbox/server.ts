// The sandbox as a server on this machine: the platform's operations, and the controls beside them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isInteger, isSafeNumber, parse as parseJson } from 'lossless-json';
import { sha256 } from '../platform/crypto/sha256';
import { parseAuthorization } from '../platform/crypto/sign';
import type { DialectName } from '../platform/dialect';
import { dialects, headerNames } from '../platform/dialect';
import { matchOperation } from '../platform/operations';
import { singleHeaders } from '../platform/transport';
import { answerCall } from './answer';
import type { Controlled } from './control-answer';
import { control } from './controls';
import { createFaults } from './faults';
import type { JournalEntry } from './journal';
import { openJournal } from './journal';
import type { SandboxKeys } from './keys';
import { loadKeys, makeKeys, saveKeys } from './keys';
import { uploadBytesMax } from './media';
import { createSender } from './notify';
import { resume } from './outbox';
import type { Call, Outcome } from './reply';
import { failure, newRequestId } from './reply';
import { answerHeaders } from './signatures';
import type { SandboxState } from './state';
import { openStore } from './state';
import { languageOf, say } from './texts';
import { sampleInstitution } from './world';

export type SandboxOptions = {
  /** Folder for keys, state and journal; null keeps everything in memory. */
  stateDir: string | null;
  /** Keys to use instead of those of the folder, so that many tests can share one set. */
  keys?: SandboxKeys;
  dialect?: DialectName;
  now?: () => Date;
  /** Where notifications go; absent: where a control last sent them, which at first is nowhere. */
  notifyUrl?: string | null;
  /** Where those of the merchant in common mode go; likewise. */
  notifyUrlCommon?: string | null;
  /** `timer`: notifications are delivered when they are due; otherwise `deliverDue` does it. */
  deliver?: 'timer';
};

export type Sandbox = {
  /** Begins to listen on 127.0.0.1 (0: a free port) and resolves to the base address. Rejects when the port is taken. */
  listen: (port: number) => Promise<string>;
  /** Ends held calls and open connections, and resolves when the port is free. */
  close: () => Promise<void>;
  /** Delivers the notifications that are due, until none is. Resolves to how many messages went out. */
  deliverDue: () => Promise<number>;
  readonly keys: SandboxKeys;
  readonly state: SandboxState;
  readonly journal: readonly JournalEntry[];
  readonly mchid: string;
  readonly appid: string;
};

const bodyBytesMax = 1024 * 1024;

/** Makes a sandbox that remembers `stateDir`. Throws when a file in it cannot be read. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { stateDir, dialect: dialectName = 'servicepay', now: clock = () => new Date() } = options;
  const store = await openStore(stateDir);
  // A rotation changes the keys, so given ones are copied.
  const given = options.keys === undefined ? null : structuredClone(options.keys);
  const keys = given ?? (stateDir === null ? null : await loadKeys(stateDir, clock())) ?? (await makeKeys(clock()));
  const sandboxNow = () => new Date(clock().getTime() + store.state.clockOffsetMs);
  resume(store.state, sandboxNow());
  if (options.notifyUrl !== undefined) store.state.notify.url = options.notifyUrl;
  if (options.notifyUrlCommon !== undefined) store.state.notify.urlCommon = options.notifyUrlCommon;
  if (stateDir !== null) {
    await saveKeys(stateDir, keys, dialectName);
    await store.commit();
  }
  const sandbox: Controlled = {
    dialect: dialects[dialectName],
    dialectName,
    keys,
    store,
    faults: createFaults(),
    journal: openJournal(stateDir),
    stateDir,
    notifyUrl: store.state.notify.url,
    notifyUrlCommon: store.state.notify.urlCommon ?? null,
    now: sandboxNow,
    wallNow: clock,
  };
  const sender = createSender(sandbox);
  if (options.deliver === 'timer') sender.start();
  const server = createServer((request, response) => {
    serve(sandbox, request, response).catch(() => {
      if (response.headersSent) request.socket.destroy();
      else sendJson(response, 500, { error: 'the sandbox failed' });
    });
  });
  server.keepAliveTimeout = 8_000;
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
        });
      }),
    close: async () => {
      sandbox.faults.release();
      await sender.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await store.settled();
    },
    deliverDue: sender.deliverDue,
    keys,
    state: store.state,
    journal: sandbox.journal.entries,
    ...sampleInstitution,
  };
}

async function readBody(request: IncomingMessage, max: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function serve(sandbox: Controlled, request: IncomingMessage, response: ServerResponse) {
  const url = request.url ?? '/';
  const isControl = url === '/_sandbox' || url.startsWith('/_sandbox/') || url.startsWith('/_sandbox?');
  // A foreign page must neither read nor steer us: judged before its body is looked at.
  const stranger = isControl ? strangerAtControls(request) : null;
  if (stranger) return sendJson(response, stranger.status, { error: stranger.error });
  const isUpload = matchOperation(request.method ?? '', url)?.name === 'media.upload';
  const body = await readBody(request, isUpload ? uploadBytesMax : bodyBytesMax);
  if (body === null) {
    response.writeHead(413, { Connection: 'close' }).end();
    return;
  }
  if (isControl) await serveControl(sandbox, request, response, url, body);
  else await servePlatform(sandbox, request, response, url, body);
}

async function servePlatform(
  sandbox: Controlled,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  body: Buffer,
) {
  const headers = singleHeaders(request.headers);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const call: Call = { method: request.method ?? '', url, headers, body, gone: gone.signal };
  const entry = sandbox.journal.begin(journalEntry(sandbox, call));
  const outcome = await answerCall(sandbox, call).catch((): Outcome => {
    // Our own failure is the platform's 500: not a word of it leaves, and the caller does not know what happened.
    const language = languageOf(headers['accept-language']);
    const reply = failure(500, 'SYSTEM_ERROR', say('system', language), language);
    return { operation: null, fault: null, effect: false, reply, note: 'the sandbox failed' };
  });
  const { reply } = outcome;
  Object.assign(entry, {
    operation: outcome.operation ?? entry.operation,
    fault: outcome.fault,
    effect: outcome.effect,
    note: outcome.note,
    ...(reply
      ? {
          status: reply.status,
          code: reply.code,
          replayed: reply.replayed,
          // What stands in front of the API gives none.
          requestId: reply.bare ? null : newRequestId(reply.status >= 300),
        }
      : {}),
  });
  sandbox.journal.end(entry);
  if (!reply) {
    request.socket.destroy();
    return;
  }
  response.writeHead(reply.status, await answerHeaders(sandbox, reply, entry.requestId));
  response.end(reply.body);
}

function journalEntry(sandbox: Controlled, call: Call): Omit<JournalEntry, 'n'> {
  const [path = ''] = call.url.split('?');
  return {
    at: sandbox.now().toISOString(),
    operation: matchOperation(call.method, path)?.name ?? null,
    method: call.method,
    path: call.url,
    idempotencyKey: call.headers['idempotency-key'] ?? null,
    serial: call.headers[headerNames(sandbox.dialect).serial.toLowerCase()] ?? null,
    bodySha256: sha256(call.body),
    mchid: parseAuthorization(call.headers.authorization ?? '')?.mchid ?? null,
    requestId: null,
    status: null,
    code: null,
    effect: false,
    replayed: false,
    fault: null,
    note: null,
  };
}

/** Only pages of our own address may use the controls: a foreign Host is a rebound name, a foreign Origin another site. */
function strangerAtControls(request: IncomingMessage): { status: number; error: string } | null {
  const port = request.socket.localPort;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes((request.headers.host ?? '').toLowerCase())) return { status: 403, error: 'foreign Host' };
  const { origin } = request.headers;
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) {
    return { status: 403, error: 'foreign Origin' };
  }
  const site = request.headers['sec-fetch-site'];
  const isNavigation = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation) {
    return { status: 403, error: 'foreign site' };
  }
  if (request.method !== 'GET' && request.method !== 'POST') return { status: 405, error: 'GET or POST' };
  const type = request.headers['content-type'];
  // A form of another site cannot send this type without asking first.
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    return { status: 415, error: 'Content-Type must be application/json' };
  }
  return null;
}

async function serveControl(
  sandbox: Controlled,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  body: Buffer,
) {
  const [path = ''] = url.split('?');
  // Relative addresses on the page need the slash.
  if (path === '/_sandbox') {
    response.writeHead(308, { Location: '/_sandbox/' }).end();
    return;
  }
  const json = body.length === 0 ? {} : parse(body);
  if (json === undefined) return sendJson(response, 400, { error: 'the body is not JSON' });
  const answer = await control(sandbox, { method: request.method ?? '', path, body: json });
  if ('json' in answer) return sendJson(response, answer.status, answer.json);
  response.writeHead(answer.status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': answer.contentSecurityPolicy,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  response.end(answer.html);
}

/** JSON with every digit: what a tester wants to have told may be an integer that no double holds. */
function parse(body: Buffer): unknown {
  const parseNumber = (text: string) => (isSafeNumber(text) || !isInteger(text) ? Number(text) : BigInt(text));
  try {
    return parseJson(body.toString('utf8'), null, { parseNumber });
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, status: number, json: unknown) {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(JSON.stringify(json));
}
