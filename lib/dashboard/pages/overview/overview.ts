import { isPermitted, requestsOf } from "../../../api/mod.ts";
import { linkButton } from "../../design/button.ts";
import { type Attention, attentionList } from "../../design/attention_list.ts";
import { card } from "../../design/card.ts";
import { numberOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { healthSection } from "./health.ts";
import { errorsOf } from "../insight/status_chart.ts";
import { attentionOf } from "./overview_attention.ts";
import { changedPosts } from "./overview_posts.ts";
import { setupCard, type TimedSetup } from "../setup/setup_card.ts";
import { readKeysInUse, requestPanels, usageFigures } from "./overview_usage.ts";

/** Shows the steps of the setup, what needs attention, the organization's requests, the latest changes, and the state of sitemaps and store. */
export const showOverview: PageHandler = async (visit) => {
  const reading = isPermitted(visit.actor, "keys:manage") ? readKeysInUse(visit) : undefined;
  const timed = timedSetup(visit);
  const [keys, setup, attention, today, posts, health] = await Promise.all([
    reading,
    setupCard(visit, timed, reading),
    attentionOf(visit, reading),
    requestsToday(visit),
    changedPosts(visit),
    healthSection(visit, timed),
  ]);
  const body = html`${setup?.card}
${keys && usageFigures(keys)}
<div class="columns">${posts}
${attention.length > 0 && card({ title: "Needs attention", body: attentionList(attention), isFlush: true })}</div>
${keys && requestPanels(visit, keys)}
${health}`;
  const lead = html`${leadOf(attention)} ${today}`;
  return showPage(visit, {
    title: "Overview",
    section: "",
    lead,
    action: actions(visit, setup?.hasMainAction === true),
    body,
  });
};

/** Reads the setup, and measures how long the store takes to respond, in milliseconds. */
async function timedSetup({ api, actor }: Visit): Promise<TimedSetup> {
  const { clock } = api.options;
  const before = clock.now();
  const setup = await api.admin.setup.get(actor);
  return { setup, milliseconds: clock.now() - before };
}

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

/**
 * Renders the actions that members take most often.
 *
 * @param isSettingUp true if the next step of the setup is the main action of the page
 */
function actions(visit: Visit, isSettingUp: boolean): Html {
  const { actor } = visit;
  return html`${isPermitted(actor, "members:manage") && visit.user.organizations === undefined && linkButton("Invite", pathTo(visit, "settings/members/invite"), { isDialog: true, icon: "users" })}
${isPermitted(actor, "keys:manage") && linkButton("Generate API Key", pathTo(visit, "settings/api-keys/new"), { isDialog: true, icon: "key-round" })}
${isPermitted(actor, "posts:write") && linkButton("New post", pathTo(visit, "new-post"), { tone: isSettingUp ? undefined : "main", icon: "plus" })}`;
}
