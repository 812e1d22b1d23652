import type { DashboardDeps } from "./visit.ts";

/** Returns the origin of the dashboard in browsers. */
export function originOf({ url }: Request, { options }: DashboardDeps): string {
  return options.origin ?? new URL(url).origin;
}

/** Returns the origin of the public API for clients. */
export function apiOriginOf(request: Request, deps: DashboardDeps): string {
  return deps.options.apiOrigin ?? originOf(request, deps);
}
