import { canonicalLanguageTag, type PostQuery, type PostSort } from "../content/mod.ts";
import { toMilliseconds } from "../timestamp.ts";
import { decodeCursor } from "./cursor.ts";
import { notAllowed, single } from "./query_parameter.ts";

const sorts: readonly string[] = ["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"];
const mostPosts = 100;
const defaultPosts = 50;

/**
 * Reads the query parameters of the list. A value that is not allowed is refused, never bent into
 * one that is; parameters that are not known are passed over.
 *
 * @throws {ProblemError} that names the parameter and what is allowed
 */
export function parseListQuery(parameters: URLSearchParams): PostQuery {
  const sort = parseSort(single(parameters, "sort"));
  const query: PostQuery = { sort, limit: parseLimit(single(parameters, "limit")) };
  const cursor = single(parameters, "cursor");
  const section = single(parameters, "section");
  const language = single(parameters, "language");
  const tag = single(parameters, "tag");
  const updatedSince = single(parameters, "updatedSince");
  if (cursor !== undefined) query.after = parseCursor(cursor, sort);
  if (section !== undefined) query.section = section;
  if (language !== undefined) query.language = parseLanguage(language);
  if (tag !== undefined) query.tag = tag;
  if (updatedSince !== undefined) query.updatedSince = parseInstant(updatedSince);
  return query;
}

function parseSort(sort = "-createdAt"): PostSort {
  if (sorts.includes(sort)) return sort as PostSort;
  throw notAllowed("sort", `must be one of ${sorts.join(", ")}`);
}

function parseLimit(limit = String(defaultPosts)): number {
  const value = /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (value >= 1 && value <= mostPosts) return value;
  throw notAllowed("limit", `must be a whole number from 1 to ${mostPosts}`);
}

function parseCursor(cursor: string, sort: PostSort): string {
  const after = decodeCursor(cursor, sort);
  if (after !== undefined) return after;
  throw notAllowed("cursor", "must be the nextCursor of an earlier answer with the same sort");
}

function parseLanguage(language: string): string {
  const tag = canonicalLanguageTag(language);
  if (tag !== undefined) return tag;
  throw notAllowed("language", "must be a BCP 47 language tag such as en-US");
}

function parseInstant(text: string): number {
  const time = toMilliseconds(text);
  if (time !== undefined) return time;
  throw notAllowed("updatedSince", "must be a date and time in ISO 8601 such as 2026-05-01T00:00:00Z");
}
