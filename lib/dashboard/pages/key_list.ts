import type { ListedApiKey } from "../../access/mod.ts";
import { submitButton } from "../design/button.ts";
import { emptyState } from "../design/empty_state.ts";
import { tabs } from "../design/tabs.ts";
import { inputField, selectField } from "../design/field.ts";
import { numberOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { listAddress } from "../list_address.ts";
import { pageOfItems } from "../page_of_items.ts";
import { pathTo, type Visit } from "../visit.ts";
import {
  keyFilters,
  type KeyListQuery,
  type KeySort,
  keySorts,
  type KeyView,
  keyViews,
  readKeyQuery,
  searchKeys,
} from "./key_list_query.ts";
import { keyTable } from "./key_table.ts";

const labels: Readonly<Record<KeyView, string>> = {
  live: "Live",
  expiring: "Expiring",
  revoked: "Revoked",
  ended: "Expired and revoked",
};

const sortLabels: readonly (readonly [KeySort, string])[] = [
  ["newest", "Newest first"],
  ["name", "By name"],
  ["expires", "Expires first"],
  ["requests", "Most requests today"],
];

/** Renders the keys that the address of the page selects, with search, views, order and pages. */
export function keyList(
  visit: Visit,
  { keys, owners }: { keys: readonly ListedApiKey[]; owners: ReadonlyMap<string, string> },
): Html {
  const path = pathTo(visit, "settings/api-keys");
  if (keys.length === 0) {
    const text = `${visit.organization.name} has no API keys yet. A site or a program sends its key with each request.`;
    return emptyState("key-round", text);
  }
  const query = readKeyQuery(visit.url.searchParams);
  const now = visit.api.options.clock.now();
  const found = searchKeys(keys, { search: query.search, owners });
  const inView = found.filter((key) => keyViews[query.view](key, now)).toSorted(keySorts[query.sort]);
  return html`${searchForm(path, query)}
${viewTabs(path, query, (view) => found.filter((key) => keyViews[view](key, now)).length)}
${page(visit, { inView, query, owners })}`;
}

function searchForm(path: string, { search, view, sort }: KeyListQuery): Html {
  return html`<form method="get" action="${path}" role="search" class="actions">
${view !== "live" && html`<input type="hidden" name="view" value="${view}">`}
${inputField({ name: "search", label: "Name, start or owner", type: "search", value: search })}
${selectField({ name: "sort", label: "Order", value: sort, choices: sortLabels })}
${submitButton("Show")}
</form>`;
}

function viewTabs(path: string, query: KeyListQuery, countOf: (view: KeyView) => number): Html {
  const views = Object.entries(labels) as [KeyView, string][];
  return tabs(
    "Views",
    views.map(([view, label]) => ({
      label,
      count: numberOf(countOf(view)),
      href: listAddress(path, keyFilters({ ...query, view })),
      isCurrent: view === query.view,
    })),
  );
}

function page(
  visit: Visit,
  {
    inView,
    query,
    owners,
  }: { inView: readonly ListedApiKey[]; query: KeyListQuery; owners: ReadonlyMap<string, string> },
): Html {
  const path = pathTo(visit, "settings/api-keys");
  if (inView.length === 0) return emptyState("search", "No key of this view matches.");
  const { shown, links } = pageOfItems(inView, {
    path,
    filters: keyFilters(query),
    parameters: visit.url.searchParams,
  });
  return html`${keyTable(visit, { keys: shown, owners, caption: `${labels[query.view]} keys` })}
${links}`;
}
