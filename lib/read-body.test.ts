import { describe, expect, it } from 'vitest';
import { readBody } from './read-body';

/** A request whose body comes in pieces, and how many of them were asked for. */
function sending(pieces: Uint8Array[], headers: Record<string, string> = {}) {
  let asked = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(stream) {
        const piece = pieces[asked];
        asked += 1;
        if (piece) stream.enqueue(piece);
        else stream.close();
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request('http://console.example', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit);
  return { request, asked: () => asked };
}
const MiB = 1024 * 1024;

describe('a body', () => {
  it('of exactly the most is read, byte for byte', async () => {
    const pieces = [Uint8Array.of(0xff, 0x0d), Uint8Array.of(0x0a), new Uint8Array(MiB - 3).fill(7)];
    const bytes = await readBody(sending(pieces).request, MiB);
    expect(bytes?.byteLength).toBe(MiB);
    expect([...(bytes?.subarray(0, 4) ?? [])]).toEqual([0xff, 0x0d, 0x0a, 7]);
  });

  it('that is longer is given up at the first piece too many, not read to its end (bug-notify-answer-05)', async () => {
    const { request, asked } = sending(Array.from({ length: 48 }, () => new Uint8Array(MiB / 16)));
    expect(await readBody(request, MiB)).toBeNull();
    expect(asked()).toBe(17);
  });

  it('that says how long it is, is not even begun; what it claims to be short is counted all the same', async () => {
    const long = sending([new Uint8Array(10)], { 'content-length': String(3 * MiB) });
    expect(await readBody(long.request, MiB)).toBeNull();
    expect(long.asked()).toBe(0);
    const liar = sending([new Uint8Array(MiB), new Uint8Array(1)], { 'content-length': '1' });
    expect(await readBody(liar.request, MiB)).toBeNull();
  });

  it('that is not there is empty', async () => {
    expect(await readBody(new Request('http://console.example', { method: 'POST' }), 1)).toEqual(Buffer.alloc(0));
  });
});
