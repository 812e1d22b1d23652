import { type Html, html } from "../../base/text/html.ts";
import { numberOf } from "../format/format.ts";
import { icon, linkButton, submitButton } from "../design/components.ts";
import { inputField } from "../design/field.ts";

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
  const isUnfinished = shown === 0 && next !== null;
  const range = isUnfinished
    ? "Nothing up to here. The next page looks further"
    : rangeOf(place.before, shown);
  return paging({
    shown: total === undefined || isUnfinished ? range : `${range} of ${total}`,
    previous: previous && addressOf(previous),
    next: next === null ? undefined : addressOf(nextPlace(place, next, shown)),
  });
}

/** The place of a page in its list. */
interface Paging {
  /** Description of the shown entries, such as "1 to 25 of 200". */
  shown: string;
  previous?: string | undefined;
  next?: string | undefined;
}

/** Returns the numbers of the entries on a page, such as `26–50`. */
export function rangeOf(before: number, shown: number): string {
  const last = numberOf(before + shown);
  return shown < 2 ? last : `${numberOf(before + 1)}–${last}`;
}

/** Renders links to the neighboring pages of a list. Nothing but the description if the list has a single page. */
export function paging({ shown, previous, next }: Paging): Html {
  return html`<nav class="paging" aria-label="Pages"><span>${shown}</span>
${previous !== undefined && linkButton("Previous", previous, { icon: "chevron-left", attributes: html` rel="prev"` })}
${next !== undefined && linkButton(html`Next${icon("chevron-right")}`, next, { attributes: html` rel="next"` })}
</nav>`;
}

/** A page of a list that is read by cursors. A cursor leads forward only, so the address remembers the pages before it. */
export interface CursorPlace {
  /** Cursor of the page. Default: the first page. */
  after?: string;
  /** Cursors of the pages before it. An empty text is the first page. */
  back: readonly string[];
  /** Number of entries before the page. */
  before: number;
}

/** Maximum number of earlier pages that an address remembers. */
const keptCursors = 10;

/** The first page. */
export const firstPlace: CursorPlace = { back: [], before: 0 };

/** Reads the page that an address names. Names of parameters begin with `prefix`, which distinguishes the lists of a page. */
export function readPlace(parameters: URLSearchParams, prefix = ""): CursorPlace {
  const after = parameters.get(`${prefix}after`);
  if (after === null) return firstPlace;
  const before = parameters.get(`${prefix}before`) ?? "";
  const back = parameters.getAll(`${prefix}back`).slice(-keptCursors);
  return { after, back, before: /^[1-9]\d{0,6}$/.test(before) ? Number(before) : 0 };
}

/** Returns the start of a page as part of a query. */
export function cursorOf({ after }: CursorPlace): { after?: string } {
  return after === undefined ? {} : { after };
}

/** Adds a page to the parameters of an address. */
export function writePlace(
  parameters: URLSearchParams,
  { after, back, before }: CursorPlace,
  prefix = "",
): void {
  if (after === undefined) return;
  parameters.set(`${prefix}after`, after);
  for (const cursor of back) parameters.append(`${prefix}back`, cursor);
  if (before > 0) parameters.set(`${prefix}before`, String(before));
}

/** Returns the page after a page of `shown` entries. */
function nextPlace(place: CursorPlace, next: string, shown: number): CursorPlace {
  const back = [...place.back, place.after ?? ""].slice(-keptCursors);
  return { after: next, back, before: place.before + shown };
}

/** Returns the page before a page: the last known one, or the first page. Undefined for the first page. */
function previousPlace({ after, back, before }: CursorPlace, perPage: number): CursorPlace | undefined {
  if (after === undefined) return undefined;
  const last = back.at(-1) ?? "";
  if (last === "") return firstPlace;
  return { after: last, back: back.slice(0, -1), before: Math.max(0, before - perPage) };
}

/** A page of a list that is in memory as a whole. */
interface PageOfItems<Item> {
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

/** Renders the form that searches a list. Each part around the input has a line of its own, also if it is `false`. */
export function searchForm({
  path,
  search,
  label,
  method = "get",
  button = "Show",
  before,
  after,
}: {
  path: string;
  /** `post` keeps the search out of addresses. Default: `get`. */
  method?: "get" | "post";
  search: string;
  label: string;
  button?: string;
  before?: Html | false;
  after?: Html | false;
}): Html {
  return html`<form method="${method}" action="${path}" role="search" class="actions">
${before !== undefined && html`${before}\n`}${inputField({ name: "search", label, type: "search", value: search })}
${submitButton(button)}
${after !== undefined && html`${after}\n`}</form>`;
}
