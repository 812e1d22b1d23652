import { canWritePosts, isPermitted } from "../../../api/mod.ts";
import { linkButton, card, emptyState, type Attention, attentionList } from "../../design/components.ts";
import { numberOf, relativeTime, excerptOf, sum } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { setupCard, type TimedSetup } from "../setup/setup_steps.ts";
import { readKeysInUse, quotaCard, requestChart, usageFigures, type KeysInUse } from "./overview_usage.ts";
import { apiOriginOf, sitemapPaths } from "../../origin_of.ts";
import type { StoredPost } from "../../../content/mod.ts";
import { submissionPoints } from "../submissions/submission_points.ts";
import { statusTag } from "../post_form/post_status.ts";
import type { ListedApiKey } from "../../../access/mod.ts";
import type { CheckedWebhook } from "../../../webhooks/mod.ts";
import { nearLimit } from "../../design/charts/quota_meter.ts";
import { webhookPath, disabledAt } from "../webhooks/webhook_parts.ts";

/** Maximum number of the visitor's drafts, and of other posts. */
const shownPosts = 5;

/** Maximum number of points of each kind. */
const mostPoints = 3;

/**
 * Shows the steps of the setup, the points that need attention, drafts, and the health of the keys. The requests, the latest changes and the
 * state of the store follow.
 */
