import type { PostTally, TallyField } from "../../content/mod.ts";
import { type ExchangeRequest, jsonResponse, type PreparedResponse } from "../../exchange/mod.ts";
import { notAllowed, parseQuery } from "../../http/query_parameters.ts";
import type { Collection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
import { linkToNext } from "../posts/list_posts.ts";
import { tallyParameters } from "./tally_parameters.ts";

/** Renders a page of the tags or the authors. */
export async function renderTallies(
  field: TallyField,
  request: ExchangeRequest,
  { collection, deps }: { collection: Collection; deps: Pick<EndpointDeps, "statistics"> },
): Promise<PreparedResponse> {
  const { sort, limit, cursor } = request.match.query((parameters) =>
    parseQuery(tallyParameters, parameters),
  );
  const list = `${field} ${sort}`;
  const after = cursor === undefined ? undefined : placeOf(cursor, list);
  const query = { sort, limit, ...(after && { after }) };
  const { tallies, isLast } = await deps.statistics.tallies(collection, field, query);
  const last = isLast ? undefined : tallies.at(-1);
  const nextCursor = last ? encodeCursor(JSON.stringify([last.name, last.postCount]), list) : null;
  const headers = nextCursor === null ? {} : { link: linkToNext(request.url, nextCursor) };
  const entries = tallies.map(({ name, postCount }) => ({ name, postCount }));
  return jsonResponse({ [field]: entries, nextCursor }, 200, headers);
}

/** @throws {ProblemError} if the cursor is invalid, or belongs to a different list or sort */
function placeOf(cursor: string, list: string): PostTally {
  try {
    const place: unknown = JSON.parse(decodeCursor(cursor, list) ?? "");
    if (Array.isArray(place)) {
      const [name, postCount] = place as unknown[];
      if (typeof name === "string" && typeof postCount === "number" && Number.isSafeInteger(postCount))
        return { name, postCount };
    }
  } catch {
    // The text is not JSON.
  }
  throw notAllowed("cursor", "must be the nextCursor of an earlier response with the same sort");
}
