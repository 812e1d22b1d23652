import type { PostConditions } from "../../admin/mod.ts";
import type { IncomingHeaders } from "../../exchange/mod.ts";
import { ProblemError } from "../../problems/problem.ts";

/**
 * Reads what a request that writes a post expects of it (RFC 9110, section 13.1). Weak tags match nothing, as `If-Match` compares strongly.
 *
 * @throws {ProblemError} when a header is no list of entity tags, or `If-None-Match` is anything but `*`
 */
export function readConditions(headers: IncomingHeaders): PostConditions {
  const conditions: PostConditions = {};
  const match = headers.get("if-match");
  if (match !== null) conditions.ifMatch = match.trim() === "*" ? "*" : tagsOf(match);
  const noneMatch = headers.get("if-none-match");
  if (noneMatch === null) return conditions;
  if (noneMatch.trim() !== "*") {
    throw new ProblemError("invalid-header", "The header If-None-Match must be * where a post is written");
  }
  return { ...conditions, ifNoneMatch: "*" };
}

function tagsOf(list: string): string[] {
  return list.split(",").flatMap((text) => {
    const match = /^(W\/)?"([\x21\x23-\x7e]*)"$/.exec(text.trim());
    if (match === null) {
      throw new ProblemError("invalid-header", 'The header If-Match must be * or entity tags such as "42-3"');
    }
    const [, weak, tag = ""] = match;
    return weak === undefined ? [tag] : [];
  });
}
