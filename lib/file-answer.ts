type FileAnswer = { contentType: string; fileName: string };

/** A file to be saved, written while it is read: whoever stops reading half-way ends the reading. */
export function fileAnswer(pieces: AsyncGenerator<string>, { contentType, fileName }: FileAnswer): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await pieces.next();
      if (done) stream.close();
      else stream.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  });
}
