import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from 'node:http';

const pageMethods = ['GET', 'HEAD'];
const routeMethods = [...pageMethods, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What may be asked here: of a page more than to be shown only with what the framework takes for an action or a form. */
function methodsFor({ url, headers }: IncomingMessage): string[] {
  if (url?.startsWith('/api/')) return routeMethods;
  const isSent = headers['next-action'] !== undefined || headers['content-type']?.startsWith('multipart/form-data');
  return isSent ? [...pageMethods, 'POST'] : pageMethods;
}

/** What only a proxy of ours may say of a caller; from anybody else it is the caller's own words. */
const saidByProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'forwarded'];

/**
 * Makes of a request what the framework may believe. Without a proxy in front, whatever says that there is one is taken
 * away, and the address of the connection stands for the caller. Behind proxies the console has one name, whatever host
 * they ask for: it is what the framework compares the origin of an action with.
 */
function straighten(request: IncomingMessage, { proxies, host }: { proxies: number; host: string }): void {
  const { headers } = request;
  if (proxies > 0) {
    headers['x-forwarded-host'] = host;
    return;
  }
  for (const name of saidByProxies) delete headers[name];
  const { remoteAddress } = request.socket;
  if (remoteAddress !== undefined) headers['x-forwarded-for'] = remoteAddress;
}

/** Answers what no route here has a method for (TRACE would be a fault of the framework); true when it did. */
function turnAway(request: IncomingMessage, response: ServerResponse): boolean {
  const methods = methodsFor(request);
  if (methods.includes(request.method ?? '')) return false;
  response.writeHead(405, { Allow: methods.join(', '), 'Cache-Control': 'no-store', Connection: 'close' });
  response.end();
  return true;
}

/**
 * Stands before the framework in every web server of this process. Who breaks off in the middle of a body has aborted:
 * under that name it is no fault, and the framework writes no line about it.
 */
export function openFrontDoor(settings: { proxies: number; publicUrl: string }): () => void {
  const { host } = new URL(settings.publicUrl);
  const emit = Server.prototype.emit;
  Server.prototype.emit = function guarded(this: Server, name: string | symbol, ...values: unknown[]): boolean {
    if (name === 'request') {
      const [request, response] = values as [IncomingMessage, ServerResponse];
      if (turnAway(request, response)) return true;
      straighten(request, { proxies: settings.proxies, host });
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET') error.name = 'AbortError';
      });
    }
    return Reflect.apply(emit, this, [name, ...values]) as boolean;
  } as typeof emit;
  return () => {
    Server.prototype.emit = emit;
  };
}
