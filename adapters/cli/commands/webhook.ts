import type {
  AbandonedEvent,
  ChangeEventType,
  ListedWebhook,
  WebhookDelivery,
  WebhookDeliveryQuery,
  WebhookInput,
} from "../../../lib/mod.ts";
import { type CliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printDone, printList, printRecord } from "../frame/output/output.ts";
import { organizationCommand } from "../store/store_command.ts";
import { toInteger, toList } from "../store/with_api.ts";
import { positional, text } from "../frame/arguments/argument_definition.ts";
import { webhookArguments } from "../store/webhook_arguments.ts";
import { given } from "../../../lib/base/given.ts";

const webhookId = positional("Id of the webhook");
const exampleId = "w5hkq2z7tm4ybnc3";

const filters = {
  description: text("Purpose of the webhook"),
  events: text("Types of events, separated by commas (default: events of posts and of the organization)"),
  sections: text("Sections of posts, separated by commas (default: all)"),
  tags: text("Tags of which a post needs one, separated by commas (default: all)"),
  languages: text("Languages of posts, separated by commas (default: all)"),
} as const;

type FilterFlags = { [Name in keyof typeof filters]?: string | undefined };

function filtersOf({
  description,
  events,
  sections,
  tags,
  languages,
}: FilterFlags): Omit<WebhookInput, "url"> {
  const listed = Object.entries({ sections, tags, languages }).map(([name, text]) => [
    name,
    text && toList(text),
  ]);
  return given({
    description,
    events: events === undefined ? undefined : (toList(events) as ChangeEventType[]),
    ...(Object.fromEntries(listed) as Pick<WebhookInput, "sections" | "tags" | "languages">),
  });
}

const create: CliCommand = organizationCommand({
  description: "Create a webhook; its secret is shown only once",
  settings: webhookArguments,
  args: { url: positional("URL that receives the events"), ...filters },
  examples: {
    "postern webhook create https://acme.example/api/postern --events post.published,post.updated":
      "send published and changed posts to a site",
  },
  run: async ({ api, organizationSlug, args }) => {
    await printRecord(
      await api.webhooks.create(organizationSlug, { url: args.url, ...filtersOf(args) }),
      args,
    );
    console.error("The webhook's secret is shown only here");
  },
});

const list: CliCommand = organizationCommand({
  description: "List the webhooks of the organization, without their secrets",
  settings: webhookArguments,
  examples: { "postern webhook list": "list webhooks and the state of their deliveries" },
  run: async ({ api, organizationSlug, args }) =>
    printList<ListedWebhook>(api.webhooks.iterate(organizationSlug), args, [
      { header: "ID", value: ({ id }) => id },
      { header: "URL", value: ({ url }) => url, least: 20 },
      { header: "STATUS", value: statusOf },
      { header: "WAITING", value: ({ waiting }) => waiting },
      { header: "LAST ATTEMPT", value: ({ lastAttemptAt }) => lastAttemptAt ?? "never", least: 12 },
    ]),
});

function statusOf({ status, disabledReason, failingSince }: ListedWebhook): string {
  if (status === "disabled") return `disabled (${disabledReason ?? "failing"})`;
  return failingSince === undefined ? status : `${status}, failing`;
}

const show: CliCommand = organizationCommand({
  description: "Show a webhook, without its secret",
  settings: webhookArguments,
  args: { id: webhookId },
  examples: { [`postern webhook show ${exampleId}`]: "show a webhook and its state" },
  run: async ({ api, organizationSlug, args }) => {
    const webhook = await api.webhooks.get({ organizationSlug, webhookId: args.id });
    if (webhook === null) throw new CliError(`"${organizationSlug}" has no webhook "${args.id}"`);
    await printRecord(webhook, args);
  },
});

