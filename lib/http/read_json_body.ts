import { ProblemError } from "./problem.ts";

/** A body that was read whole: its bytes, and the object they stand for. */
export interface JsonBody {
  bytes: Uint8Array;
  value: object;
}

/**
 * Reads a request's body as a JSON object. The limit is checked while the body streams, so a body without a
 * length costs no more memory than one that states it.
 *
 * @throws {ProblemError} when it is missing, of another type, too large, not JSON or no object
 */
export async function readJsonBody(request: Request, mostBytes: number): Promise<JsonBody> {
  requireJson(request);
  const bytes = await readBytes(request, mostBytes);
  if (bytes.length === 0) {
    throw new ProblemError("missing-body", "Send a JSON object as the body");
  }
  const value = parse(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const fields = [{ pointer: "", message: "must be a JSON object" }];
    throw new ProblemError("invalid-body", "The body must be a JSON object", { fields });
  }
  return { bytes, value };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ProblemError("malformed-json", "The body must be JSON (RFC 8259) in UTF-8", { cause });
  }
}

function requireJson({ headers }: Request): void {
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") {
    throw new ProblemError("unsupported-media-type", "The body must be sent without a content-encoding");
  }
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((name) => name.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type.trim() !== "application/json" || !isUtf8) {
    const detail = "The content-type must be application/json, in UTF-8";
    throw new ProblemError("unsupported-media-type", detail, { headers: { accept: "application/json" } });
  }
}

async function readBytes({ headers, body }: Request, most: number): Promise<Uint8Array> {
  const stated = Number(headers.get("content-length") ?? 0);
  if (stated > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(body)) {
    length += chunk.length;
    if (length > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return join(chunks, length);
}

/** Chunks of a stream; leaving the loop early cancels it. */
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
    throw new ProblemError("incomplete-body", "The body ended before it was whole", { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function tooLarge(most: number): ProblemError {
  return new ProblemError("body-too-large", `The body must be at most ${most} bytes long`);
}
