import { isPermitted } from "../../admin/mod.ts";
import { pageResponse } from "../answers.ts";
import { type Attention, attentionList } from "../design/attention_list.ts";
import { icon } from "../design/icon.ts";
import { panel } from "../design/panel.ts";
import { numberOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { requestsOf } from "../../insight/mod.ts";
import { layout } from "../layout.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { healthSection } from "./health.ts";
import { errorsOf } from "./insight/status_chart.ts";
import { attentionOf } from "./overview_attention.ts";
import { changedPosts } from "./overview_posts.ts";
import { setupCard } from "./setup/setup_card.ts";
import { readKeysInUse, requestPanels, usageFigures } from "./overview_usage.ts";

/** Shows the steps of the setup, what needs attention, the organization's requests, the latest changes, and the state of sitemaps and store. */
export const showOverview: PageHandler = async (visit) => {
  const keys = isPermitted(visit.actor, "keys:manage") ? await readKeysInUse(visit) : undefined;
  const [setup, attention, today, posts, health] = await Promise.all([
    setupCard(visit, keys?.keys),
    attentionOf(visit, keys),
    requestsToday(visit),
    changedPosts(visit),
    healthSection(visit),
  ]);
  const body = html`${setup}
${keys && usageFigures(keys)}
<div class="columns">${posts}
${attention.length > 0 && panel("Needs attention", attentionList(attention))}</div>
${keys && requestPanels(visit, keys)}
${health}`;
  const lead = html`${leadOf(attention)} ${today}`;
  return pageResponse(layout(visit, { title: "Overview", section: "", lead, action: actions(visit), body }));
};

function leadOf({ length }: readonly Attention[]): string {
  if (length === 0) return "Nothing needs your attention.";
  return length === 1 ? "One point needs your attention." : `${length} points need your attention.`;
}

/** Renders today's requests with a link to the page that shows more, if requests are counted. */
async function requestsToday(visit: Visit): Promise<Html | false> {
  const { isCounted, days } = await visit.api.admin.insight.daily(visit.actor, { days: 1 });
  const requests = days[0]?.requests;
  if (!isCounted || requests === undefined) return false;
  const [count, errors] = [requestsOf(requests), errorsOf(requests)];
  return html`${count === 1 ? "1 request" : `${numberOf(count)} requests`} today, ${errors === 0 ? "none" : numberOf(errors)} with an error. <a href="${pathTo(visit, "insight")}">See Insight</a>`;
}

/** Renders the actions that members take most often. */
function actions(visit: Visit): Html {
  const { actor } = visit;
  return html`<p class="actions">
${isPermitted(actor, "members:manage") && visit.user.organizations === undefined && html`<a class="button" href="${pathTo(visit, "settings/members/invite")}" data-dialog>${icon("users")}Invite</a>`}
${isPermitted(actor, "keys:manage") && html`<a class="button" href="${pathTo(visit, "settings/api-keys/new")}" data-dialog>${icon("key-round")}Generate API Key</a>`}
${isPermitted(actor, "posts:write") && html`<a class="button main-action" href="${pathTo(visit, "new-post")}">${icon("plus")}New post</a>`}
</p>`;
}
