import { mergePatchType } from "../../base/input/patch_of.ts";
import { ProblemError } from "../problems/problem.ts";
import { pointerOf } from "../../base/input/validate.ts";
import { findLoneSurrogate } from "../../base/text/well_formed.ts";
import { readMediaType } from "./media_type.ts";
import { type IncomingBody, readBytes } from "./read_bytes.ts";

/** The escape of a surrogate in JSON. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;
type JsonRequest = IncomingBody & { method?: string };

/** A complete body: its bytes and the parsed object. */
export interface JsonBody {
  bytes: Uint8Array;
  value: object;
}

/**
 * Reads a request's body as a JSON object. It checks the limit while the body streams, so a body without `Content-Length` needs no more memory
 * than one with it.
 *
 * @throws {ProblemError} if the body is missing, has a different type, is too large, or is not a JSON object
 */
export async function readJsonBody(request: JsonRequest, mostBytes: number): Promise<JsonBody> {
  requireJson(request);
  const bytes = await readBytes(request, mostBytes);
  if (bytes.length === 0) {
    throw new ProblemError("missing-body", "Send a JSON object as the body");
  }
  const value = parseJson(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const fields = [{ pointer: "", message: "must be a JSON object" }];
    throw new ProblemError("invalid-body", "The body must be a JSON object", { fields });
  }
  return { bytes, value };
}

/**
 * Reads an optional request body as a JSON object. A missing body becomes an empty object.
 *
 * @throws {ProblemError} if there is a body that {@link readJsonBody} would refuse
 */
export async function readOptionalJsonBody(request: JsonRequest, mostBytes: number): Promise<object> {
  if (request.headers.has("content-type")) return (await readJsonBody(request, mostBytes)).value;
  // Some runtimes cannot detect a missing body before it is read.
  const { length } = await readBytes(request, mostBytes);
  if (length > 0) requireJson(request);
  return {};
}

function parseJson(bytes: Uint8Array): unknown {
  const { text, value } = parse(bytes);
  requireWellFormed(text, value);
  return value;
}

function parse(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    throw new ProblemError("malformed-json", "The body must be JSON (RFC 8259) in UTF-8", { cause });
  }
}

/**
 * Requires that no text in the value of a JSON text has a lone surrogate, which UTF-8 cannot represent (RFC 7493, section 2.1). Only an escape such as `\ud83d`
 * can stand for one.
 *
 * @throws {ProblemError} with the pointer of the text
 */
export function requireWellFormed(text: string, value: unknown): void {
  if (!surrogateEscape.test(text)) return;
  const path = findLoneSurrogate(value);
  if (path === undefined) return;
  const message = "must be valid Unicode, without half of a surrogate pair";
  const fields = [{ pointer: pointerOf(path), message }];
  throw new ProblemError("invalid-body", "The body has a text that is not valid Unicode", { fields });
}

function requireJson({ headers, method }: JsonRequest): void {
  const { name, isUtf8 } = readMediaType(headers.get("content-type"));
  const types = method === "PATCH" ? [mergePatchType, "application/json"] : ["application/json"];
  if (!types.includes(name) || !isUtf8) {
    const detail = `The content-type must be ${types.join(" or ")}, in UTF-8`;
    throw new ProblemError("unsupported-media-type", detail, { headers: { accept: types.join(", ") } });
  }
}
