/** Views of the list with their labels. */
export const keyViews = { live: "Live", expiring: "Expiring", ended: "Expired and revoked" } as const;

export type KeyView = keyof typeof keyViews;

/** The part of the keys that the list shows. */
export interface KeyListQuery {
  search: string;
  view: KeyView;
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
