import type { PostConditions } from "../actions/post_actions.ts";
import { readEntityTags, ProblemError, versionOf, type IncomingHeaders } from "../../http/mod.ts";

/**
 * Reads the preconditions of a request that writes a post or a text (RFC 9110, section 13.1). Weak tags never match, because `If-Match` uses
 * strong comparison.
 *
 * @throws {ProblemError} if a header is not a list of entity tags, or `If-None-Match` is not `*`
 */
export function readConditions(headers: IncomingHeaders): PostConditions {
  const conditions: PostConditions = {};
  const match = headers.get("if-match");
  if (match !== null) conditions.ifMatch = toPrecondition(match);
  const noneMatch = headers.get("if-none-match");
  if (noneMatch === null) return conditions;
  if (noneMatch.trim() !== "*") {
    throw new ProblemError("invalid-header", "The header If-None-Match must be * in a request that writes");
  }
  return { ...conditions, ifNoneMatch: "*" };
}

function toPrecondition(list: string): "*" | string[] {
  const tags = readEntityTags(list);
  if (tags === "*") return tags;
  return tags.flatMap((tag) => {
    if (tag === null) {
      throw new ProblemError("invalid-header", 'The header If-Match must be * or entity tags such as "42-3"');
    }
    return tag.isWeak ? [] : [versionOf(tag.value).slice(1, -1)];
  });
}
