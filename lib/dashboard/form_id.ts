import { randomHex } from "./random_hex.ts";
import type { DashboardDeps } from "./visit.ts";

/** A random id for a form that must not be sent twice. */
export function newFormId(deps: DashboardDeps): string {
  return randomHex(deps, 16);
}
