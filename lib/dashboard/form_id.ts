import type { DashboardDeps } from "./visit.ts";

/** A random id for a form that must not be sent twice. */
export function newFormId({ api }: DashboardDeps): string {
  return Array.from(api.options.randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
