import { isPermitted } from "../../admin/mod.ts";
import { pageResponse } from "../answers.ts";
import { type Attention, attentionList } from "../design/attention_list.ts";
import { icon } from "../design/icon.ts";
import { panel } from "../design/panel.ts";
import { html, type Html } from "../../html.ts";
import { layout } from "../layout.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { healthSection } from "./health.ts";
import { attentionOf } from "./overview_attention.ts";
import { changedPosts } from "./overview_posts.ts";
import { readKeysInUse, requestPanels, usageFigures } from "./overview_usage.ts";

/** Shows what needs attention, the organization's requests, the latest changes, and the state of sitemaps and store. */
export const showOverview: PageHandler = async (visit) => {
  const keys = isPermitted(visit.actor, "keys:manage") ? await readKeysInUse(visit) : undefined;
  const [attention, posts, health] = await Promise.all([
    attentionOf(visit, keys),
    changedPosts(visit),
    healthSection(visit),
  ]);
  const body = html`${keys && usageFigures(keys)}
<div class="columns">${posts}
${attention.length > 0 && panel("Needs attention", attentionList(attention))}</div>
${keys && requestPanels(visit, keys)}
${health}`;
  const lead = leadOf(attention);
  return pageResponse(layout(visit, { title: "Overview", section: "", lead, action: actions(visit), body }));
};

function leadOf({ length }: readonly Attention[]): string {
  if (length === 0) return "Nothing needs your attention.";
  return length === 1 ? "One point needs your attention." : `${length} points need your attention.`;
}

/** Renders the actions that members take most often. */
function actions(visit: Visit): Html {
  const { actor } = visit;
  return html`<p class="actions">
${isPermitted(actor, "keys:manage") && html`<a class="button" href="${pathTo(visit, "settings/api-keys/new")}" data-dialog>${icon("key-round")}Generate API Key</a>`}
${isPermitted(actor, "posts:write") && html`<a class="button main-action" href="${pathTo(visit, "new-post")}">${icon("plus")}New post</a>`}
</p>`;
}
