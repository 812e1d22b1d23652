import { paging, rangeOf } from "./cursor_paging.ts";
import { numberOf } from "../format/format.ts";
import type { Html } from "../../base/text/html.ts";

/** A page of a list that is in memory as a whole. */
export interface PageOfItems<Item> {
  shown: readonly Item[];
  /** Links to the neighboring pages, with the total. */
  links: Html;
}

/** Number of entries on a page. */
const perPage = 25;

/** Place of a list in the dashboard. */
interface ListPlace {
  path: string;
  /** Filters of the list, as parameters of its address. Empty ones are left out. */
  filters: Readonly<Record<string, string>>;
  /** Parameters of the address that was opened. */
  parameters: URLSearchParams;
}

/** Returns the page that an address names, from 1 on. A page after the last is the last. */
export function pageOfItems<Item>(
  items: readonly Item[],
  { path, filters, parameters }: ListPlace,
): PageOfItems<Item> {
  const given = parameters.get("page") ?? "";
  const last = Math.max(1, Math.ceil(items.length / perPage));
  const page = Math.min(/^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1, last);
  const from = (page - 1) * perPage;
  const shown = items.slice(from, from + perPage);
  const at = (number: number): string =>
    listAddress(path, { ...filters, page: number > 1 ? String(number) : "" });
  return {
    shown,
    links: paging({
      shown: `${rangeOf(from, shown.length)} of ${numberOf(items.length)}`,
      previous: page > 1 ? at(page - 1) : undefined,
      next: page < last ? at(page + 1) : undefined,
    }),
  };
}

/** Returns the address of a list with the parameters that are not empty. */
export function listAddress(path: string, parameters: Readonly<Record<string, string>>): string {
  const given = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ""));
  return given.size === 0 ? path : `${path}?${given.toString()}`;
}
