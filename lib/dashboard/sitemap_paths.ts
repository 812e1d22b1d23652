import type { Visit } from "./visit.ts";
import { publicApiAddress } from "../base/api_address.ts";

/** Returns the paths of the organization's sitemaps at the API. */
export function sitemapPaths({ api, organization }: Visit): { organization: string; posts: string } {
  const { basePath } = api.options;
  const { slug } = organization;
  return {
    organization: publicApiAddress({ basePath }, "sitemap", slug),
    posts: publicApiAddress({ basePath }, "post", slug, "sitemap"),
  };
}
