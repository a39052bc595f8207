/**
 * The caller's network address: with `proxies` trusted ones in front, the entry that the outermost of them added to
 * X-Forwarded-For. Entries further left are the caller's own words and are not believed. Without a proxy it is `peer`, the
 * other end of the connection; who does not know it stands behind the front door, which puts it into that header.
 */
export function clientIp(headers: Pick<Headers, 'get'>, proxies: number, peer?: string): string | null {
  if (proxies === 0 && peer !== undefined) return peer;
  const chain = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return chain.at(-Math.max(proxies, 1)) ?? null;
}
