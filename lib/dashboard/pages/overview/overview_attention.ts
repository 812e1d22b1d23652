import type { ListedApiKey } from "../../../access/mod.ts";
import { isPermitted } from "../../../api/mod.ts";
import type { CheckedWebhook } from "../../../webhooks/mod.ts";
import { type Attention } from "../../design/attention_list.ts";
import { nearLimit } from "../../design/charts/quota_meter.ts";
import { excerptOf, numberOf, sum } from "../../format/format.ts";
import { html } from "../../../base/text/html.ts";
import { relativeTime } from "../../format/relative_time.ts";
import { pathTo, type Visit } from "../../visit.ts";
import type { KeysInUse } from "./overview_usage.ts";
import { webhookPath } from "../webhooks/webhook_paths.ts";
import { disabledAt } from "../webhooks/webhook_state.ts";

/** Maximum number of points of each kind. */
const most = 3;

/** Returns what the visitor may have to act on: keys, webhooks, and searches that find nothing. */
export async function attentionOf(visit: Visit, inUse: Promise<KeysInUse> | undefined): Promise<Attention[]> {
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
    ...near.slice(0, most).map((key): Attention => ({
      ...(key.requestsToday < limitOf(key)
        ? { tone: "soon", text: html`${linkTo(visit, key)} is near its limit.` }
        : { tone: "bad", text: html`${linkTo(visit, key)} has no requests left today.` }),
      detail: `${numberOf(key.requestsToday)} of ${numberOf(limitOf(key))} requests today.`,
    })),
    ...ending.slice(0, most).map((key): Attention => ({
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
  const shown = queries.slice(0, most).map(({ query }) => html`“<bdi>${excerptOf(query, 40)}</bdi>”`);
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
