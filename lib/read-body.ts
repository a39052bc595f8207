/** The sender closed the connection in the middle of a body: nobody waits for an answer, and nothing is our fault. */
export class BrokenOff extends Error {}

/**
 * The bytes of a body, or null when there are more than `max`. What the sender claims in Content-Length is only used to
 * stop early; what comes is counted, and nothing is read on past the limit. Throws BrokenOff.
 */
export async function readChunks(
  chunks: AsyncIterable<Uint8Array> | null,
  claimed: string | null | undefined,
  max: number,
): Promise<Buffer | null> {
  if (Number(claimed ?? 0) > max) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of chunks ?? []) {
      size += part.byteLength;
      if (size > max) return null;
      parts.push(part);
    }
  } catch (cause) {
    throw new BrokenOff('The sender broke off', { cause });
  }
  return Buffer.concat(parts, size);
}

/** The same for a request as the platform of the web knows it; null as well for one that was broken off. */
export async function readBody(request: Request, max: number): Promise<Buffer | null> {
  try {
    return await readChunks(request.body, request.headers.get('content-length'), max);
  } catch (thrown) {
    if (thrown instanceof BrokenOff) return null;
    throw thrown;
  }
}

/**
 * The name that the browser gave a file, from the header X-File-Name because the body is the file itself; control
 * characters are left out, and a name that is none is `otherwise`.
 */
export function fileNameOf(request: Pick<Request, 'headers'>, otherwise: string): string {
  try {
    const named = decodeURIComponent(request.headers.get('x-file-name') ?? '');
    return named.replace(/\p{C}/gu, '').slice(0, 200) || otherwise;
  } catch {
    return otherwise;
  }
}
