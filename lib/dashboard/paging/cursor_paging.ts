import { type CursorPlace, nextPlace, previousPlace, writePlace } from "./cursor_place.ts";
import { paging, rangeOf } from "../design/paging.ts";
import type { Html } from "../../base/text/html.ts";

/** A page of a list that is read by cursors. */
export interface CursorPage {
  path: string;
  /** Filters of the list, as parameters of its address. Empty ones are left out. */
  filters: Readonly<Record<string, string>>;
  place: CursorPlace;
  /** Cursor of the next page, or null. */
  next: string | null;
  /** Number of entries on the page. */
  shown: number;
  /** Maximum number of entries on a page. */
  perPage: number;
  /** Beginning of the names of the parameters. Default: none, for the only list of a page. */
  prefix?: string;
  /** Number of entries on all pages, such as `1,284`. Default: it is not counted. */
  total?: string;
}

/** Renders the place of a page in its list, with links to the neighboring pages. */
export function cursorPaging({
  path,
  filters,
  place,
  next,
  shown,
  perPage,
  prefix,
  total,
}: CursorPage): Html {
  const addressOf = (one: CursorPlace): string => {
    const parameters = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
    writePlace(parameters, one, prefix);
    return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
  };
  const previous = previousPlace(place, perPage);
  const range = rangeOf(place.before, shown);
  return paging({
    shown: total === undefined ? range : `${range} of ${total}`,
    previous: previous && addressOf(previous),
    next: next === null ? undefined : addressOf(nextPlace(place, next, shown)),
  });
}
