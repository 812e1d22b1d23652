import type { MissedQueryReport } from "../../../content/mod.ts";
import { html, type Html } from "../../../html.ts";
import { dayOf, numberOf } from "../../format.ts";
import { pathTo, type Visit } from "../../visit.ts";

const mostRows = 100;

/** Renders the queries of the public search that found nothing. */
export function missedQueriesSection(visit: Visit, { queries, others }: MissedQueryReport): Html {
  return html`<h2>Queries without results</h2>
<p class="hint">Queries of the public search that found nothing in the last 30 days. Postern stores their texts and counts, and no addresses or keys.</p>
${queries.length === 0 ? html`<p>There were none.</p>` : table(visit, queries.slice(0, mostRows))}
${queries.length > mostRows && html`<p>And ${numberOf(queries.length - mostRows)} more queries.</p>`}
${others > 0 && html`<p>Searches for rarer queries, whose texts are not stored: ${numberOf(others)}.</p>`}`;
}

function table(visit: Visit, queries: MissedQueryReport["queries"]): Html {
  return html`<table class="cards">
<caption>The most frequent first</caption>
<thead><tr><th scope="col">Query</th><th scope="col" class="number">Searches</th><th scope="col">Last on</th></tr></thead>
<tbody>
${queries.map(
  ({ query, count, lastDate }) => html`<tr>
<th scope="row"><a href="${pathTo(visit, "search")}?${new URLSearchParams({ q: query }).toString()}"><bdi>${query}</bdi></a></th>
<td data-label="Searches" class="number">${numberOf(count)}</td>
<td data-label="Last on">${dayOf(lastDate)}</td>
</tr>
`,
)}</tbody>
</table>`;
}
