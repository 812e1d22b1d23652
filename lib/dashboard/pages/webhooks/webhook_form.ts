import { type ChangeEventType, changeEventTypes } from "../../../events/mod.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import type { Webhook, WebhookChanges, WebhookInput } from "../../../webhooks/mod.ts";
import { type FieldErrors, inputField, textField } from "../../design/field.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { limitedScope, readScope, scopeField } from "../../form/scope_field.ts";
import { linesOf, optionalTextOf, textOf, textsOf } from "../../form/read_form.ts";

const eventLabels: Readonly<Record<ChangeEventType, string>> = {
  "post.published": "A post goes live",
  "post.updated": "A public post changes",
  "post.moved": "A public post gets a new slug",
  "post.unpublished": "A public post is withdrawn",
  "post.deleted": "A public post is deleted",
  "post.submitted": "A text is submitted for review",
  "post.sent-back": "A submission is sent back to its writer",
  "redirect.changed": "A redirect to a public post is added, removed or changed",
  "posts.imported": "Posts are imported with --events summary",
  "organization.updated": "The settings of the organization change",
  "key.generated": "An API key is generated",
  "key.rolled": "An API key is rolled",
  "key.revoked": "An API key is revoked",
  "key.updated": "The networks or the limit of an API key are changed",
  "key.disabled": "An API key is disabled",
  "key.enabled": "An API key is enabled",
  "key.expired": "An API key expires",
  "quota.reached": "A key has used 80% or 100% of its requests of a day",
  "member.changed": "A member is added, changed or removed",
  "invitation.changed": "An invitation is sent or ends",
  "knowledge.added": "A text is added to the knowledge base",
  "knowledge.updated": "A text of the knowledge base is replaced",
  "knowledge.deleted": "A text is deleted from the knowledge base",
  "media.added": "A file is stored",
  "media.deleted": "A file is deleted",
  "webhook.disabled": "A webhook is disabled",
};

const filters = [
  ["sections", "Sections", "The post is in one of these sections"],
  ["tags", "Tags", "The post has one of these tags"],
  ["languages", "Languages", "The post is in one of these languages: BCP 47 tags. de includes de-AT"],
] as const;

/** Values of the fields as they are shown. */
export interface WebhookFields {
  url: string;
  description: string;
  /** True if only some events are sent. */
  isNarrowed: boolean;
  events: readonly string[];
  /** One per line, like `tags` and `languages`. */
  sections: string;
  tags: string;
  languages: string;
}

/** Returns the fields of a sent form, as they were entered. */
export function enteredFields(form: FormData): WebhookFields {
  return {
    url: textOf(form, "url"),
    description: textOf(form, "description"),
    isNarrowed: readScope(form, "events") === limitedScope,
    events: textsOf(form, "events"),
    sections: textOf(form, "sections"),
    tags: textOf(form, "tags"),
    languages: textOf(form, "languages"),
  };
}

export function fieldsOf({ url, description = "", events, ...webhook }: Webhook): WebhookFields {
  const { sections = [], tags = [], languages = [] } = webhook;
  return {
    url,
    description,
    isNarrowed: events !== undefined,
    events: events ?? [],
    sections: sections.join("\n"),
    tags: tags.join("\n"),
    languages: languages.join("\n"),
  };
}

/** Returns a problem whose message leaves the details to the messages beside the fields. */
export function briefly(problem: FormProblem): FormProblem {
  if (Object.keys(problem.fields).length === 0) return problem;
  return { ...problem, message: "The webhook was not saved. Correct the marked fields." };
}

/** Renders the fields of a webhook's settings. */
export function webhookFields(fields: WebhookFields, errors: FieldErrors | undefined): Html {
  return html`${inputField({ name: "url", label: "URL", hint: "Receives each event as a POST request, such as https://example.com/webhooks", type: "url", value: fields.url, longest: 2000, isRequired: true, errors })}
${inputField({ name: "description", label: "Description", hint: "Optional, such as the purpose", value: fields.description, longest: 200, errors })}
${eventsFieldset(fields, errors)}
<fieldset>
<legend>Posts</legend>
<p>Events of posts can be limited. An empty field allows all posts. Enter one per line.</p>
${filters.map(([name, label, hint]) => textField({ name, label, hint, rows: 3, value: fields[name], errors }))}
</fieldset>`;
}

function eventsFieldset({ isNarrowed, events }: WebhookFields, errors: FieldErrors | undefined): Html {
  return scopeField({
    legend: "Events",
    name: "events",
    scopes: [["all", "All of posts, redirects and the organization"]],
    chosen: isNarrowed ? limitedScope : "all",
    items: changeEventTypes.map((type) => [type, html`${eventLabels[type]} <code>${type}</code>`]),
    checked: events,
    error: errors?.["events"],
  });
}

/**
 * Reads the form of a new webhook.
 *
 * @throws {InvalidInputError} if events are limited but none is chosen
 */
export function readNewWebhook(form: FormData): WebhookInput {
  const { url, ...rest } = readChanges(form, "Cannot create the webhook");
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  return { url, ...(Object.fromEntries(given) as Omit<WebhookInput, "url">) };
}

/**
 * Reads the form of a webhook's settings. Empty fields remove the description or a filter.
 *
 * @throws {InvalidInputError} if events are limited but none is chosen
 */
export function readChanges(form: FormData, action: string): WebhookChanges & { url: string } {
  const events = textsOf(form, "events") as ChangeEventType[];
  const isNarrowed = readScope(form, "events") === limitedScope;
  if (isNarrowed && events.length === 0) {
    const message =
      "must include at least one. Check an event, or choose all of posts, redirects and the organization";
    throw new InvalidInputError(action, [{ pointer: "/events", message }]);
  }
  return {
    url: textOf(form, "url"),
    description: optionalTextOf(form, "description") ?? null,
    events: isNarrowed ? events : null,
    sections: listOf(form, "sections"),
    tags: listOf(form, "tags"),
    languages: listOf(form, "languages"),
  };
}

function listOf(form: FormData, name: string): string[] | null {
  const lines = linesOf(textOf(form, name));
  return lines.length === 0 ? null : lines;
}
