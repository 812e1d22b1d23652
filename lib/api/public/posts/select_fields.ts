import { jsonResponse, type PreparedResponse } from "../../../http/mod.ts";
import { type FieldSelection, pickFields } from "../../representations/field_selection.ts";
import type { SinglePost } from "../../representations/post_schema.ts";

const decoder = new TextDecoder();

/** Selects fields from a rendered post, so that its FAQ entries need not be extracted again. */
export function selectFields({ body, headers }: PreparedResponse, fields: FieldSelection): PreparedResponse {
  const post = JSON.parse(decoder.decode(body as Uint8Array<ArrayBuffer>)) as SinglePost;
  const kept = Object.entries(headers).filter(([name]) => keptHeaders.has(name));
  return jsonResponse(pickFields(post, fields), 200, Object.fromEntries(kept)).withEtag();
}

const keptHeaders: ReadonlySet<string> = new Set([
  "vary",
  "last-modified",
  "age",
  "cache-tag",
  "surrogate-key",
]);
