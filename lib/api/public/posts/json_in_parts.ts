import { PageBody, type PreparedResponse } from "../../../http/mod.ts";
import type { Turns } from "../../../base/yielding.ts";
import { toJson } from "../../../base/text/well_formed.ts";

/** Number of items of an array that are written together. */
const writtenAtOnce = 200;

/** Creates a JSON response in parts, so that other requests run while a long post is written. The bytes are those of `jsonResponse`. */
export async function jsonInParts(
  value: object,
  headers: Readonly<Record<string, string>>,
  turns: Turns,
): Promise<PreparedResponse> {
  const body = new PageBody();
  for (const part of partsOf(value)) {
    body.add(part);
    if (turns.isOver) await turns.next();
  }
  const whole = { "content-type": "application/json", ...headers };
  return body.toResponse({ start: "", end: "", headers: whole, isJoined: true });
}

function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield "[";
    for (let start = 0; start < value.length; start += writtenAtOnce) {
      yield (start === 0 ? "" : ",") + toJson(value.slice(start, start + writtenAtOnce)).slice(1, -1);
    }
    yield "]";
  } else if (typeof value === "object" && value !== null) {
    let separator = "{";
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${separator}${toJson(name)}:`;
      yield* partsOf(member);
      separator = ",";
    }
    yield separator === "{" ? "{}" : "}";
  } else {
    yield value === null ? "null" : toJson(value as string);
  }
}
