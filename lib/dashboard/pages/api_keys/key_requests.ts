import { card } from "../../design/card.ts";
import type { ListedApiKey } from "../../../access/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { requestsOf } from "../../../api/mod.ts";
import { emptyState } from "../../design/empty_state.ts";
import { type Ranked, ranking } from "../../design/charts/ranking.ts";
import { numberOf } from "../../format/format.ts";
import type { Visit } from "../../visit.ts";
import { endpointName } from "../insight/endpoint_names.ts";
import { refusalWords } from "../insight/refusal_words.ts";
import { errorsOf, statusChart } from "../insight/status_chart.ts";
import { usageChart } from "../insight/usage_chart.ts";

const chartHeight = 200;

/** Renders the requests with a key in 30 days by status and by endpoint, and its refusals. */
export async function keyRequests(visit: Visit, key: ListedApiKey): Promise<Html> {
  const { api, actor } = visit;
  const { id, name } = key;
  const address = { actor, keyId: id };
  const { isCounted, days, endpoints, refusals } = await api.admin.insight.ofKey(address, {}, key);
  if (!isCounted) return quotaRequests(visit, id, name);
  if (endpoints.length === 0) {
    return html`${card({ title: "Requests in 30 days", body: emptyState("chart-column", "No request with this key in the last 30 days. Requests appear here some seconds after they are answered.") })}`;
  }
  return html`${card({ title: "Requests in 30 days", body: statusChart(days, { height: chartHeight }) })}
<div class="columns">
${card({ title: "By endpoint", body: ranking(endpoints.map(rankedEndpoint), "requests") })}
${card({
  title: "Refused",
  body:
    refusals.length === 0
      ? html`<p class="hint">No request with this key was refused.</p>`
      : ranking(refusals.map(rankedRefusal), "requests"),
})}
</div>`;
}

/** Renders the requests that counted towards the quota, where requests are not counted by status and endpoint. */
async function quotaRequests({ api, actor }: Visit, keyId: string, name: string): Promise<Html> {
  const days = await api.admin.apiKeys.usageOf({ actor, keyId });
  const chart = usageChart({
    dates: days.map(({ date }) => date),
    series: [{ name, requests: days.map(({ requests }) => requests) }],
    refusals: days.map(({ refusals }) => refusals),
  });
  return card({
    title: "Requests in 30 days",
    body: html`<p>With the keys it was rolled from and to, because they share a quota.</p>
${chart}`,
  });
}

type KeyInsight = Awaited<ReturnType<Visit["api"]["admin"]["insight"]["ofKey"]>>;

function rankedEndpoint({ endpoint, requests }: KeyInsight["endpoints"][number]): Ranked {
  const errors = errorsOf(requests);
  const detail = errors === 0 ? {} : { detail: `${numberOf(errors)} with an error` };
  return { name: html`${endpointName(endpoint)}`, count: requestsOf(requests), ...detail };
}

function rankedRefusal({ code, requests }: KeyInsight["refusals"][number]): Ranked {
  const { reason, advice } = refusalWords(code);
  return { name: html`${reason}`, count: requests, detail: advice };
}
