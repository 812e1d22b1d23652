import { ProblemError } from "../problems/problem.ts";
import { type IncomingBody, readBytes } from "./read_bytes.ts";

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
export async function readJsonBody(request: IncomingBody, mostBytes: number): Promise<JsonBody> {
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

/**
 * Reads a request's body as a JSON object where it may be left out, as an empty one.
 *
 * @throws {ProblemError} when there is a body that {@link readJsonBody} would not read
 */
export async function readOptionalJsonBody(request: IncomingBody, mostBytes: number): Promise<object> {
  if (request.headers.has("content-type")) return (await readJsonBody(request, mostBytes)).value;
  // Not every runtime can tell that there is no body before it is read.
  const { length } = await readBytes(request, mostBytes);
  if (length > 0) requireJson(request);
  return {};
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ProblemError("malformed-json", "The body must be JSON (RFC 8259) in UTF-8", { cause });
  }
}

function requireJson({ headers }: IncomingBody): void {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((name) => name.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type.trim() !== "application/json" || !isUtf8) {
    const detail = "The content-type must be application/json, in UTF-8";
    throw new ProblemError("unsupported-media-type", detail, { headers: { accept: "application/json" } });
  }
}
