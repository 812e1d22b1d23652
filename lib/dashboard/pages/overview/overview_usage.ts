import { table } from "../../design/table.ts";
import { isKeyExpiring, type KeyUsage, type ListedApiKey } from "../../../access/mod.ts";
import { compareTexts } from "../../../base/text/fold_text.ts";
import { card, emptyState, figureCard } from "../../design/components.ts";
import { quotaMeter } from "../../design/charts/quota_meter.ts";
import { excerptOf, numberOf, sum } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { type InsightReport, requestsOf } from "../../../api/mod.ts";
import { errorsOf, type Series, statusChart, usageChart } from "../insight/status_chart.ts";

/** Maximum number of live keys that the overview reads, and of those that expire soon. */
const readKeys = 100;
const readExpiring = 25;

/** Number of UTC days of the chart. */
const shownDays = 30;

/** Number of keys with their own color in the chart. The other keys share a color. */
const shownKeys = 5;

/** The newest live keys of an organization with their requests. */
export interface KeysInUse {
  keys: readonly ListedApiKey[];
  /** True if the organization has further live keys. */
  hasMore: boolean;
  /** The keys that expire soon, the next to expire first. */
  expiring: readonly ListedApiKey[];
  usage: readonly KeyUsage[];
  /** Daily limit of keys without their own limit. */
  perDay: number;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Reads the newest live keys and their requests of 30 days. */
export async function readKeysInUse({ api, actor }: Visit): Promise<KeysInUse> {
  const { apiKeys } = api.admin;
  const [{ keys, next, usage }, { perDay }] = await Promise.all([
    apiKeys.listWith(actor, { status: "live", limit: readKeys }, { days: shownDays }),
    apiKeys.defaultRateLimit(actor),
  ]);
  const hasMore = next !== null;
  const now = api.options.clock.now();
  const expiring = hasMore
    ? (await apiKeys.list(actor, { status: "expiring", limit: readExpiring })).keys
    : expiringOf(keys, now);
  return { keys, hasMore, expiring, usage, perDay, now };
}

/** Returns the keys that expire soon, the next first, of an organization whose live keys were all read. */
function expiringOf(keys: readonly ListedApiKey[], now: number): ListedApiKey[] {
  return keys
    .filter((key) => isKeyExpiring(key, now))
    .toSorted((one, other) => endOf(one) - endOf(other) || compareTexts(one.id, other.id))
    .slice(0, readExpiring);
}

function endOf({ expiresAt = "" }: ListedApiKey): number {
  return Date.parse(expiresAt);
}

/** The requests of the organization by day, as the page Insight counts them. */
export type CountedRequests = Pick<InsightReport, "isCounted" | "days">;

/** Renders the requests of 30 days: as the page Insight counts them, or by key where requests are not counted. */
export function requestChart(
  visit: Visit,
  inUse: KeysInUse | undefined,
  { isCounted, days }: CountedRequests,
): Html | false {
  if (isCounted) {
    return card({
      title: "Requests in 30 days",
      body: days.every(({ requests }) => requestsOf(requests) === 0)
        ? emptyState("chart-column", "No request came in the last 30 days.")
        : statusChart(days),
      beside: html`<a href="${pathTo(visit, "insight")}">See Insight</a>`,
    });
  }
  if (inUse === undefined || inUse.keys.length === 0) return false;
  return card({
    title: "Requests in 30 days",
    body: html`<p class="hint">With ${countedKeys(inUse)}.</p>
${usageChart(chartOf(inUse.keys, inUse.usage))}`,
  });
}

/** Renders the part of today's quota that each live key has used, as the page API Keys shows it. */
export function quotaCard(visit: Visit, inUse: KeysInUse): Html {
  return card({
    title: "Quota used today",
    body: todayTable(inUse),
    isFlush: true,
    beside: html`<a href="${pathTo(visit, "settings/api-keys")}">All keys</a>`,
  });
}

/** Renders the answers that a visitor looks for first: how much is requested, which key is near its limit, and which ends soon. */
export function usageFigures(inUse: KeysInUse, counted: CountedRequests): Html {
  const { keys: live, hasMore, expiring, perDay } = inUse;
  if (live.length === 0) return html``;
  const limitOf = (key: ListedApiKey): number => key.rateLimit?.perDay ?? perDay;
  const [closest] = live.toSorted(
    (one, other) => other.requestsToday / limitOf(other) - one.requestsToday / limitOf(one),
  );
  return html`<div class="cards-row">
${requestsToday(inUse, counted)}
${closest && figureCard("Closest to its limit", html`${numberOf(closest.requestsToday)} <small>of ${numberOf(limitOf(closest))}</small>`, excerptOf(closest.name, 60))}
${figureCard("Live keys", `${hasMore ? "more than " : ""}${numberOf(live.length)}`, expiring.length === 0 ? "None expires within 14 days" : `${numberOf(expiring.length)}${expiring.length === readExpiring ? " or more" : ""} within 14 days of expiry`)}
</div>`;
}

/** Renders today's requests from the source of {@link requestChart}. */
function requestsToday(inUse: KeysInUse, { isCounted, days }: CountedRequests): Html {
  const requests = days.at(-1)?.requests;
  if (!isCounted || requests === undefined) {
    const used = sum(inUse.keys.map((key) => key.requestsToday));
    return figureCard("Requests today", numberOf(used), `On this UTC day, with ${countedKeys(inUse)}`);
  }
  const errors = errorsOf(requests);
  const detail = `On this UTC day, ${errors === 0 ? "none" : numberOf(errors)} with an error`;
  return figureCard("Requests today", numberOf(requestsOf(requests)), detail);
}

/** Names the keys whose requests are shown. */
function countedKeys({ keys, hasMore }: KeysInUse): string {
  return hasMore ? `the ${numberOf(keys.length)} newest live keys` : "live keys";
}

/** Renders today's most used keys. Rolled keys share a quota, so only the newest of each is listed. */
function todayTable({ keys, usage, perDay }: KeysInUse): Html {
  const used = keys
    .filter(({ rolledTo }) => rolledTo === undefined)
    .toSorted((one, other) => other.requestsToday - one.requestsToday)
    .slice(0, 10);
  const limitOf = (key: ListedApiKey): number => key.rateLimit?.perDay ?? perDay;
  const refusalsOf = ({ id }: ListedApiKey): number =>
    sum((usage.find(({ keyIds }) => keyIds.includes(id))?.days ?? []).map(({ refusals }) => refusals));
  return table({
    caption: "The most used keys on this UTC day",
    columns: [
      { label: "Key", kind: "heading", cell: ({ name }) => name },
      {
        label: "Requests",
        cell: (key) =>
          html`<span class="number">${numberOf(key.requestsToday)} of ${numberOf(limitOf(key))}</span>`,
      },
      {
        label: "Part of the quota",
        kind: "plain",
        cell: (key) => quotaMeter(key.requestsToday, limitOf(key), `Part of today's requests of ${key.name}`),
      },
      { label: "Refused in 30 days", kind: "number", cell: (key) => numberOf(refusalsOf(key)) },
    ],
    rows: used,
  });
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
