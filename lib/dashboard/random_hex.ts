import type { DashboardDeps } from "./visit.ts";

/** Returns random bytes as hexadecimal digits, two per byte. */
export function randomHex({ api }: DashboardDeps, bytes: number): string {
  return Array.from(api.options.randomBytes(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
