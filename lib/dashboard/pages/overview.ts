import type { KeyUsage, ListedApiKey } from "../../access/mod.ts";
import { isPermitted } from "../../admin/mod.ts";
import { pageResponse } from "../answers.ts";
import { figureCard } from "../design/figure_card.ts";
import { excerptOf, numberOf, timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { layout } from "../layout.ts";
import { sum } from "../sum.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { healthSection } from "./health.ts";
import { isExpiring } from "./key_list_query.ts";
import { splitByLife } from "./key_table.ts";
import { statusTag } from "./post_status.ts";
import { setupCard } from "./setup/setup_card.ts";
import { type Series, usageChart } from "./usage_chart.ts";
import { disabledWebhooks } from "./webhooks/webhook_state.ts";

/** Number of keys with their own color in the chart. The other keys share a color. */
const shownKeys = 5;
const newestPosts = 5;

/** Shows the steps of the setup, disabled webhooks, the organization's requests, newest posts, and the state of sitemaps and store. */
export const showOverview: PageHandler = async (visit) => {
  const [setup, webhooks, usage, posts, health] = await Promise.all([
    setupCard(visit),
    isPermitted(visit.actor, "webhooks:manage") ? disabledWebhooks(visit) : undefined,
    isPermitted(visit.actor, "keys:manage") ? usageSection(visit) : undefined,
    postsSection(visit),
    healthSection(visit),
  ]);
  const body = html`${setup}
${webhooks}
${usage}
${posts}
${health}`;
  return pageResponse(layout(visit, { title: "Overview", section: "", body }));
};

async function usageSection(visit: Visit): Promise<Html> {
  const { apiKeys } = visit.api.admin;
  const [keys, usage, { perDay }] = await Promise.all([
    apiKeys.all(visit.actor),
    apiKeys.usage(visit.actor),
    apiKeys.defaultRateLimit(visit.actor),
  ]);
  if (keys.length === 0) {
    return html`<h2>Requests</h2>
<p>There are no API keys yet. <a href="${pathTo(visit, "settings/api-keys/new")}">Generate one</a>.</p>`;
  }
  return html`${usageFigures(keys, { perDay, now: visit.api.options.clock.now() })}
<h2>Requests today</h2>
${todayTable(splitByLife(keys, visit.api.options.clock.now()).live, usage, perDay)}
<h2>Requests in 30 days</h2>
<div class="card">${usageChart(chartOf(keys, usage))}</div>`;
}

/** Renders the answers that a visitor looks for first: how much is requested, which key is near its limit, and which ends soon. */
function usageFigures(keys: readonly ListedApiKey[], { perDay, now }: { perDay: number; now: number }): Html {
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
<td><meter max="${limit}" high="${Math.ceil(limit * 0.9)}" value="${Math.min(key.requestsToday, limit)}" aria-label="Part of today's requests of ${key.name}"></meter></td>
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

async function postsSection(visit: Visit): Promise<Html> {
  const { api, actor } = visit;
  const { posts } = await api.admin.posts.list(actor, { sort: "-createdAt", limit: newestPosts });
  const now = api.options.clock.now();
  return html`<h2>Newest posts</h2>
${
  posts.length === 0
    ? html`<p>There are no posts yet.</p>`
    : html`<ul class="recent card">
${posts.map(
  (post) =>
    html`<li><a lang="${post.inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(post.slug)}`)}">${post.name}</a> ${statusTag(post, now)} ${timeOf(post.createdAt)}</li>\n`,
)}</ul>`
}`;
}