const update: CliCommand = organizationCommand({
  description: "Change the URL or the filters of a webhook",
  settings: webhookArguments,
  args: { id: webhookId, url: text("New URL"), ...filters },
  examples: { [`postern webhook update ${exampleId} --tags release`]: "receive only posts with a tag" },
  run: async ({ api, organizationSlug, args }) => {
    const changes = { ...given({ url: args.url }), ...filtersOf(args) };
    await printRecord(await api.webhooks.update({ organizationSlug, webhookId: args.id }, changes), args);
  },
});

const roll: CliCommand = organizationCommand({
  description: "Replace the secret; both secrets sign for a while",
  settings: webhookArguments,
  args: {
    id: webhookId,
    overlap: text("How long the old secret also signs; 0 ends it immediately", "24h"),
  },
  examples: { [`postern webhook roll ${exampleId} --overlap 1h`]: "replace a secret in an hour" },
  run: async ({ api, organizationSlug, args }) => {
    const address = { organizationSlug, webhookId: args.id };
    await printRecord(await api.webhooks.rollSecret(address, { overlap: args.overlap }), args);
    console.error("The webhook's secret is shown only here");
  },
});

const pause = stateCommand("pause", "Pause a webhook; events of 7 days wait", "Paused");
const resume = stateCommand("resume", "Resume a paused or disabled webhook", "Resumed");

function stateCommand(name: "pause" | "resume", description: string, done: string): CliCommand {
  return organizationCommand({
    settings: webhookArguments,
    description,
    args: { id: webhookId },
    examples: { [`postern webhook ${name} ${exampleId}`]: `${name} a webhook` },
    run: async ({ api, organizationSlug, args }) => {
      const webhook = await api.webhooks[name]({ organizationSlug, webhookId: args.id });
      await printDone(`${done} the webhook ${webhook.id}`, webhook, args);
    },
  });
}

const remove: CliCommand = organizationCommand({
  description: "Delete a webhook and its log",
  settings: webhookArguments,
  args: { id: webhookId },
  examples: { [`postern webhook delete ${exampleId}`]: "delete a webhook" },
  run: async ({ api, organizationSlug, args }) => {
    await api.webhooks.delete({ organizationSlug, webhookId: args.id });
    await printDone(`Deleted the webhook ${args.id}`, { id: args.id }, args);
  },
});

const test: CliCommand = organizationCommand({
  description: "Send a test event, and show the response",
  settings: webhookArguments,
  args: { id: webhookId },
  examples: { [`postern webhook test ${exampleId}`]: "check that the URL responds" },
  run: async ({ api, organizationSlug, args }) =>
    printAttempt(await api.webhooks.test({ organizationSlug, webhookId: args.id }), args),
});

const redeliver: CliCommand = organizationCommand({
  description:
    "Send the event of a delivery again, and show the response. It may arrive after later events of its post, key or member",
  settings: webhookArguments,
  args: {
    id: webhookId,
    delivery: positional("Id of the delivery"),
  },
  examples: { [`postern webhook redeliver ${exampleId} 41`]: "send an event again" },
  run: async ({ api, organizationSlug, args }) => {
    const address = { organizationSlug, webhookId: args.id };
    await printAttempt(await api.webhooks.redeliver(address, toInteger("delivery", args.delivery)), args);
  },
});

/** Prints an attempt. The exit code is 1 if it failed. */
async function printAttempt(attempt: WebhookDelivery, args: { json: boolean }): Promise<void> {
  await printRecord(attempt, args);
  if (attempt.outcome !== "delivered") throw new CliError("The URL did not respond with success");
}

const deliveries: CliCommand = organizationCommand({
  description: "List the last attempts to deliver events, newest first",
  settings: webhookArguments,
  args: {
    id: webhookId,
    limit: text("Number of attempts, 1 to 100", "20"),
    before: text("Id of the last attempt of the previous page"),
  },
  examples: { [`postern webhook deliveries ${exampleId} --limit 100`]: "list 100 attempts" },
  run: async ({ api, organizationSlug, args }) => {
    const page = await api.webhooks.deliveries({ organizationSlug, webhookId: args.id }, pageOf(args));
    await printList<WebhookDelivery>(page.deliveries, args, [
      { header: "ID", value: ({ id }) => id },
      { header: "TIME", value: ({ at }) => at },
      { header: "EVENT", value: ({ eventType }) => eventType },
      { header: "ATTEMPT", value: ({ attempt }) => attempt },
      { header: "OUTCOME", value: ({ outcome }) => outcome },
      { header: "RESPONSE", value: ({ status, error }) => status ?? error ?? "", least: 8 },
    ]);
  },
});

