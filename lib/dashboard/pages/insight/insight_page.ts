import { card, linkButton, emptyState, figureCard, tabs } from "../../design/components.ts";
import { isPermitted, type InsightReport, requestsOf, insightCsv, type Statuses } from "../../../api/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { fileResponse } from "../../frame/answers.ts";
import { numberOf, sum, excerptOf } from "../../format/format.ts";
import { showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { errorsOf, percentOf, statusChart } from "./status_chart.ts";
import { table } from "../../design/table.ts";
import { shareBar } from "../../design/charts/share_bar.ts";
import { endpointName } from "./endpoint_names.ts";
import type { MissedQueryReport, StoredPost } from "../../../content/mod.ts";
import { ranking, type Ranked } from "../../design/charts/ranking.ts";
import { isKeyId, type CountedSlug } from "../../../store/daily_counts/mod.ts";
import { refusalWords } from "./refusal_words.ts";
import type { WebhookHealth } from "../../../webhooks/mod.ts";
import { stateTag, webhookPath } from "../webhooks/webhook_parts.ts";

/** Numbers of days that a visitor can choose. */
export const dayChoices = [7, 30] as const;

const mostRows = 10;

/** Maximum number of keys that are named for a reason. */
const namedKeys = 3;

/** Returns the chosen number of days. An unknown choice is ignored. */
export function chosenDays({ url }: Pick<Visit, "url">): number {
  const wanted = url.searchParams.get("days");
  return dayChoices.find((days) => String(days) === wanted) ?? 30;
}

const section = "insight";

/** Shows the requests of the last days, the posts that were read, and the requests that found or got nothing. */
export const showInsight: PageHandler = async (visit) => {
  const { api, actor } = visit;
  const days = chosenDays(visit);
  const [report, missed, webhooks] = await Promise.all([
    api.admin.insight.read(actor, { days }),
    api.admin.search.listMissed(actor),
    isPermitted(actor, "webhooks:manage") && webhookHealth(visit),
  ]);
  const total = sum(report.days.map(({ requests }) => requestsOf(requests)));
  const body = html`${requestsSection(visit, report, total)}
<div class="columns">
${total > 0 && (await readPosts(visit, report))}
${missedSearches(visit, missed)}
${total > 0 && missingPosts(report)}
${total > 0 && refusedKeys(visit, report.refusals)}
${webhooks}</div>
${total > 0 && endpointTable(report.endpoints)}
<p class="hint">Responses that a CDN, a shared cache or a browser had stored are not counted, so your content may be read more often. Postern keeps these counts for 30 days, and no addresses of readers.</p>`;
  const action =
    total > 0 &&
    linkButton("Download CSV", `${pathTo(visit, "insight.csv")}?days=${days}`, {
      attributes: html` download`,
    });
  const lead = "How often your content is requested, what is read, and what is missing.";
  return showPage(visit, { title: "Insight", section, lead, action, body });
};

function requestsSection(visit: Visit, report: InsightReport, total: number): Html {
  if (!report.isCounted) {
    const text = "Requests are not counted. The operator of this service has turned the counts off.";
    return emptyState("chart-column", text);
  }
  if (total === 0) {
    const text = `No request came in the last ${report.days.length} days. Requests appear here some seconds after they are answered.`;
    const href = pathTo(visit, "settings/api-keys/new");
    const link = isPermitted(visit.actor, "keys:manage") && linkButton("Generate a key for your site", href);
    return html`${dayTabs(visit, report.days.length)}
${emptyState("chart-column", text, link)}`;
  }
  return html`${figures(report, total)}
${card({ title: "Requests", body: statusChart(report.days), beside: dayTabs(visit, report.days.length) })}`;
}

function figures({ days, posts, otherPosts, notFound, otherNotFound }: InsightReport, total: number): Html {
  const errors = sum(days.map(({ requests }) => errorsOf(requests)));
  const failed = sum(days.map(({ requests }) => requests["5xx"]));
  const unchanged = sum(days.map(({ requests }) => requests["304"]));
  const reads = sum(posts.map(({ requests }) => requests)) + otherPosts;
  const missing = sum(notFound.map(({ requests }) => requests)) + otherNotFound;
  const today = days.at(-1);
  return html`<div class="cards-row">
${figureCard("Requests", numberOf(total), `${numberOf(today === undefined ? 0 : requestsOf(today.requests))} of them today`)}
${figureCard("With an error", percentOf(errors, total), `${numberOf(errors)} requests, ${failed === 0 ? "none" : numberOf(failed)} by a fault of the server`)}
${figureCard("Reads of posts", numberOf(reads), `${numberOf(missing)} requests for posts that do not exist`)}
${figureCard("Answered from a copy", percentOf(unchanged, total), "The caller had the latest version (304)")}
</div>`;
}

function dayTabs(visit: Visit, current: number): Html {
  return tabs(
    "Days",
    dayChoices.map((days) => ({
      label: `${days} days`,
      href: `${pathTo(visit, section)}?days=${days}`,
      isCurrent: days === current,
    })),
  );
}

/** Sends the requests as CSV. */
export const downloadInsight: PageHandler = async (visit) => {
  const rows = await visit.api.admin.insight.rows(visit.actor, { days: chosenDays(visit) });
  return fileResponse(insightCsv(rows), {
    type: "text/csv; charset=utf-8",
    name: `insight-${visit.organization.slug}.csv`,
  });
};

/** Renders the endpoints with their requests and errors, the most used first. */
function endpointTable(endpoints: readonly { endpoint: string; requests: Statuses }[]): Html {
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

/** Renders the searches that found nothing most often. */
function missedSearches(visit: Visit, { queries }: MissedQueryReport): Html {
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

type Refusal = InsightReport["refusals"][number];

/** Renders the reasons of refused requests, with the next step and the keys. */
function refusedKeys(visit: Visit, refusals: readonly Refusal[]): Html {
  const codes = [...new Set(refusals.map(({ code }) => code))];
  const shown = codes
    .map((code) => ranked(visit, code, refusals))
    .toSorted((one, other) => other.count - one.count);
  return card({
    title: "Refused requests",
    body: html`${shown.length === 0 ? html`<p class="hint">No request was refused.</p>` : ranking(shown, "requests")}`,
  });
}

function ranked(visit: Visit, code: string, refusals: readonly Refusal[]): Ranked {
  const own = refusals.filter((one) => one.code === code);
  const { reason, advice } = refusalWords(code);
  const keys = own.filter(({ key }) => key !== undefined && isKeyId(key)).slice(0, namedKeys);
  const links = keys.map(
    ({ key = "", keyName = key, requests }) =>
      html` <a dir="auto" href="${pathTo(visit, `settings/api-keys/${key}`)}">${excerptOf(keyName, 40)}</a> (${numberOf(requests)})`,
  );
  return {
    name: html`${reason}`,
    count: sum(own.map(({ requests }) => requests)),
    detail: html`${advice}${links.length > 0 && html`<br>${links.length === 1 ? "Key:" : "Keys:"}${links}`}`,
  };
}

/** Renders the webhooks that do not work, or says that all work. */
async function webhookHealth(visit: Visit): Promise<Html> {
  const health = await visit.api.admin.webhooks.check(visit.actor);
  const { troubled } = health;
  return card({
    title: "Webhooks",
    body: html`${
      troubled.length > 0
        ? html`<ul class="recent">
${troubled.map((webhook) => html`<li><a href="${webhookPath(visit, webhook.id)}">${excerptOf(webhook.url, 80)}</a> ${stateTag(webhook)}</li>\n`)}</ul>`
        : html`<p class="hint">${summaryOf(health)} <a href="${pathTo(visit, "settings/webhooks")}">Webhooks</a></p>`
    }`,
  });
}

function summaryOf({ checked, hasMore }: WebhookHealth): string {
  if (checked === 0) return "There are no webhooks.";
  if (checked === 1) return "The webhook delivers.";
  return `${hasMore ? "The first" : "All"} ${numberOf(checked)} webhooks deliver.`;
}

/** Renders the posts that were read most, with their titles. */
async function readPosts(
  visit: Visit,
  { posts, otherPosts }: Pick<InsightReport, "posts" | "otherPosts">,
): Promise<Html> {
  const counted = posts.slice(0, mostRows);
  const slugs = counted.map(({ slug }) => slug);
  const heads = await visit.api.admin.posts.getHeads(visit.actor, slugs);
  const shown = counted.map((one) =>
    rankedPost(
      visit,
      one,
      heads.find(({ slug }) => slug === one.slug),
    ),
  );
  const rest = posts.slice(mostRows).reduce((sum, { requests }) => sum + requests, otherPosts);
  return card({
    title: "Posts most read",
    body: html`${shown.length === 0 ? html`<p class="hint">No post was read.</p>` : ranking(shown, "reads")}
${rest > 0 && html`<p class="hint">Further posts were read ${timesOf(rest)}.</p>`}`,
  });
}

/** Renders the slugs without a post that were requested most. */
function missingPosts({ notFound, otherNotFound }: Pick<InsightReport, "notFound" | "otherNotFound">): Html {
  const shown = notFound
    .slice(0, mostRows)
    .map(({ slug, requests }) => ({ name: html`<code dir="auto">${slug}</code>`, count: requests }));
  const rest = notFound.slice(mostRows).reduce((sum, { requests }) => sum + requests, otherNotFound);
  return card({
    title: "Posts not found",
    body: html`${
      shown.length === 0
        ? html`<p class="hint">Every requested post exists.</p>`
        : html`<p class="hint">Requested addresses without a public post. If a post has moved, add a redirect from its earlier address.</p>
${ranking(shown, "requests")}`
    }
${rest > 0 && html`<p class="hint">Further addresses were requested ${timesOf(rest)}.</p>`}`,
  });
}

/** @param post undefined if it no longer exists or the host keeps it */
function rankedPost(visit: Visit, { slug, requests }: CountedSlug, post: StoredPost | undefined): Ranked {
  if (post === undefined) return { name: html`<code>${slug}</code>`, count: requests };
  const href = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  return {
    name: html`<a lang="${post.inLanguage}" dir="auto" href="${href}">${post.name}</a>`,
    count: requests,
  };
}

function timesOf(count: number): string {
  return count === 1 ? "once" : `${numberOf(count)} times`;
}
