/**
 * The bytes of a body, or null when there are more than `max`. What the sender claims in Content-Length is only used to
 * stop early; what comes is counted, and nothing is read on past the limit.
 */
export async function readChunks(
  chunks: AsyncIterable<Uint8Array> | null,
  claimed: string | null | undefined,
  max: number,
): Promise<Buffer | null> {
  if (Number(claimed ?? 0) > max) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks ?? []) {
    size += part.byteLength;
    if (size > max) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/** The same for a request as the platform of the web knows it. */
export const readBody = (request: Request, max: number): Promise<Buffer | null> =>
  readChunks(request.body, request.headers.get('content-length'), max);
