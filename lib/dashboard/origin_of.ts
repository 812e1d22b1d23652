import type { DashboardDeps } from "./visit.ts";

/** The origin under which browsers see the dashboard. */
export function originOf({ url }: Request, { options }: DashboardDeps): string {
  return options.origin ?? new URL(url).origin;
}

/** The origin under which clients reach the public API. */
export function apiOriginOf(request: Request, deps: DashboardDeps): string {
  return deps.options.apiOrigin ?? originOf(request, deps);
}
