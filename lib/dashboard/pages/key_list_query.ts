import { isKeyOver, type ListedApiKey } from "../../access/mod.ts";
import { compareNames, foldText } from "../../fold_text.ts";

const day = 24 * 60 * 60 * 1000;

/** A key counts as expiring within this time before its end. */
const soon = 14 * day;

/** Views of the list, with the test for a key in each. */
export const keyViews: Readonly<Record<KeyView, (key: ListedApiKey, now: number) => boolean>> = {
  live: (key, now) => !isKeyOver(key, now),
  expiring: (key, now) => !isKeyOver(key, now) && isExpiring(key, now),
  revoked: ({ revokedAt }) => revokedAt !== undefined,
  ended: (key, now) => isKeyOver(key, now),
};

/** Orders of the list. */
export const keySorts: Readonly<Record<KeySort, (one: ListedApiKey, other: ListedApiKey) => number>> = {
  newest: (one, other) => other.createdAt.localeCompare(one.createdAt),
  name: (one, other) => compareNames(one.name, other.name),
  expires: (one, other) => (one.expiresAt ?? "9999").localeCompare(other.expiresAt ?? "9999"),
  requests: (one, other) => other.requestsToday - one.requestsToday,
};

/** Name of a view. */
export type KeyView = "live" | "expiring" | "revoked" | "ended";

/** Name of an order. */
export type KeySort = "newest" | "name" | "expires" | "requests";

/** The part of the keys that a page shows. */
export interface KeyListQuery {
  search: string;
  view: KeyView;
  sort: KeySort;
}

/** True if a key ends soon. */
export function isExpiring({ expiresAt }: Pick<ListedApiKey, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) - now < soon;
}

/** Reads the query of the list. Unknown values are replaced by the defaults, since links to a list may be old. */
export function readKeyQuery(parameters: URLSearchParams): KeyListQuery {
  const view = parameters.get("view") ?? "";
  const sort = parameters.get("sort") ?? "";
  return {
    search: parameters.get("search")?.trim() ?? "",
    view: Object.hasOwn(keyViews, view) ? (view as KeyView) : "live",
    sort: Object.hasOwn(keySorts, sort) ? (sort as KeySort) : "newest",
  };
}

/** Returns the parameters of a list's address. Those with their default are empty. */
export function keyFilters({ search, view, sort }: KeyListQuery): Record<string, string> {
  return { search, view: view === "live" ? "" : view, sort: sort === "newest" ? "" : sort };
}

/** Returns the keys whose name, start or owner contains the searched text, ignoring case. */
export function searchKeys(
  keys: readonly ListedApiKey[],
  { search, owners }: { search: string; owners: ReadonlyMap<string, string> },
): ListedApiKey[] {
  const wanted = foldText(search);
  return keys.filter(({ name, start, userId }) =>
    [name, start, owners.get(userId) ?? userId].some((text) => foldText(text).includes(wanted)),
  );
}
