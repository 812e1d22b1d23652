import { table } from "../../design/table.ts";
import { type Statuses, requestsOf } from "../../../api/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { shareBar } from "../../design/charts/share_bar.ts";
import { numberOf, sum } from "../../format/format.ts";
import { endpointName } from "./endpoint_names.ts";
import { errorsOf, percentOf } from "./status_chart.ts";

/** Renders the endpoints with their requests and errors, the most used first. */
export function endpointTable(endpoints: readonly { endpoint: string; requests: Statuses }[]): Html {
  const all = sum(endpoints.map(({ requests }) => requestsOf(requests)));
  return table({
    caption: "By endpoint, the most used first",
    columns: [
      { label: "Endpoint", kind: "heading", cell: ({ endpoint }) => nameOf(endpoint) },
      { label: "Requests", kind: "number", cell: ({ requests }) => numberOf(requestsOf(requests)) },
      { label: "Share", kind: "plain", cell: ({ requests }) => shareOf(requestsOf(requests), all) },
      { label: "Unchanged", kind: "number", cell: ({ requests }) => numberOf(requests["304"]) },
      { label: "Errors", kind: "number", cell: ({ requests }) => errorShareOf(requests) },
    ],
    rows: endpoints,
  });
}

function nameOf(endpoint: string): Html {
  const name = endpointName(endpoint);
  return html`${name}${name !== endpoint && endpoint !== "admin" && html`<p class="hint"><code>${endpoint}</code></p>`}`;
}

function shareOf(count: number, all: number): Html {
  return html`<div class="share-cell">${shareBar(count, all)}${percentOf(count, all)}</div>`;
}

function errorShareOf(requests: Statuses): string {
  const errors = errorsOf(requests);
  return errors === 0 ? "0" : `${numberOf(errors)} (${percentOf(errors, requestsOf(requests))})`;
}
