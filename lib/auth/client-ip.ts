/**
 * The caller's network address: with `proxies` trusted ones in front, the entry that the outermost of them added to
 * X-Forwarded-For. Entries further left are the caller's own words and are not believed.
 */
export function clientIp(headers: Pick<Headers, 'get'>, proxies: number): string | null {
  const chain = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return chain.at(-Math.max(proxies, 1)) ?? null;
}