function pageOf({ limit, before }: { limit: string; before?: string | undefined }): WebhookDeliveryQuery {
  const rest = before === undefined ? {} : { before: toInteger("before", before) };
  return { limit: toInteger("limit", limit), ...rest };
}

const abandoned: CliCommand = organizationCommand({
  description: "List the events that failed for good, newest change first",
  settings: webhookArguments,
  args: {
    id: webhookId,
    limit: text("Number of events, 1 to 100", "20"),
    before: text("Sequence number of the last event of the previous page"),
  },
  examples: {
    [`postern webhook abandoned ${exampleId}`]: "list events that are not sent again by themselves",
  },
  run: async ({ api, organizationSlug, args }) => {
    const page = await api.webhooks.abandoned({ organizationSlug, webhookId: args.id }, pageOf(args));
    await printList<AbandonedEvent>(page.events, args, [
      { header: "SEQUENCE", value: ({ sequence }) => sequence },
      { header: "TIME", value: ({ at }) => at },
      { header: "EVENT", value: ({ eventType }) => eventType },
      { header: "EVENT ID", value: ({ eventId }) => eventId },
      { header: "ABANDONED", value: ({ abandonedAt }) => abandonedAt },
      { header: "ATTEMPTS", value: ({ attempts }) => attempts },
      { header: "RESPONSE", value: ({ status, error }) => status ?? error ?? "", least: 8 },
    ]);
  },
});

const redeliverAbandoned: CliCommand = organizationCommand({
  description:
    "Send events again that failed for good, once each. They may arrive after later events of their post, key or member",
  settings: webhookArguments,
  args: {
    id: webhookId,
    ids: text("Ids of events, separated by commas (default: all)"),
    events: text("Types of events, separated by commas (default: all)"),
    since: text("Earliest time at which they were abandoned, ISO 8601"),
    until: text("Latest time at which they were abandoned, ISO 8601"),
  },
  examples: {
    [`postern webhook redeliver-abandoned ${exampleId}`]: "send all events again",
    [`postern webhook redeliver-abandoned ${exampleId} --events post.updated --since 2026-06-15T00:00:00Z`]:
      "send updated posts of some time again",
  },
  run: async ({ api, organizationSlug, args }) => {
    const { ids, events, since, until } = args;
    const filter = given({
      ids: ids === undefined ? undefined : toList(ids),
      events: events === undefined ? undefined : (toList(events) as ChangeEventType[]),
      since,
      until,
    });
    const address = { organizationSlug, webhookId: args.id };
    const redelivered = await api.webhooks.redeliverAbandoned(address, filter);
    const text = `${redelivered} events wait for the server, which sends them once each`;
    await printDone(text, { redelivered }, args);
  },
});

const reencrypt: CliCommand = organizationCommand({
  description: "Encrypt the secrets by the first text of POSTERN_SECRET",
  settings: webhookArguments,
  examples: { "POSTERN_SECRET=$NEW,$OLD postern webhook reencrypt": "finish the rotation of POSTERN_SECRET" },
  run: async ({ api, organizationSlug, args }) => {
    const changed = await api.webhooks.reencrypt(organizationSlug);
    await printDone(`Encrypted the secrets of ${changed} webhooks again`, { changed }, args);
  },
});

export const webhookCommand: CliCommand = commandGroup("URLs that receive events", {
  create,
  list,
  show,
  update,
  roll,
  test,
  deliveries,
  redeliver,
  abandoned,
  "redeliver-abandoned": redeliverAbandoned,
  pause,
  resume,
  delete: remove,
  reencrypt,
});
