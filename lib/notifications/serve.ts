import 'server-only';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { clientIp } from '@/lib/auth/client-ip';
import { singleHeaders } from '@/lib/platform/transport';
import type { Answer } from './acknowledge';
import type { Receiver } from './receiver';

export type ServeOptions = {
  receiver: Receiver;
  /** Whether the process can do its work: what the health check answers. */
  isWell: () => Promise<boolean>;
  /** Number of proxies in front, whose X-Forwarded-For is believed. */
  trustProxy: number;
};

const place = /^\/api\/notifications\/([^/?]+)\/?(?:\?|$)/;

/**
 * The second door: a server with the path of notifications, a health check, and nothing else, for institutions that let
 * the internet reach this process and not the console. It is not listening yet.
 */
export function createReceiverServer(options: ServeOptions): Server {
  const server = createServer((request, response) => {
    serve(options, request, response).catch(() => {
      if (response.headersSent) request.socket.destroy();
      else send(response, { status: 500, body: { code: 'SYSTEM_ERROR', message: 'nothing was kept yet' } });
    });
  });
  // A sender that stops in the middle must not hold a connection for long.
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

async function serve(
  { receiver, isWell, trustProxy }: ServeOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const url = request.url ?? '/';
  if (url === '/api/health' && request.method === 'GET') {
    const isUp = await isWell();
    return sendJson(response, isUp ? 200 : 503, { status: isUp ? 'ok' : 'unavailable' });
  }
  const slug = place.exec(url)?.[1];
  if (slug === undefined) return sendJson(response, 404, { code: 'FAIL', message: 'nothing is here' });
  const headers = singleHeaders(request.headers);
  const answer = await receiver.answer({
    method: request.method ?? '',
    slug: decoded(slug),
    headers,
    // The connection stays when reading stops early: the answer still has to go out on it.
    body: request.iterator({ destroyOnReturn: false }),
    door: 'receiver',
    ip:
      clientIp({ get: (name) => headers[name] ?? null }, trustProxy, request.socket.remoteAddress) ??
      request.socket.remoteAddress ??
      null,
  });
  // What was not read of a body would be taken for the next request.
  if (!request.complete) response.setHeader('Connection', 'close');
  send(response, answer);
  if (!request.complete) response.once('finish', () => request.destroy());
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return '';
  }
}

const send = (response: ServerResponse, { status, body }: Answer) => sendJson(response, status, body);

function sendJson(response: ServerResponse, status: number, body: unknown) {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(bytes);
}
