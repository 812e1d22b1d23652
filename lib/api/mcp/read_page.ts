import { countTokens } from "../../base/text/count_tokens.ts";
import { cutText } from "../../base/text/well_formed.ts";
import type { McpBackend } from "./mcp_backend.ts";
import { type QueryValues, readAnswer } from "./read_answer.ts";

/** Estimated tokens of a page whose `limit` the caller has not chosen. */
const usualTokens = 1400;

/** Maximum length of a text in such a page, in UTF-16 units. Slugs and ids are shorter. */
const longestText = 320;

/** Maximum number of pages that are read until one has an item. */
const mostPages = 20;

/** A URL, which is not cut. */
const address = /^[a-z][a-z\d+.-]{0,30}:\S*$/i;

type Item = Record<string, unknown>;

/** The list of a page. */
export interface ListShape {
  /** Name of the list in the response. */
  list: string;
  /** Number of items that are read if the caller has not chosen `limit`. */
  usual: number;
  /** Represents an item for a model. Default: as it is. */
  toItem?: (item: Item) => Item;
}

/**
 * Reads a page of a list. Empty pages are skipped, because a model may take one for the end. Without `limit`, long texts are cut, and the page ends after a number of tokens, but has at least one item. Its
 * `nextCursor` leads to the next item. `omitted` counts the items that do not fit although no smaller page exists, such as those of one post.
 */
export async function readPage(
  backend: McpBackend,
  path: string,
  { list, usual, toItem = (item) => item }: ListShape,
  { limit, ...query }: QueryValues & { limit?: number | undefined },
): Promise<Record<string, unknown>> {
  let most = limit ?? usual;
  let { cursor } = query;
  for (let pages = 1; ;) {
    const page = await readAnswer(backend, path, { ...query, cursor, limit: most });
    const items = (page[list] as Item[]).map(toItem);
    if (items.length === 0 && page["nextCursor"] !== null && pages++ < mostPages) {
      cursor = page["nextCursor"] as string;
      most = limit ?? usual;
      continue;
    }
    if (limit !== undefined) return { ...page, [list]: items };
    const short = items.map(shortened);
    const fitting = countFitting(short);
    if (fitting === items.length) return { ...page, [list]: short };
    if (most === 1) return { ...page, [list]: short.slice(0, fitting), omitted: items.length - fitting };
    // A unit of the limit can have several items, and a page then has more than `most`.
    most = Math.max(1, Math.min(fitting, Math.floor((most * fitting) / items.length)));
  }
}

/** Returns the number of the first items that fit in a page, at least 1. */
function countFitting(items: readonly unknown[]): number {
  let tokens = 0;
  const end = items.findIndex((item) => (tokens += countTokens(JSON.stringify(item)) + 1) > usualTokens);
  return end === -1 ? items.length : Math.max(1, end);
}

/** Cuts the long texts of an item. */
function shortened<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_name, member: unknown) => cut(member)) as Value;
}

function cut(member: unknown): unknown {
  if (typeof member !== "string" || member.length <= longestText || address.test(member)) return member;
  const text = cutText(member, longestText);
  const space = text.lastIndexOf(" ");
  return `${space > longestText / 2 ? text.slice(0, space) : text} …`;
}
