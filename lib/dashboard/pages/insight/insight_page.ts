import { card } from "../../design/card.ts";
import { isPermitted, type InsightReport, requestsOf, insightCsv } from "../../../api/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { fileResponse } from "../../frame/answers.ts";
import { linkButton } from "../../design/button.ts";
import { emptyState } from "../../design/empty_state.ts";
import { figureCard } from "../../design/figure_card.ts";
import { tabs } from "../../design/tabs.ts";
import { numberOf, sum } from "../../format/format.ts";
import { showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { endpointTable } from "./endpoint_table.ts";
import { missedSearches } from "./missed_searches.ts";
import { missingPosts, readPosts } from "./read_posts.ts";
import { refusedKeys } from "./refused_keys.ts";
import { errorsOf, percentOf, statusChart } from "./status_chart.ts";
import { webhookHealth } from "./webhook_health.ts";

/** Numbers of days that a visitor can choose. */
export const dayChoices = [7, 30] as const;

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
