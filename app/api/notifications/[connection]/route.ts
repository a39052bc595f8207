import { clientIp } from '@/lib/auth/client-ip';
import { context } from '@/lib/context';
import { receiverOf } from '@/lib/notifications/receiver';

export const dynamic = 'force-dynamic';

/**
 * The platform's door (4.5): raw bytes first, no session, no redirect, whatever the Content-Type. Signature and content
 * decide; see lib/notifications/receive.ts.
 */
async function answer(request: Request, { params }: { params: Promise<{ connection: string }> }): Promise<Response> {
  const held = await context();
  const { status, body } = await receiverOf(held).answer({
    method: request.method,
    slug: (await params).connection,
    headers: Object.fromEntries(request.headers),
    body: request.body,
    door: 'console',
    ip: clientIp(request.headers, held.environment.trustProxy),
  });
  return Response.json(body, { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } });
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
