import type { Statuses } from "../../../insight/mod.ts";
import { requestsOf } from "../../../insight/mod.ts";
import { html, type Html } from "../../../html.ts";
import { shareBar } from "../../design/share_bar.ts";
import { numberOf } from "../../format.ts";
import { sum } from "../../sum.ts";
import { endpointName } from "./endpoint_names.ts";
import { errorsOf, percentOf } from "./status_chart.ts";

/** Renders the endpoints with their requests and errors, the most used first. */
export function endpointTable(endpoints: readonly { endpoint: string; requests: Statuses }[]): Html {
  const all = sum(endpoints.map(({ requests }) => requestsOf(requests)));
  return html`<table class="cards">
<caption>By endpoint, the most used first</caption>
<thead><tr><th scope="col">Endpoint</th><th scope="col" class="number">Requests</th><th scope="col">Share</th><th scope="col" class="number">Unchanged</th><th scope="col" class="number">Errors</th></tr></thead>
<tbody>
${endpoints.map(({ endpoint, requests }) => {
  const count = requestsOf(requests);
  const errors = errorsOf(requests);
  const name = endpointName(endpoint);
  return html`<tr>
<th scope="row">${name}${name !== endpoint && endpoint !== "admin" && html`<p class="hint"><code>${endpoint}</code></p>`}</th>
<td data-label="Requests" class="number">${numberOf(count)}</td>
<td><div class="share-cell">${shareBar(count, all)}${percentOf(count, all)}</div></td>
<td data-label="Unchanged" class="number">${numberOf(requests["304"])}</td>
<td data-label="Errors" class="number">${errors === 0 ? "0" : `${numberOf(errors)} (${percentOf(errors, count)})`}</td>
</tr>
`;
})}</tbody>
</table>`;
}
