import { numberOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { asUncounted } from "../../../http/mod.ts";
import { apiOriginOf, sitemapPaths } from "../../origin_of.ts";
import type { Visit } from "../../visit.ts";
import type { TimedSetup } from "../setup/setup_card.ts";

/** Maximum number of characters of a sitemap in which its URLs are counted. */
const longestCounted = 200_000;

/** Renders the current state of the sitemaps and the store, by requesting them. */
export async function healthSection(visit: Visit, timed: Promise<TimedSetup>): Promise<Html> {
  const { api, url } = visit;
  const paths = sitemapPaths(visit);
  const addresses = {
    "Sitemap of the posts": paths.posts,
    "Sitemap of the organization": paths.organization,
  };
  const [{ milliseconds }, ...sitemaps] = await Promise.all([
    timed,
    ...Object.entries(addresses).map(async ([name, address]) => {
      const response = await api.fetch(asUncounted(new Request(url.origin + address)));
      const health = response.ok ? await sizeOf(response) : `responds with ${response.status}`;
      return html`<dt>${name}</dt><dd>${health}, <a href="${apiOriginOf(visit.request, visit) + address}"><code>${address}</code></a></dd>\n`;
    }),
  ]);
  return html`<h2>Health</h2>
<dl class="facts">
${sitemaps}<dt>Store</dt><dd>responds in ${numberOf(milliseconds)} ms</dd>
</dl>`;
}

/** Returns the number of URLs in a sitemap, or of sitemaps if it is an index. It reads no more than it counts. */
async function sizeOf({ body }: Response): Promise<string> {
  let text = "";
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    text += part.value;
    if (text.length > longestCounted) break;
  }
  await reader?.cancel();
  const count = text.slice(0, longestCounted).split("<loc>").length - 1;
  const number = `${text.length > longestCounted ? "at least " : ""}${numberOf(count)}`;
  if (text.includes("<sitemapindex")) return `an index of ${number} sitemaps`;
  return number === "1" ? "1 URL" : `${number} URLs`;
}
