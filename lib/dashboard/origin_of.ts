import type { DashboardDeps } from "./visit.ts";

/** The origin under which browsers see the dashboard. */
export function originOf({ url }: Request, { options }: DashboardDeps): string {
  return options.origin ?? new URL(url).origin;
}
