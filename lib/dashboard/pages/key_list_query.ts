import type { ListedApiKey } from "../../access/mod.ts";

const day = 24 * 60 * 60 * 1000;

/** A key counts as expiring within this time before its end. */
const soon = 14 * day;

/** Views of the list with their labels. */
export const keyViews = { live: "Live", ended: "Expired and revoked" } as const;

/** Name of a view. */
export type KeyView = keyof typeof keyViews;

/** The part of the keys that the list shows. */
export interface KeyListQuery {
  search: string;
  view: KeyView;
}

/** True if a key ends soon. */
export function isExpiring({ expiresAt }: Pick<ListedApiKey, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) - now < soon;
}

/** Reads the query of the list. Unknown values are replaced by the defaults, since links to a list may be old. */
export function readKeyQuery(parameters: URLSearchParams): KeyListQuery {
  const view = parameters.get("view") ?? "";
  return {
    search: parameters.get("search")?.trim() ?? "",
    view: Object.hasOwn(keyViews, view) ? (view as KeyView) : "live",
  };
}

/** Returns the parameters of a list's address. Those with their default are empty. */
export function keyFilters({ search, view }: KeyListQuery): Record<string, string> {
  return { search, view: view === "live" ? "" : view };
}
