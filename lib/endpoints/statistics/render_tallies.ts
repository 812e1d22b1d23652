import type { PostTally, TallyField } from "../../content/mod.ts";
import type { ExchangeRequest, PreparedResponse } from "../../exchange/mod.ts";
import { notAllowed, parseQuery } from "../../http/query_parameters.ts";
import { toJson } from "../../well_formed.ts";
import type { Collection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { listResponse } from "../list_response.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
import { compareTallies, type TallySort } from "./statistics.ts";
import { tallyParameters } from "./tally_parameters.ts";

/** Renders a page of the tags or the authors. */
export async function renderTallies(
  field: TallyField,
  request: ExchangeRequest,
  { collection, deps }: { collection: Collection; deps: EndpointDeps },
): Promise<PreparedResponse> {
  const { sort, limit, cursor } = request.match.query((parameters) =>
    parseQuery(tallyParameters, parameters),
  );
  const list = `${field} ${sort}`;
  const after = cursor === undefined ? undefined : placeOf(cursor, list);
  const all = await deps.statistics.tallies(collection, field, sort);
  const start = after === undefined ? 0 : indexAfter(all, after, sort);
  return listResponse(
    {
      limit,
      start: `{"${field}":[`,
      url: request.url,
      toCursor: (next) => encodeCursor(next, list),
      read: async (part) => {
        const items = all.slice(start, start + part.limit);
        const last = items.at(-1);
        const isLast = last === undefined || start + part.limit >= all.length;
        return { items, next: isLast ? null : JSON.stringify([last.name, last.postCount]) };
      },
      write: ({ name, postCount }) => [toJson({ name, postCount })],
    },
    request.incoming,
    deps,
  );
}

/** @throws {ProblemError} if the cursor is invalid, or belongs to a different list or sort */
function placeOf(cursor: string, list: string): PostTally {
  try {
    const place: unknown = JSON.parse(decodeCursor(cursor, list) ?? "");
    if (Array.isArray(place)) {
      const [name, postCount] = place as unknown[];
      if (typeof name === "string" && typeof postCount === "number") return { name, postCount };
    }
  } catch {
    // The text is not JSON.
  }
  throw notAllowed("cursor", "must be the nextCursor of an earlier response with the same sort");
}

/** Returns the index of the first entry after a place. The entry at the place may be gone. */
function indexAfter(all: readonly PostTally[], place: PostTally, sort: TallySort): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = all[middle];
    if (entry !== undefined && compareTallies(sort, entry, place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
