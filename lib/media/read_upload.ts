import type { Clock } from "../base/time/clock.ts";
import type { Sleep } from "../base/time/sleep.ts";
import { bodyTooLarge, pacedBody, ProblemError, readBytes } from "../http/mod.ts";

/** Dependencies of {@link readUpload}. */
export interface UploadDeps {
  clock: Clock;
  sleep: Sleep;
  /** Maximum number of bytes of a file. */
  fileBytes: number;
}

/** The bytes of a file, or a stream of them. */
export type MediaBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/**
 * Reads the bytes of a file. It stops when they are too many, when the signal aborts, and when they arrive slower than 1 KB a second.
 *
 * @throws {ProblemError} if the file is empty, too large or incomplete
 */
export async function readUpload(
  body: MediaBody,
  deps: UploadDeps,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = body instanceof Uint8Array ? body : await readStream(body, deps, signal);
  if (bytes.length > deps.fileBytes) throw bodyTooLarge(deps.fileBytes);
  if (bytes.length === 0) throw new ProblemError("missing-body", "Send the bytes of the file as the body");
  return bytes;
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  { fileBytes, ...deps }: UploadDeps,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const reading = new AbortController();
  const stop = (): void => reading.abort(signal?.reason);
  if (signal?.aborted === true) stop();
  signal?.addEventListener("abort", stop);
  try {
    const paced = pacedBody(body, reading, deps);
    return await readBytes({ headers: new Headers(), body: paced }, fileBytes);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
