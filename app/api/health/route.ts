import { getHealth } from '@/lib/health';

export const dynamic = 'force-dynamic';

/** 200 when the database answers and its migrations are in; load balancers and the launcher ask this. */
export async function GET() {
  const health = await getHealth();
  return Response.json(health, {
    status: health.status === 'ok' ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  });
}
