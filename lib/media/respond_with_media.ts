import { type ByteRange, readByteRange } from "../base/byte_range.ts";
import { emptyResponse, type Incoming, type PreparedResponse, ProblemError } from "../http/mod.ts";
import type { MediaBytes } from "./media_bytes.ts";
import type { MediaRecord } from "./stored_media.ts";

/** The media store has no bytes of a file that a record names. */
export class MissingBytesError extends Error {
  override name = "MissingBytesError";

  constructor(key: string) {
    super(`Cannot show the file: the media store has no bytes with the key ${key}`);
  }
}

/**
 * Responds with the bytes of a file, or with a range of them.
 *
 * @throws {MissingBytesError} if the media store does not have them
 * @throws {ProblemError} if the file has no byte of the range
 */
export async function respondWithMedia(
  record: MediaRecord,
  store: MediaBytes,
  { method, headers }: Pick<Incoming, "method" | "headers">,
): Promise<PreparedResponse> {
  const { bytes, hash } = record;
  const etag = `"${hash}"`;
  const range = method === "GET" ? rangeOf(headers, { bytes, etag }) : undefined;
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  const response = emptyResponse(range === undefined ? 200 : 206, {
    ...headersOf(record),
    etag,
    "content-length": String(end - start + 1),
    ...(range !== undefined && { "content-range": `bytes ${start}-${end}/${bytes}` }),
  });
  if (method === "HEAD") return response;
  const open = async (): Promise<ReadableStream<Uint8Array>> => {
    const body = await store.get(record.key, range);
    if (body !== null) return body;
    throw new MissingBytesError(record.key);
  };
  // The response to a client with a current copy needs no bytes.
  return response.with({ body: headers.has("if-none-match") ? openedLater(open) : await open() });
}

/** Rewritten drawings have styles and pictures of their own, and refer to nothing else. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** The headers of a file. They contain nothing of the request. */
function headersOf({ type, isInline }: MediaRecord): Record<string, string> {
  return {
    "content-type": type,
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": type === "image/svg+xml" ? svgPolicy : "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    ...(!isInline && { "content-disposition": "attachment" }),
  };
}

/**
 * Returns the range that a request asks for, or undefined for the whole file. A request with conditions gets the whole file, which they apply
 * to (RFC 9110, section 14.2).
 *
 * @throws {ProblemError} if the file has no byte of the range
 */
function rangeOf(
  headers: Incoming["headers"],
  { bytes, etag }: { bytes: number; etag: string },
): ByteRange | undefined {
  const text = headers.get("range");
  if (text === null || headers.has("if-none-match") || headers.has("if-match")) return undefined;
  if ((headers.get("if-range") ?? etag) !== etag) return undefined;
  const range = readByteRange(text, bytes);
  if (range !== null) return range;
  const unsatisfied = { headers: { "content-range": `bytes */${bytes}` } };
  throw new ProblemError("range-not-satisfiable", `The file has ${bytes} bytes`, unsatisfied);
}

/** Returns a stream that is opened by its first reader. */
function openedLater(open: () => Promise<ReadableStream<Uint8Array>>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= (await open()).getReader();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