export const showOverview: PageHandler = async (visit) => {
  const { api, actor } = visit;
  const reading = isPermitted(actor, "keys:manage") ? readKeysInUse(visit) : undefined;
  const isWriter = canWritePosts(actor);
  const timed = timedSetup(visit);
  const [keys, setup, attention, counted, drafts, posts, { milliseconds }] = await Promise.all([
    reading,
    setupCard(visit, timed, reading),
    attentionOf(visit, reading),
    api.admin.insight.daily(actor),
    isWriter ? ownDrafts(visit) : [],
    changedPosts(visit),
    timed,
  ]);
  const body = html`${setup?.card}
<div class="columns">${attention.length > 0 && card({ title: "Needs attention", body: attentionList(attention), isFlush: true })}
${isWriter && draftsCard(visit, drafts)}</div>
${keys && usageFigures(keys, counted)}
${requestChart(visit, keys, counted)}
${keys && keys.keys.length > 0 && quotaCard(visit, keys)}
${changesCard(visit, posts.filter(({ id }) => drafts.every((draft) => draft.id !== id)).slice(0, shownPosts))}
${healthSection(visit, milliseconds)}`;
  return showPage(visit, {
    title: "Overview",
    section: "",
    lead: leadOf(attention),
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

/**
 * Renders the actions that members take most often.
 *
 * @param isSettingUp true if the next step of the setup is the main action of the page
 */
function actions(visit: Visit, isSettingUp: boolean): Html {
  const { actor } = visit;
  return html`${isPermitted(actor, "members:manage") && visit.user.organizations === undefined && linkButton("Invite", pathTo(visit, "settings/members/invite"), { isDialog: true, icon: "users" })}
${isPermitted(actor, "keys:manage") && linkButton("Generate API Key", pathTo(visit, "settings/api-keys/new"), { isDialog: true, icon: "key-round" })}
${canWritePosts(actor) && linkButton("New post", pathTo(visit, "new-post"), { tone: isSettingUp ? undefined : "main", icon: "plus" })}`;
}

/** Renders the addresses of the sitemaps, and the state of the store. */
function healthSection(visit: Visit, milliseconds: number): Html {
  const paths = sitemapPaths(visit);
  const addressOf = (path: string): Html =>
    html`<a href="${apiOriginOf(visit.request, visit) + path}"><code>${path}</code></a>`;
  return html`<h2>Health</h2>
<dl class="facts">
<dt>Sitemap of the posts</dt><dd>${addressOf(paths.posts)}</dd>
<dt>Sitemap of the organization</dt><dd>${addressOf(paths.organization)}</dd>
<dt>Store</dt><dd>responds in ${numberOf(milliseconds)} ms</dd>
</dl>`;
}

/** Reads the visitor's drafts that changed last. */
async function ownDrafts({ api, actor }: Visit): Promise<readonly StoredPost[]> {
  const query = { status: "draft", createdBy: actor.userId, sort: "-updatedAt", limit: shownPosts } as const;
  return (await api.admin.posts.list(actor, query)).posts;
}

/** Reads the posts that changed last: enough to leave out the visitor's drafts, which are shown apart. */
async function changedPosts({ api, actor }: Visit): Promise<readonly StoredPost[]> {
  return (await api.admin.posts.list(actor, { sort: "-updatedAt", limit: 2 * shownPosts })).posts;
}

function draftsCard(visit: Visit, drafts: readonly StoredPost[]): Html {
  return postsCard(visit, drafts, {
    title: "My drafts",
    empty: "You have no drafts.",
    query: "?status=draft",
  });
}

/** Renders the first of the posts, with their status. */
function changesCard(visit: Visit, posts: readonly StoredPost[]): Html {
  return postsCard(visit, posts, { title: "Latest changes", empty: "There are no posts yet.", query: "" });
}

function postsCard(
  visit: Visit,
  posts: readonly StoredPost[],
  { title, empty, query }: { title: string; empty: string; query: string },
): Html {
  const now = visit.api.options.clock.now();
  const list = html`<ul class="recent">
${posts.map((post) => row(visit, post, now))}</ul>`;
  return card({
    title,
    body: posts.length === 0 ? emptyState("file-text", empty) : list,
    isFlush: true,
    beside: html`<a href="${pathTo(visit, "posts")}${query}">All ${query === "" ? "posts" : "drafts"}</a>`,
  });
}

function row(visit: Visit, post: StoredPost, now: number): Html {
  const { slug, name, articleSection, inLanguage, updatedAt } = post;
  return html`<li><div><a lang="${inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${name}</a>
<p class="hint"><bdi>${articleSection}</bdi> · ${inLanguage} · ${relativeTime(updatedAt, now)}</p></div> ${statusTag(post, now)}</li>
`;
}

/** Returns what the visitor may have to act on: malformed posts, submissions, keys, webhooks, and searches that find nothing. */
async function attentionOf(visit: Visit, inUse: Promise<KeysInUse> | undefined): Promise<Attention[]> {
  const [malformed, submissions, keys, webhooks, searches] = await Promise.all([
    malformedPoints(visit),
    submissionPoints(visit),
    inUse,
    isPermitted(visit.actor, "webhooks:manage") ? webhookPoints(visit) : [],
    searchPoints(visit),
  ]);
  return [
    ...malformed,
    ...submissions,
    ...webhooks,
    ...(keys === undefined ? [] : keyPoints(visit, keys)),
    ...searches,
  ];
}

async function malformedPoints({ api, actor }: Visit): Promise<Attention[]> {
  const errors = await api.admin.insight.listMalformed(actor);
  if (errors.length === 0) return [];
  const isOne = errors.length === 1;
  const text = `The content source returned ${isOne ? "a malformed value" : `${numberOf(errors.length)} malformed values`}, which lists leave out.`;
  const messages = errors.slice(0, mostPoints).map(({ message }) => excerptOf(message, 300));
  return [{ tone: "bad", text, detail: html`<bdi>${messages.join(" · ")}</bdi>` }];
}

function keyPoints(visit: Visit, { keys, expiring, perDay, now }: KeysInUse): Attention[] {
  const limitOf = ({ rateLimit }: ListedApiKey): number => rateLimit?.perDay ?? perDay;
  const near = keys
    .filter((key) => isInUse(key) && key.requestsToday >= nearLimit * limitOf(key))
    .toSorted((one, other) => other.requestsToday / limitOf(other) - one.requestsToday / limitOf(one));
  const ending = expiring.filter(isInUse);
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

/** True for a key that nobody has replaced or disabled. */
function isInUse({ rolledTo, disabledAt }: ListedApiKey): boolean {
  return rolledTo === undefined && disabledAt === undefined;
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
