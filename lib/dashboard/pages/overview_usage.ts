import type { KeyUsage, ListedApiKey } from "../../access/mod.ts";
import { emptyState } from "../design/empty_state.ts";
import { figureCard } from "../design/figure_card.ts";
import { panel } from "../design/panel.ts";
import { quotaMeter } from "../design/quota_meter.ts";
import { excerptOf, numberOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { sum } from "../sum.ts";
import { pathTo, type Visit } from "../visit.ts";
import { isExpiring } from "./key_list_query.ts";
import { splitByLife } from "./key_table.ts";
import { type Series, usageChart } from "./usage_chart.ts";

/** Number of keys with their own color in the chart. The other keys share a color. */
const shownKeys = 5;

/** The keys of an organization with their requests. */
export interface KeysInUse {
  keys: readonly ListedApiKey[];
  usage: readonly KeyUsage[];
  /** Daily limit of keys without their own limit. */
  perDay: number;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Reads the keys and their requests of 30 days. */
export async function readKeysInUse({ api, actor }: Visit): Promise<KeysInUse> {
  const { apiKeys } = api.admin;
  const [{ keys, usage }, { perDay }] = await Promise.all([
    apiKeys.allWithUsage(actor),
    apiKeys.defaultRateLimit(actor),
  ]);
  return { keys, usage, perDay, now: api.options.clock.now() };
}

/** Renders the requests of 30 days and of today, by key. */
export function requestPanels(visit: Visit, { keys, usage, perDay, now }: KeysInUse): Html {
  if (keys.length === 0) return panel("Requests", noKeys(visit));
  return html`${panel("Requests in 30 days", usageChart(chartOf(keys, usage)))}
${panel("Requests today", todayTable(splitByLife(keys, now).live, usage, perDay), html`<a href="${pathTo(visit, "settings/api-keys")}">All keys</a>`)}`;
}

function noKeys(visit: Visit): Html {
  const link = html`<a class="button" href="${pathTo(visit, "settings/api-keys/new")}">Generate API Key</a>`;
  return emptyState("key-round", "There are no API keys yet.", link);
}

/** Renders the answers that a visitor looks for first: how much is requested, which key is near its limit, and which ends soon. */
export function usageFigures({ keys, perDay, now }: KeysInUse): Html {
  if (keys.length === 0) return html``;
  const { live } = splitByLife(keys, now);
  const limitOf = (key: ListedApiKey): number => key.rateLimit?.perDay ?? perDay;
  const [closest] = live.toSorted(
    (one, other) => other.requestsToday / limitOf(other) - one.requestsToday / limitOf(one),
  );
  const ending = live.filter((key) => isExpiring(key, now));
  return html`<div class="cards-row">
${figureCard("Requests today", numberOf(sum(live.map(({ requestsToday }) => requestsToday))), "On this UTC day, by live keys")}
${closest && figureCard("Closest to its limit", html`${numberOf(closest.requestsToday)} <small>of ${numberOf(limitOf(closest))}</small>`, excerptOf(closest.name, 60))}
${figureCard("Live keys", numberOf(live.length), ending.length === 0 ? "None expires within 14 days" : `${numberOf(ending.length)} within 14 days of expiry`)}
</div>`;
}

/**
 * Renders today's most used keys. Rolled keys share a quota, so only the newest of each is listed.
 *
 * @param defaultLimit the daily limit of keys without their own limit
 */
function todayTable(live: readonly ListedApiKey[], usage: readonly KeyUsage[], defaultLimit: number): Html {
  const used = live
    .filter(({ rolledTo }) => rolledTo === undefined)
    .toSorted((one, other) => other.requestsToday - one.requestsToday)
    .slice(0, 10);
  const rows = used.map((key) => {
    const limit = key.rateLimit?.perDay ?? defaultLimit;
    const days = usage.find(({ keyIds }) => keyIds.includes(key.id))?.days ?? [];
    return html`<tr><th scope="row">${key.name}</th>
<td data-label="Requests"><span class="number">${numberOf(key.requestsToday)} of ${numberOf(limit)}</span></td>
<td>${quotaMeter(key.requestsToday, limit, `Part of today's requests of ${key.name}`)}</td>
<td data-label="Refused in 30 days" class="number">${numberOf(sum(days.map(({ refusals }) => refusals)))}</td></tr>
`;
  });
  return html`<table class="cards">
<caption>The most used keys on this UTC day</caption>
<thead><tr><th scope="col">Key</th><th scope="col">Requests</th><th scope="col">Part of the quota</th><th scope="col" class="number">Refused in 30 days</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

function chartOf(
  keys: readonly ListedApiKey[],
  usage: readonly KeyUsage[],
): Parameters<typeof usageChart>[0] {
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const totals = usage
    .map(({ keyIds, days }) => ({
      name: names.get(keyIds[0] ?? "") ?? keyIds[0] ?? "",
      requests: days.map(({ requests }) => requests),
    }))
    .toSorted((one, other) => sum(other.requests) - sum(one.requests));
  const dates = usage[0]?.days.map(({ date }) => date) ?? [];
  const others = totals.slice(shownKeys);
  const series: Series[] = totals.slice(0, shownKeys);
  if (others.length > 0) {
    const requests = dates.map((_date, day) => sum(others.map((one) => one.requests[day] ?? 0)));
    series.push({ name: `${others.length} other keys`, requests });
  }
  const refusals = dates.map((_date, day) => sum(usage.map(({ days }) => days[day]?.refusals ?? 0)));
  return { dates, series: series.map((one) => ({ ...one, name: excerptOf(one.name, 40) })), refusals };
}
