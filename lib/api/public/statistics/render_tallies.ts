import type { PostTally, TallyField } from "../../../content/mod.ts";
import { type ExchangeRequest, type PreparedResponse, notAllowed, parseQuery } from "../../../http/mod.ts";
import { toJson } from "../../../base/text/well_formed.ts";
import type { Collection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { listResponse } from "../list_response.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
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
  return listResponse(
    {
      limit,
      ...(cursor !== undefined && { after: placeIn(cursor, list) }),
      start: `{"${field}":[`,
      search: request.match.search,
      toCursor: (next) => encodeCursor(next, list),
      read: async ({ after, ...part }) => {
        const place = after === undefined ? undefined : toPlace(after);
        const query = { sort, ...part, ...(place && { after: place }) };
        const { tallies, isLast } = await deps.statistics.tallies(collection, field, query);
        const last = isLast ? undefined : tallies.at(-1);
        return { items: tallies, next: last ? JSON.stringify([last.name, last.postCount]) : null };
      },
      write: ({ name, postCount }) => [toJson({ name, postCount })],
    },
    request.incoming,
    deps,
  );
}

/** @throws {ProblemError} if the cursor is invalid, or belongs to a different list or sort */
function placeIn(cursor: string, list: string): string {
  const place = decodeCursor(cursor, list);
  if (place !== undefined && toPlace(place) !== undefined) return place;
  throw notAllowed("cursor", "must be the nextCursor of an earlier response with the same sort");
}

/** Returns the entry that a place names, or undefined if the place is invalid. */
function toPlace(text: string): PostTally | undefined {
  try {
    const place: unknown = JSON.parse(text);
    if (!Array.isArray(place)) return undefined;
    const [name, postCount] = place as unknown[];
    if (typeof name !== "string" || !Number.isSafeInteger(postCount)) return undefined;
    return { name, postCount: postCount as number };
  } catch {
    return undefined;
  }
}
