import { type ListedApiKey, type KeyListParts, isKeyOver, isKeyExpiring } from "../../../access/mod.ts";
import {
  cursorPaging,
  type CursorPlace,
  readPlace,
  listAddress,
  searchForm,
  cursorOf,
} from "../../frame/paging.ts";
import { emptyState, tabs, type ButtonTone, linkButton, badge, menu } from "../../design/components.ts";
import { numberOf, dayOf } from "../../format/format.ts";
import { tokenInput } from "../../frame/layout.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { table } from "../../design/table.ts";

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
    ...cursorOf(place),
  };
  const { keys, next, owners } = await api.admin.apiKeys.listWith(actor, listed, parts);
  return { query, place, keys, next, owners };
}

/** Renders a page of the list, with search, views and links to the neighboring pages. */
export function keyList(visit: Visit, { query, place, keys, next, owners }: KeyPage): Html {
  const path = pathTo(visit, "settings/api-keys");
  const viewInput = query.view !== "live" && html`<input type="hidden" name="view" value="${query.view}">`;
  const isFirst = place.after === undefined;
  const isWholeView = isFirst && next === null;
  return html`${(keys.length > 0 || !isWholeView || query.search !== "") && searchForm({ search: query.search, label: "Name, id or a whole key", method: "post", path: `${path}/find`, before: html`${tokenInput(visit)}${viewInput}` })}
${viewTabs(path, query, isWholeView ? numberOf(keys.length) : undefined)}
${keys.length === 0 ? noKeys(visit, query) : keyTable(visit, { keys, owners, caption: `${keyViews[query.view]} keys`, isFound: query.search !== "" })}
${(keys.length > 0 || !isWholeView) && cursorPaging({ path, filters: keyFilters(query), place, next, shown: keys.length, perPage })}`;
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
  return {
    search: parameters.get("search")?.trim() ?? "",
    view: keyViewOf(parameters.get("view") ?? ""),
  };
}

/** Returns the view with a name. Default: live keys. */
export function keyViewOf(name: string): KeyView {
  return Object.hasOwn(keyViews, name) ? (name as KeyView) : "live";
}

/** Returns the parameters of a list's address. Those with their default are empty. */
export function keyFilters({ search, view }: KeyListQuery): Record<string, string> {
  return { search, view: view === "live" ? "" : view };
}

/** Renders the keys of an organization as a table, or as cards on a narrow screen. */
function keyTable(
  visit: Visit,
  {
    keys,
    owners,
    caption,
    isFound,
  }: {
    keys: readonly ListedApiKey[];
    owners: ReadonlyMap<string, string>;
    caption: string;
    /** True for the keys of a search. Their actions are shown, so that a leaked key is revoked in two steps. */
    isFound: boolean;
  },
): Html {
  const now = visit.api.options.clock.now();
  return table({
    caption: `${caption}. Days are UTC days.`,
    columns: [
      { label: "Key", kind: "heading", cell: (key) => nameOf(visit, key) },
      { label: "State", cell: (key) => keyState(key, now) },
      { label: "Owner", cell: ({ userId }) => html`<bdi>${owners.get(userId) ?? userId}</bdi>` },
      { label: "Expires", cell: endOf },
      {
        label: "Last used",
        cell: ({ id, lastUsedOn }) => html`<span data-usage="used-${id}">${lastUsedOn ?? "never"}</span>`,
      },
      {
        label: "Requests today",
        kind: "number",
        cell: ({ id, requestsToday }) =>
          html`<span data-usage="requests-${id}">${numberOf(requestsToday)}</span>`,
      },
      {
        label: "Actions",
        kind: "actions",
        cell: (key) => (isFound ? keyActions(visit, key) : keyMenu(visit, key)),
      },
    ],
    rows: keys,
  });
}

function nameOf(visit: Visit, { id, name, start, createdAt, permissions }: ListedApiKey): Html {
  return html`<a href="${pathTo(visit, `settings/api-keys/${id}`)}" dir="auto">${name}</a>${permissions !== undefined && html` <span class="chip">${permissions.join(", ")}</span>`}
<p class="hint one-line"><code>${start}…</code> created ${dayOf(createdAt)}</p>`;
}

function endOf({ expiresAt, revokedAt, rolledTo }: ListedApiKey): Html | string {
  if (revokedAt !== undefined) return html`revoked ${dayOf(revokedAt)}`;
  if (expiresAt === undefined) return "never";
  return html`${dayOf(expiresAt)}${rolledTo !== undefined && " (rolled)"}`;
}

/** Renders the actions of a key behind a button. */
function keyMenu(visit: Visit, key: ListedApiKey): Html | false {
  const actions = keyActions(visit, key);
  return actions !== false && menu(`Actions for ${key.name}`, actions);
}

/** Renders the links that roll and revoke a key, as far as the user may use them. */
export function keyActions(visit: Visit, key: ListedApiKey): Html | false {
  if (isKeyOver(key, visit.api.options.clock.now())) return false;
  const { id, name, userId, rolledTo, disabledAt } = key;
  const link = (act: string, label: string, tone?: ButtonTone): Html =>
    linkButton(label, pathTo(visit, `settings/api-keys/${id}/${act}`), {
      tone,
      isDialog: true,
      about: ` ${name}`,
    });
  // Only the owner may see the value of a key.
  const canRoll = rolledTo === undefined && disabledAt === undefined && userId === visit.actor.userId;
  return html`${canRoll && link("roll", "Roll")} ${link("revoke", "Revoke", "danger")}`;
}

/** Renders the state of a key as a badge. */
export function keyState(key: ListedApiKey, now: number): Html {
  if (key.revokedAt !== undefined) return badge("bad", "revoked");
  if (isKeyOver(key, now)) return badge("quiet", "expired");
  if (key.disabledAt !== undefined) return badge("bad", "disabled");
  if (key.rolledTo !== undefined) return badge("info", "rolled");
  return isKeyExpiring(key, now) ? badge("soon", "expiring") : badge("good", "live");
}
