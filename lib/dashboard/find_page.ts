import { decodeParams, matchParts } from "../http/mod.ts";
import { routes } from "./routes.ts";
import type { DashboardRoute } from "./visit.ts";

const patterns = routes.map((route) => ({ route, parts: route.path.split("/") }));

/** A page of an organization with its path parameters. */
export interface FoundPage {
  route: DashboardRoute;
  params: Readonly<Record<string, string>>;
}

/**
 * Finds the page for a path below the dashboard's base path, such as `o/acme/posts`.
 *
 * @throws {ProblemError} if a parameter cannot be decoded
 */
export function findPage(page: string): FoundPage | undefined {
  if (!page.startsWith("o/")) return undefined;
  const given = page.slice("o/".length).split("/");
  for (const { route, parts } of patterns) {
    const encoded = matchParts(parts, given);
    if (encoded !== undefined) return { route, params: decodeParams(encoded) };
  }
  return undefined;
}
