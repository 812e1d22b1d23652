import type { Incoming } from "./incoming.ts";
import { ProblemError } from "../problems/problem.ts";

/** The body of a request and the headers that describe it. */
export type IncomingBody = Pick<Incoming, "headers" | "body">;

/**
 * Reads a request's body. It checks the limit while the body streams, so a body without `Content-Length` needs no more memory than one with it.
 *
 * @throws {ProblemError} if the body is encoded, too large or incomplete
 */
export async function readBytes(body: IncomingBody, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readChunks(body, most)) {
    length += chunk.length;
    chunks.push(chunk);
  }
  return joinBytes(chunks, length);
}

/**
 * Reads a request's body as it arrives. Leaving the loop early cancels the body.
 *
 * @throws {ProblemError} if the body is encoded, too large or incomplete
 */
export async function* readChunks({ headers, body }: IncomingBody, most: number): AsyncGenerator<Uint8Array> {
  const codings = (headers.get("content-encoding") ?? "").toLowerCase().split(",");
  if (codings.some((coding) => !["", "identity"].includes(coding.trim()))) {
    throw new ProblemError("unsupported-media-type", "The body must be sent without a content-encoding");
  }
  const stated = Number(headers.get("content-length") ?? 0);
  if (stated > most) throw tooLarge(most);
  let length = 0;
  for await (const chunk of chunksOf(body)) {
    length += chunk.length;
    if (length > most) throw tooLarge(most);
    yield chunk;
  }
}

/** Reads the chunks of a stream. Leaving the loop early cancels the stream. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    throw new ProblemError("incomplete-body", "The body ended before it was complete", { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export function tooLarge(most: number): ProblemError {
  return new ProblemError("body-too-large", `The body must be at most ${most} bytes long`);
}

/** Joins pieces with a total of `length` bytes. */
export function joinBytes(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
