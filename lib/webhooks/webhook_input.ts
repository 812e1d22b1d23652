import * as v from "valibot";
import {
  durationPattern,
  durationRule,
  longestDuration,
  parseDuration,
} from "../base/time/parse_duration.ts";
import { type ChangeEventType, changeEventTypes } from "../events/mod.ts";
import { languageTagInput } from "../base/input/language_tag_input.ts";
import { distinctNames, nameInput } from "../base/text/name.ts";
import { patchOf, type PatchOf } from "../base/input/patch_of.ts";
import type { Timestamp } from "../base/time/timestamp.ts";
import { timestampInput } from "../base/time/timestamp_input.ts";
import { brokenUrlRule, type UrlRules } from "./transport/webhook_url.ts";

/** Input of a new webhook. */
export interface WebhookInput {
  /** Absolute URL that receives the events, with `https:` unless the host allows `http:`. At most 2,000 characters. */
  url: string;
  /** 1 to 200 characters. */
  description?: string;
  /** Types of events that it receives. Default: the events of posts, redirects and the organization. */
  events?: readonly ChangeEventType[];
  /** Sections whose posts it receives. Default: all. Like `tags` and `languages`, it concerns only events of posts. */
  sections?: readonly string[];
  /** Tags of which a post needs one. Default: all posts. */
  tags?: readonly string[];
  /** BCP 47 tags of the languages whose posts it receives. `de` includes `de-AT`. Default: all. */
  languages?: readonly string[];
}

/** Changes of a webhook. `null` removes a description or a filter. */
export type WebhookChanges = PatchOf<WebhookInput>;

/** Options of a roll. */
export interface RollWebhookInput {
  /** Time for which the previous secret also signs, a duration such as `24h`. `0` ends it immediately. Default: `24h`. */
  overlap?: string;
}

/** Selects abandoned events. Without fields, it selects all. */
export interface AbandonedFilter {
  /** Ids of events, at most 50. */
  ids?: readonly string[];
  /** Types of events. */
  events?: readonly ChangeEventType[];
  /** Earliest time at which they were abandoned: ISO 8601, milliseconds since the epoch or a `Date`. */
  since?: NonNullable<Timestamp>;
  /** Latest time at which they were abandoned. */
  until?: NonNullable<Timestamp>;
}

const string = v.string("must be a string");
const text = nameInput(200);
const names = v.pipe(listOf(text), distinctNames);
const languages = listOf(languageTagInput);
const events = listOf(v.picklist(changeEventTypes, `must be one of ${changeEventTypes.join(", ")}`));

function listOf<Item>(item: v.GenericSchema<Item>): v.GenericSchema<Item[]> {
  return v.pipe(
    v.array(item, "must be an array"),
    v.minLength(1, "must contain at least one item; leave it out for the default"),
    v.maxLength(50, "must contain at most 50 items"),
  );
}

function urlInput(rules: UrlRules): v.GenericSchema<string> {
  return v.pipe(
    string,
    v.metadata({ format: "uri", pattern: "^https?://[^#]+$" }),
    v.maxLength(2000, "must be at most 2000 characters"),
    v.check(
      (url) => brokenUrlRule(url, rules) === undefined,
      ({ input }) => brokenUrlRule(input, rules) ?? "must be a URL",
    ),
  );
}

function webhookEntries(rules: UrlRules) {
  return {
    url: urlInput(rules),
    description: v.exactOptional(text),
    events: v.exactOptional(events),
    sections: v.exactOptional(names),
    tags: v.exactOptional(names),
    languages: v.exactOptional(languages),
  };
}

/** Creates the schema of a new webhook. */
export function webhookInput(rules: UrlRules): v.GenericSchema<unknown, WebhookInput> {
  return v.strictObject(webhookEntries(rules));
}

export function webhookChanges(rules: UrlRules): v.GenericSchema<unknown, WebhookChanges> {
  return patchOf<WebhookInput>(webhookEntries(rules));
}

/** Schema of a filter of abandoned events. */
export const abandonedFilter: v.GenericSchema<unknown, AbandonedFilter> = v.strictObject({
  ids: v.exactOptional(listOf(text)),
  events: v.exactOptional(events),
  since: v.exactOptional(timestampInput),
  until: v.exactOptional(timestampInput),
});

/** Schema of the options of a roll. Its output is the overlap in milliseconds. */
export const rollWebhookInput: v.GenericSchema<unknown, { overlap: number }> = v.strictObject({
  overlap: v.optional(
    v.pipe(
      string,
      v.metadata({ pattern: `^0$|${durationPattern}` }),
      v.maxLength(longestDuration, `${durationRule}, or 0`),
      v.check((given) => given === "0" || parseDuration(given) !== undefined, `${durationRule}, or 0`),
      v.transform((given) => parseDuration(given) ?? 0),
    ),
    "24h",
  ),
});
