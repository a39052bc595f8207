import { randomBytes } from 'node:crypto';
import type { NextRequest } from 'next/server';
import { NextResponse } from 'next/server';
import { refusalOf } from './lib/broken-requests';

/**
 * The content security policy of one page, with a nonce of its own: only scripts that this answer names run, styles and
 * everything else come from us, nothing is framed, and forms go nowhere else.
 */
function newPolicy(): string {
  const nonce = randomBytes(16).toString('base64');
  const isDevelopment = process.env.NODE_ENV === 'development';
  return [
    "default-src 'none'",
    // The development server compiles in the browser, which a production build never does.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ` 'nonce-${nonce}'`}`,
    // The one inline style that React itself writes while it streams: a part that waits for its place is display:none.
    "style-src-attr 'unsafe-hashes' 'sha256-aqNNdDLnnrDOnTNdkJpYlAxKVJtLt9CtFLklmInuUAE='",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

/**
 * Turns away what no page and no action can be made from, and gives every page its policy. The nonce reaches the framework
 * through the request's own header.
 */
export async function proxy(request: NextRequest) {
  const refusal = await refusalOf(request);
  const isPage = !request.nextUrl.pathname.startsWith('/api/');
  if (refusal !== null && !(isPage && refusal === 404)) return new NextResponse(null, { status: refusal });
  if (!isPage) return NextResponse.next();
  const policy = newPolicy();
  const headers = new Headers(request.headers);
  headers.set('Content-Security-Policy', policy);
  const response =
    refusal === null
      ? NextResponse.next({ request: { headers } })
      : // No page has this address: a person who followed a damaged link reads that nothing is there.
        NextResponse.rewrite(new URL('/damaged-link', request.url), { request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

// Not for what is no page: files of the build, and what other programs ask (notifications, health); of those only an
// address that has something to decode.
export const config = { matcher: ['/((?!_next/static|_next/image|api/|icon).*)', '/api/(.*%.*)'] };
