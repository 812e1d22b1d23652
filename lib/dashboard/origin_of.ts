import { type ApiPlace, publicApiAddress } from "../base/api_address.ts";
import type { DashboardDeps, Visit } from "./visit.ts";

/** Returns the origin of the dashboard in browsers. */
export function originOf({ url }: Request, { options }: DashboardDeps): string {
  return options.origin ?? new URL(url).origin;
}

/** Returns the origin of the public API for clients. */
export function apiOriginOf(request: Request, deps: DashboardDeps): string {
  return deps.options.apiOrigin ?? originOf(request, deps);
}

/** Returns the place at which clients reach the public API. */
export function apiPlaceOf(visit: Visit): ApiPlace {
  return { apiOrigin: apiOriginOf(visit.request, visit), basePath: visit.api.options.basePath };
}

export function sitemapPaths({ api, organization }: Visit): { organization: string; posts: string } {
  const { basePath } = api.options;
  const { slug } = organization;
  return {
    organization: publicApiAddress({ basePath }, "sitemap", slug),
    posts: publicApiAddress({ basePath }, "post", slug, "sitemap"),
  };
}
