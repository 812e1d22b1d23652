import type { ListedApiKey, KeyListParts } from "../../../access/mod.ts";
import { cursorPaging, type CursorPlace, readPlace } from "../../paging/cursor_paging.ts";
import { submitButton, emptyState, tabs } from "../../design/components.ts";
import { inputField } from "../../design/field.ts";
import { numberOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { listAddress } from "../../paging/page_of_items.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { keyTable } from "./key_table.ts";

const perPage = 25;

/** Views of the list with their labels. */
const keyViews = { live: "Live", expiring: "Expiring", ended: "Expired and revoked" } as const;

/** A page of the list of keys. */
export interface KeyPage {
  query: KeyListQuery;
  place: CursorPlace;
  keys: readonly ListedApiKey[];
  /** Cursor of the next page, or null. */
  next: string | null;
  /** Names of the owners by id. */
  owners: ReadonlyMap<string, string>;
}

/** Reads the page of the list that an address names. */
export async function readKeyPage({ api, actor, url }: Visit, parts: KeyListParts): Promise<KeyPage> {
  const query = readKeyQuery(url.searchParams);
  const place = readPlace(url.searchParams);
  const listed = {
    limit: perPage,
    status: query.view,
    ...(query.search !== "" && { search: query.search }),
    ...(place.after !== undefined && { after: place.after }),
  };
  const { keys, next, owners } = await api.admin.apiKeys.listWith(actor, listed, parts);
  return { query, place, keys, next, owners };
}

/** Renders a page of the list, with search, views and links to the neighboring pages. */
export function keyList(visit: Visit, { query, place, keys, next, owners }: KeyPage): Html {
  const path = pathTo(visit, "settings/api-keys");
  const isFirst = place.after === undefined;
  const isWholeView = isFirst && next === null;
  return html`${(keys.length > 0 || !isWholeView || query.search !== "") && searchForm(path, query)}
${viewTabs(path, query, isWholeView ? numberOf(keys.length) : undefined)}
${keys.length === 0 ? noKeys(visit, query) : keyTable(visit, { keys, owners, caption: `${keyViews[query.view]} keys` })}
${(keys.length > 0 || !isWholeView) && cursorPaging({ path, filters: keyFilters(query), place, next, shown: keys.length, perPage })}`;
}

function searchForm(path: string, { search, view }: KeyListQuery): Html {
  return html`<form method="get" action="${path}" role="search" class="actions">
${view !== "live" && html`<input type="hidden" name="view" value="${view}">`}
${inputField({ name: "search", label: "Name, start or id", type: "search", value: search })}
${submitButton("Show")}
</form>`;
}

/** Renders the views. Only the number of the current view is known, if a page has all of its keys. */
function viewTabs(path: string, query: KeyListQuery, count: string | undefined): Html {
  const views = Object.entries(keyViews) as [KeyView, string][];
  return tabs(
    "Views",
    views.map(([view, label]) => ({
      label,
      href: listAddress(path, keyFilters({ ...query, view })),
      isCurrent: view === query.view,
      ...(view === query.view && count !== undefined && { count }),
    })),
  );
}

function noKeys({ organization }: Visit, { search, view }: KeyListQuery): Html {
  if (search !== "") return emptyState("search", "No key of this view matches.");
  const texts: Readonly<Record<KeyView, string>> = {
    live: `${organization.name} has no live API keys. A site or a program sends its key with each request.`,
    expiring: "No key expires within 14 days.",
    ended: "No key has expired or was revoked.",
  };
  return emptyState("key-round", texts[view]);
}

type KeyView = keyof typeof keyViews;

/** The part of the keys that the list shows. */
interface KeyListQuery {
  search: string;
  view: KeyView;
}

/** Reads the query of the list. Unknown values are replaced by the defaults, since links to a list may be old. */
function readKeyQuery(parameters: URLSearchParams): KeyListQuery {
  const view = parameters.get("view") ?? "";
  return {
    search: parameters.get("search")?.trim() ?? "",
    view: Object.hasOwn(keyViews, view) ? (view as KeyView) : "live",
  };
}

/** Returns the parameters of a list's address. Those with their default are empty. */
function keyFilters({ search, view }: KeyListQuery): Record<string, string> {
  return { search, view: view === "live" ? "" : view };
}
