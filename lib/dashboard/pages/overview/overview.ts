import { isPermitted, requestsOf } from "../../../api/mod.ts";
import { linkButton, card, emptyState, type Attention, attentionList } from "../../design/components.ts";
import { numberOf, relativeTime, excerptOf, sum } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { errorsOf } from "../insight/status_chart.ts";
import { setupCard, type TimedSetup } from "../setup/setup_steps.ts";
import { readKeysInUse, requestPanels, usageFigures, type KeysInUse } from "./overview_usage.ts";
import { asUncounted } from "../../../http/mod.ts";
import { apiOriginOf, sitemapPaths } from "../../origin_of.ts";
import { firstPosts, type StoredPost } from "../../../content/mod.ts";
import { statusTag } from "../post_form/post_status.ts";
import type { ListedApiKey } from "../../../access/mod.ts";
import type { CheckedWebhook } from "../../../webhooks/mod.ts";
import { nearLimit } from "../../design/charts/quota_meter.ts";
import { webhookPath, disabledAt } from "../webhooks/webhook_parts.ts";

/** Maximum number of characters of a sitemap in which its URLs are counted. */
const longestCounted = 200_000;

const shownPosts = 5;

/** Maximum number of points of each kind. */
const mostPoints = 3;

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

/** Renders the current state of the sitemaps and the store, by requesting them. */
async function healthSection(visit: Visit, timed: Promise<TimedSetup>): Promise<Html> {
  const { api, url } = visit;
  const paths = sitemapPaths(visit);
  const addresses = {
    "Sitemap of the posts": paths.posts,
    "Sitemap of the organization": paths.organization,
  };
  const [{ milliseconds }, ...sitemaps] = await Promise.all([
    timed,
    ...Object.entries(addresses).map(async ([name, address]) => {
      const response = await api.fetch(asUncounted(new Request(url.origin + address)));
      const health = response.ok ? await sizeOf(response) : `responds with ${response.status}`;
      return html`<dt>${name}</dt><dd>${health}, <a href="${apiOriginOf(visit.request, visit) + address}"><code>${address}</code></a></dd>\n`;
    }),
  ]);
  return html`<h2>Health</h2>
<dl class="facts">
${sitemaps}<dt>Store</dt><dd>responds in ${numberOf(milliseconds)} ms</dd>
</dl>`;
}

/** Returns the number of URLs in a sitemap, or of sitemaps if it is an index. It reads no more than it counts. */
async function sizeOf({ body }: Response): Promise<string> {
  let text = "";
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    text += part.value;
    if (text.length > longestCounted) break;
  }
  await reader?.cancel();
  const count = text.slice(0, longestCounted).split("<loc>").length - 1;
  const number = `${text.length > longestCounted ? "at least " : ""}${numberOf(count)}`;
  if (text.includes("<sitemapindex")) return `an index of ${number} sitemaps`;
  return number === "1" ? "1 URL" : `${number} URLs`;
}

/** Renders the posts that changed last, with their status. */
async function changedPosts(visit: Visit): Promise<Html> {
  const { api, actor } = visit;
  const posts = await firstPosts(shownPosts, (page) =>
    api.admin.posts.list(actor, { sort: "-updatedAt", ...page }),
  );
  const now = api.options.clock.now();
  const body =
    posts.length === 0
      ? emptyState("file-text", "There are no posts yet.")
      : html`<ul class="recent">
${posts.map((post) => row(visit, post, now))}</ul>`;
  return card({
    title: "Latest changes",
    body,
    isFlush: true,
    beside: html`<a href="${pathTo(visit, "posts")}">All posts</a>`,
  });
}

function row(visit: Visit, post: StoredPost, now: number): Html {
  const { slug, name, articleSection, inLanguage, updatedAt } = post;
  return html`<li><div><a lang="${inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${name}</a>
<p class="hint"><bdi>${articleSection}</bdi> · ${inLanguage} · ${relativeTime(updatedAt, now)}</p></div> ${statusTag(post, now)}</li>
`;
}

