import { auditRecord } from "../../access/mod.ts";
import type { Actor } from "../../base/actor.ts";
import type { Awaitable } from "../../base/awaitable.ts";
import { noOrganization } from "../../base/errors.ts";
import type { EventLog, Outbox } from "../../events/mod.ts";
import { type RandomBytes, randomId } from "../../base/secrets/random.ts";
import { collectRecords, commitCounted, type KeyPart, type Store } from "../../store/mod.ts";
import { validate } from "../../base/input/validate.ts";
import type { AttemptDeps } from "../delivery/attempt.ts";
import type { Webhook, WebhookWithSecret } from "../webhook.ts";
import { TooManyWebhooksError } from "../webhook_errors.ts";
import { type WebhookInput, webhookInput } from "../webhook_input.ts";
import {
  deliveryPartition,
  mostWebhooks,
  stateKey,
  webhookDirectory,
  webhookKind,
  webhookLocation,
  webhookPrefix,
  type WebhookRecord,
  type WebhookState,
} from "../webhook_records.ts";
import { isLive } from "../secrets/webhook_secrets.ts";

/** Dependencies of the management of webhooks. */
export interface WebhooksDeps extends AttemptDeps {
  store: Store;
  randomBytes: RandomBytes;
  /** Key of the record that an existing organization has. Undefined if the host keeps the organizations. */
  organizationKey: readonly KeyPart[] | undefined;
  findOrganization: (slug: string) => Awaitable<object | null>;
  outbox: Outbox;
  log: EventLog;
}

/** Throws to refuse a change. `after` has the URL and the events that will be sent, `before` those of the unchanged webhook. */
export type JudgeWebhook = (after: WebhookInput, before?: WebhookInput) => void;

const action = "Cannot create the webhook";

/** Creates a webhook, which receives the events after this call. */
export async function createWebhook(
  deps: WebhooksDeps,
  organizationSlug: string,
  { input, actor, judge }: { input: WebhookInput; actor: Actor; judge: JudgeWebhook | undefined },
): Promise<WebhookWithSecret> {
  const { store, clock, randomBytes, secrets, options, findOrganization, organizationKey } = deps;
  const valid = validate(webhookInput(options), input, action);
  judge?.(valid);
  if ((await findOrganization(organizationSlug)) === null) throw noOrganization(action, organizationSlug);
  const id = randomId(randomBytes);
  const address = { organizationSlug, webhookId: id };
  const { secret, sealed } = await secrets.create(address, action);
  const now = new Date(clock.now()).toISOString();
  const webhook: Webhook = {
    id,
    organizationSlug,
    ...valid,
    status: "enabled",
    createdAt: now,
    updatedAt: now,
  };
  await writeState(deps, webhook);
  const record: WebhookRecord = { ...webhook, secrets: [{ sealed }] };
  const { partition, key } = webhookLocation(address);
  const act = { action: "webhook.created", subject: id, ...actorOf(actor) } as const;
  const result = await commitCounted(store, partition, webhookKind, {
    add: 1,
    checks: organizationKey === undefined ? [] : [{ key: organizationKey, exists: true }],
    sets: [{ key, data: record }, auditRecord(deps, act)],
  });
  if (result.committed) return { ...webhook, secret };
  await store.commit(deliveryPartition(organizationSlug), { deletes: [stateKey(id)] });
  if (result.failedChecks.length > 0) throw noOrganization(action, organizationSlug);
  throw new TooManyWebhooksError(`${action}: an organization can have ${mostWebhooks} webhooks`);
}

/** Writes the records that a webhook needs. The webhook is written last, so a crash in between leaves only records that nothing reads. */
async function writeState(
  { store, outbox, log }: WebhooksDeps,
  { id, organizationSlug }: Webhook,
): Promise<void> {
  await listWebhookOrganization(store, organizationSlug);
  // Events of earlier commits may still be in the outbox. A new webhook does not receive them.
  await outbox.drain(organizationSlug);
  const state: WebhookState = { position: await log.last(organizationSlug), lastDelivery: 0 };
  await store.commit(deliveryPartition(organizationSlug), { sets: [{ key: stateKey(id), data: state }] });
}

/** Lists an organization among those with webhooks. */
export async function listWebhookOrganization(store: Store, organizationSlug: string): Promise<void> {
  const listed = { key: ["listed", organizationSlug], data: { slug: organizationSlug } };
  await store.commit(webhookDirectory, { sets: [listed] });
}

/** Returns the webhooks of an organization, sorted by id. */
export async function readWebhooks(store: Store, organizationSlug: string): Promise<WebhookRecord[]> {
  const options = { prefix: webhookPrefix };
  return collectRecords<WebhookRecord, WebhookRecord>(store, ["org", organizationSlug], options, (page) =>
    page.map(({ data }) => data),
  );
}

/** Returns a webhook without its secrets. */
export function toWebhook({ secrets, ...webhook }: WebhookRecord, now: number): Webhook {
  const previous = secrets.find((secret) => secret.until !== undefined && isLive(secret, now));
  return previous?.until === undefined ? webhook : { ...webhook, previousSecretUntil: previous.until };
}

/** Returns the actor in the form of the audit. */
export function actorOf({ by, via }: Actor): { by: string | undefined; via: string | undefined } {
  return { by, via };
}
