import { BoundedMap } from "../bounded_map.ts";
import { pathOf } from "./path.ts";

/** How many addresses are remembered, and how long one may be to be. */
const mostKnown = 10_000;
const longestKnown = 500;

/**
 * Makes a function that finds by absolute URL of one that finds by path. What was found last is remembered by its URL, unless that has a
 * query: there are too many of these. A URL that is known need not be cut, and an adapter that hands in the same string again has it hashed once.
 */
export function matchAddresses<Match extends object>(
  find: (path: string) => Match | undefined,
): (url: string) => Match | undefined {
  const known = new BoundedMap<Match>(mostKnown);

  function findAnew(url: string): Match | undefined {
    const path = pathOf(url);
    const match = find(path);
    if (match !== undefined && url.length <= longestKnown && url.endsWith(path)) known.set(url, match);
    return match;
  }

  return (url) => known.get(url) ?? findAnew(url);
}