/** Returns what the visitor may have to act on: keys, webhooks, and searches that find nothing. */
async function attentionOf(visit: Visit, inUse: Promise<KeysInUse> | undefined): Promise<Attention[]> {
  const [keys, webhooks, searches] = await Promise.all([
    inUse,
    isPermitted(visit.actor, "webhooks:manage") ? webhookPoints(visit) : [],
    searchPoints(visit),
  ]);
  return [...webhooks, ...(keys === undefined ? [] : keyPoints(visit, keys)), ...searches];
}

function keyPoints(visit: Visit, { keys, expiring, perDay, now }: KeysInUse): Attention[] {
  const limitOf = ({ rateLimit }: ListedApiKey): number => rateLimit?.perDay ?? perDay;
  const near = keys
    .filter((key) => key.rolledTo === undefined && key.requestsToday >= nearLimit * limitOf(key))
    .toSorted((one, other) => other.requestsToday / limitOf(other) - one.requestsToday / limitOf(one));
  const ending = expiring.filter(({ rolledTo }) => rolledTo === undefined);
  return [
    ...near.slice(0, mostPoints).map((key): Attention => ({
      ...(key.requestsToday < limitOf(key)
        ? { tone: "soon", text: html`${linkTo(visit, key)} is near its limit.` }
        : { tone: "bad", text: html`${linkTo(visit, key)} has no requests left today.` }),
      detail: `${numberOf(key.requestsToday)} of ${numberOf(limitOf(key))} requests today.`,
    })),
    ...ending.slice(0, mostPoints).map((key): Attention => ({
      tone: "soon",
      text: html`${linkTo(visit, key)} expires ${relativeTime(key.expiresAt ?? "", now)}.`,
      detail: html`Used ${numberOf(key.requestsToday)} times today. <a href="${keyPath(visit, key)}/roll" data-dialog>Roll it</a>`,
    })),
  ];
}

async function webhookPoints(visit: Visit): Promise<Attention[]> {
  const { troubled } = await visit.api.admin.webhooks.check(visit.actor);
  const now = visit.api.options.clock.now();
  const stateOf = (webhook: CheckedWebhook): Attention["text"] | undefined => {
    const { status, failingSince } = webhook;
    if (status === "disabled") return html`was disabled${disabledAt(webhook)}.`;
    if (status === "paused" || failingSince === undefined) return undefined;
    return html`has failed since ${relativeTime(failingSince, now)}. Its events wait.`;
  };
  return troubled.flatMap((webhook): Attention[] => {
    const state = stateOf(webhook);
    if (state === undefined) return [];
    const link = html`<a href="${webhookPath(visit, webhook.id)}">${excerptOf(webhook.url, 100)}</a>`;
    return [{ tone: "bad", text: html`The webhook ${link} ${state}` }];
  });
}

async function searchPoints(visit: Visit): Promise<Attention[]> {
  const { queries, others } = await visit.api.admin.search.listMissed(visit.actor);
  const searches = others + sum(queries.map(({ count }) => count));
  if (searches === 0) return [];
  const shown = queries.slice(0, mostPoints).map(({ query }) => html`“<bdi>${excerptOf(query, 40)}</bdi>”`);
  return [
    {
      tone: "soon",
      text: `${searches === 1 ? "1 search" : `${numberOf(searches)} searches`} found nothing in 30 days.`,
      detail: html`${shown.flatMap((one, index) => (index === 0 ? [one] : [", ", one]))}${shown.length > 0 && ". "}<a href="${pathTo(visit, "search")}">See all</a>`,
    },
  ];
}

function linkTo(visit: Visit, key: ListedApiKey): Attention["text"] {
  return html`The key <a dir="auto" href="${keyPath(visit, key)}">${excerptOf(key.name, 60)}</a>`;
}

function keyPath(visit: Visit, { id }: ListedApiKey): string {
  return pathTo(visit, `settings/api-keys/${id}`);
}
