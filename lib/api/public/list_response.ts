import type { Awaitable } from "../../base/awaitable.ts";
import { PageBody, type PreparedResponse, type Incoming } from "../../http/mod.ts";
import type { Turns } from "../../base/yielding.ts";
import { toJson } from "../../base/text/well_formed.ts";
import type { EndpointDeps } from "./endpoint_deps.ts";

/** Number of large items that are read first. */
const firstRead = 4;

/** Maximum number of large items that are read at a time. */
const mostRead = 20;

const encoder = new TextEncoder();

/** Part of a list. */
interface Part {
  limit: number;
  after?: string;
}

/** A list of which a page is written. */
export interface ListSource<Item> extends Part {
  /** True if items are large, so that few of them are read at a time. Default: false. */
  areLarge?: boolean;
  /** Returns the cursor of the next page from `next` of a part. */
  toCursor: (next: string) => string;
  read: (part: Part) => Promise<{ items: readonly Item[]; next: string | null }>;
  /** Returns the JSON texts of an item: several if they belong together, or an empty list. An item can be written more than once. */
  write: (item: Item) => Awaitable<readonly string[]>;
}

/** A response with a page of a list. */
export interface ListResponse<Item> extends ListSource<Item> {
  /** The parts of the body around the items. Default of `end`: the cursor, and the end of the object. */
  start: string;
  end?: (nextCursor: string | null) => string;
  headers?: Readonly<Record<string, string>>;
  /** Query of the request, if the response has a `Link` to the next page. */
  search?: string;
}

/** Limits of a response, and the turns of its work. */
interface ListDeps {
  options: Pick<EndpointDeps["options"], "limits">;
  store: Pick<EndpointDeps["store"], "turns">;
}

/** Returns the maximum size in bytes of a page of a list or of a feed. */
export function pageBytesOf(
  { pageBytes = Infinity }: Pick<Incoming, "pageBytes">,
  { options: { limits } }: Pick<ListDeps, "options">,
): number {
  return Math.min(pageBytes, limits.pageBytes);
}

/** Responds with a page of a list. The page ends early, with a cursor, at its maximum size. */
export async function listResponse<Item>(
  list: ListResponse<Item>,
  incoming: Pick<Incoming, "pageBytes">,
  deps: ListDeps,
): Promise<PreparedResponse> {
  const body = new PageBody(pageBytesOf(incoming, deps));
  const next = await writeItems(body, list, deps.store.turns());
  const nextCursor = next === null ? null : list.toCursor(next);
  const { start, end = endOfList(), search, headers } = list;
  const link = search === undefined || nextCursor === null ? {} : { link: linkToNext(search, nextCursor) };
  return body.toResponse({
    start,
    end: end(nextCursor),
    headers: { "content-type": "application/json", ...headers, ...link },
  });
}

/** Returns the end of a list with its cursor and other fields. */
export const endOfList =
  (fields: object = {}) =>
  (nextCursor: string | null): string =>
    `],${toJson({ nextCursor, ...fields }).slice(1)}`;

/** Returns a `Link` to the next page (RFC 8288). It is relative to the request, because a proxy can use a different host name and path. */
function linkToNext(search: string, cursor: string): string {
  const query = new URLSearchParams(search);
  query.set("cursor", cursor);
  return `<?${query}>; rel="next"`;
}

/** Writes items until the page is full. Returns the place after the last written item, or null at the end of the list. */
async function writeItems<Item>(
  body: PageBody,
  list: ListSource<Item>,
  turns: Turns,
): Promise<string | null> {
  let { after, limit: left } = list;
  let written = 0;
  let isFull = false;
  let limit = list.areLarge === true ? Math.min(firstRead, left) : left;
  for (;;) {
    const { items, next } = await list.read(after === undefined ? { limit } : { limit, after });
    // A host's source may ignore the limit. Its part cannot end early, because only the whole part has a next place.
    const mustFit = isFull && items.length > limit;
    const pieces = await encodeFitting(items, { body, list, turns, mustFit });
    if (pieces.length < items.length) {
      if (pieces.length === 0) return after ?? null;
      // Only a part that fits as a whole has the place after its last item.
      limit = pieces.length;
      isFull = true;
      continue;
    }
    for (const piece of pieces) {
      body.push(piece);
      if (turns.isOver) await turns.next();
    }
    written += items.length;
    left -= items.length;
    const average = body.length / written;
    const isShort = items.length < limit;
    limit = Math.min(left, mostRead, average === 0 ? left : Math.floor(body.left / average));
    if (next === null || isFull || isShort || limit <= 0) return next;
    after = next;
  }
}

interface Encoding<Item> {
  body: PageBody;
  list: Pick<ListSource<Item>, "write">;
  turns: Turns;
  /** True to encode all items. */
  mustFit: boolean;
}

/** Encodes the first items that fit together. */
async function encodeFitting<Item>(
  items: readonly Item[],
  { body, list, turns, mustFit }: Encoding<Item>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const item of items) {
    const texts = await list.write(item);
    const separator = texts.length === 0 || body.length + size === 0 ? "" : ",";
    const piece = encoder.encode(separator + texts.join(","));
    if (!mustFit && !body.fits(piece.length, size)) break;
    pieces.push(piece);
    size += piece.length;
    if (turns.isOver) await turns.next();
  }
  return pieces;
}
