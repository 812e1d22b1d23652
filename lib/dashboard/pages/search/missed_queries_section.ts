import { table } from "../../design/table.ts";
import type { MissedQueryReport } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { dayOf, numberOf } from "../../format/format.ts";
import { pathTo, type Visit } from "../../visit.ts";

const mostRows = 100;

/** Renders the queries of the public search that found nothing. */
export function missedQueriesSection(visit: Visit, { queries, others }: MissedQueryReport): Html {
  return html`<h2>Queries without results</h2>
<p class="hint">Queries of the public search that found nothing in the last 30 days. Postern stores their texts and counts, and no addresses or keys.</p>
${queries.length === 0 ? html`<p>There were none.</p>` : queryTable(visit, queries.slice(0, mostRows))}
${queries.length > mostRows && html`<p>And ${numberOf(queries.length - mostRows)} more queries.</p>`}
${others > 0 && html`<p>Searches for rarer queries, whose texts are not stored: ${numberOf(others)}.</p>`}`;
}

function queryTable(visit: Visit, queries: MissedQueryReport["queries"]): Html {
  const addressOf = (query: string): string =>
    `${pathTo(visit, "search")}?${new URLSearchParams({ q: query }).toString()}`;
  return table({
    caption: "The most frequent first",
    columns: [
      {
        label: "Query",
        kind: "heading",
        cell: ({ query }) => html`<a href="${addressOf(query)}"><bdi>${query}</bdi></a>`,
      },
      { label: "Searches", kind: "number", cell: ({ count }) => numberOf(count) },
      { label: "Last on", cell: ({ lastDate }) => dayOf(lastDate) },
    ],
    rows: queries,
  });
}
