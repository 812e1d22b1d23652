import { numberOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { asUncounted } from "../../uncounted_requests.ts";
import { apiOriginOf } from "../origin_of.ts";
import { sitemapPaths } from "../sitemap_paths.ts";
import type { Visit } from "../visit.ts";

/** Renders the current state of the sitemaps and the store, by requesting them. */
export async function healthSection(visit: Visit): Promise<Html> {
  const { api, organization, url } = visit;
  const { clock } = api.options;
  const paths = sitemapPaths(visit);
  const addresses = {
    "Sitemap of the posts": paths.posts,
    "Sitemap of the organization": paths.organization,
  };
  const sitemaps = await Promise.all(
    Object.entries(addresses).map(async ([name, address]) => {
      const response = await api.fetch(asUncounted(new Request(url.origin + address)));
      const text = await response.text();
      const health = response.ok ? sizeOf(text) : `responds with ${response.status}`;
      return html`<dt>${name}</dt><dd>${health}, <a href="${apiOriginOf(visit.request, visit) + address}"><code>${address}</code></a></dd>\n`;
    }),
  );
  const before = clock.now();
  await api.organizations.get(organization.slug);
  return html`<h2>Health</h2>
<dl class="facts">
${sitemaps}<dt>Store</dt><dd>responds in ${numberOf(clock.now() - before)} ms</dd>
</dl>`;
}

/** Returns the number of URLs in a sitemap, or of sitemaps if it is an index. */
function sizeOf(sitemap: string): string {
  const count = sitemap.split("<loc>").length - 1;
  if (sitemap.includes("<sitemapindex")) return `an index of ${numberOf(count)} sitemaps`;
  return count === 1 ? "1 URL" : `${numberOf(count)} URLs`;
}
