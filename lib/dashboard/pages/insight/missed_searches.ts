import { card } from "../../design/card.ts";
import type { MissedQueryReport } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { ranking } from "../../design/charts/ranking.ts";
import { pathTo, type Visit } from "../../visit.ts";

const mostRows = 10;

/** Renders the searches that found nothing most often. */
export function missedSearches(visit: Visit, { queries }: MissedQueryReport): Html {
  const shown = queries.slice(0, mostRows).map(({ query, count }) => ({
    name: html`<a href="${pathTo(visit, "search")}?${new URLSearchParams({ q: query }).toString()}"><bdi>${query}</bdi></a>`,
    count,
  }));
  return card({
    title: "Searches without results",
    body: html`${
      shown.length === 0
        ? html`<p class="hint">Every search of the last 30 days found something.</p>`
        : html`<p class="hint">In the last 30 days. A post about a frequent one would be found.</p>
${ranking(shown, "searches")}`
    }
${queries.length > mostRows && html`<p><a href="${pathTo(visit, "search")}">All searches without results</a></p>`}`,
  });
}
