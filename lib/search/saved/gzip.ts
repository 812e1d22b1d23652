/** Compresses bytes. */
export function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  return transform(bytes, new CompressionStream("gzip"));
}

/** Decompresses bytes. Rejects with a `TypeError` if their checksum is wrong. */
export function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  return transform(bytes, new DecompressionStream("gzip"));
}

async function transform(
  bytes: Uint8Array,
  { readable, writable }: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = writable.getWriter();
  const written = Promise.all([writer.write(bytes as Uint8Array<ArrayBuffer>), writer.close()]);
  // An error also fails the read, which reports it.
  written.catch(() => undefined);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}
