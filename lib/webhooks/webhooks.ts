import { auditRecord } from "../access/mod.ts";
import type { Actor } from "../base/actor.ts";
import { NotFoundError } from "../base/errors.ts";
import { announceWork } from "../events/mod.ts";
import { isEqualJson } from "../base/is_equal_json.ts";
import { withoutNulls } from "../base/input/patch_of.ts";
import { randomId } from "../base/secrets/random.ts";
import { commitCounted, eachPage } from "../store/mod.ts";
import { validate } from "../base/input/validate.ts";
import { listAbandoned, redeliverAbandoned } from "./abandoned_events.ts";
import {
  actorOf,
  createWebhook,
  type JudgeWebhook,
  toWebhook,
  type WebhooksDeps,
} from "./registry/create_webhook.ts";
import { deleteDeliveries, resetDeliveries } from "./delivery/reset_deliveries.ts";
import { toDelivery } from "./delivery/delivery_log.ts";
import { sendNow } from "./delivery/send_now.ts";
import { testMessage } from "./delivery/webhook_message.ts";
import {
  checkWebhooks,
  listWebhooks,
  readListedWebhook,
  type WebhookQuery,
  waitingOfAll,
} from "./registry/list_webhooks.ts";
import { readPage, type WebhookDeliveryQuery } from "./delivery/read_page.ts";
import { reencryptSecrets } from "./registry/reencrypt_secrets.ts";
import type {
  AbandonedEventPage,
  ListedWebhook,
  WaitingEvents,
  Webhook,
  WebhookAddress,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookHealth,
  WebhookPage,
  WebhookWithSecret,
} from "./webhook.ts";
import {
  type AbandonedFilter,
  abandonedFilter,
  type RollWebhookInput,
  rollWebhookInput,
  type WebhookChanges,
  webhookChanges,
  type WebhookInput,
} from "./webhook_input.ts";
import {
  deliveryPartition,
  type DeliveryRecord,
  logKey,
  logPrefix,
  webhookDirectory,
  webhookKind,
  webhookLocation,
  type WebhookRecord,
  wokenPrefix,
} from "./webhook_records.ts";

/** The author of a change, with an optional check of the change. */
export interface JudgedActor extends Actor {
  judge?: JudgeWebhook;
}

/**
 * Manages the webhooks of organizations: URLs that receive the organization's events.
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver(), secret: "a random text of 32 characters or more" });
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 * const { id, secret } = await api.webhooks.create("acme", {
 *   url: "https://acme.example/webhooks/postern",
 *   events: ["post.published", "post.updated"],
 * });
 * ```
 */
export class Webhooks {
  readonly #deps: WebhooksDeps;

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
  }

  /** True if the host has set the option `secret`. Without it, no webhook can be created or delivered. */
  get isAvailable(): boolean {
    return this.#deps.secrets.isAvailable;
  }

  /**
   * Creates a webhook. It receives the events from now on. Only this result and a roll contain a secret.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the organization does not exist
   * @throws {TooManyWebhooksError} if the organization has 50 webhooks
   * @throws {WebhooksUnavailableError} if the option `secret` is missing
   */
  async create(
    organizationSlug: string,
    input: WebhookInput,
    { judge, ...actor }: JudgedActor = {},
  ): Promise<WebhookWithSecret> {
    return createWebhook(this.#deps, organizationSlug, { input, actor, judge });
  }

  /**
   * Returns a page of the webhooks of an organization, sorted by id.
   *
   * @throws {RangeError} if the limit is out of range
   */
  async list(organizationSlug: string, query: WebhookQuery = {}): Promise<WebhookPage> {
    return listWebhooks(this.#deps, organizationSlug, query);
  }

  /** Lists the webhooks of an organization, sorted by id. */
  async *iterate(organizationSlug: string): AsyncGenerator<ListedWebhook> {
    const { store } = this.#deps;
    const pages = eachPage(store, (place) => this.list(organizationSlug, { limit: 100, ...place }));
    for await (const { webhooks } of pages) yield* webhooks;
  }

  /** Finds the webhooks that do not deliver, among the first 100 of an organization. */
  async check(organizationSlug: string): Promise<WebhookHealth> {
    return checkWebhooks(this.#deps, organizationSlug);
  }

  /** Returns a webhook, or null. */
  async get(address: WebhookAddress): Promise<ListedWebhook | null> {
    return readListedWebhook(this.#deps, address);
  }

  /**
   * Changes a webhook.
   *
   * @throws {InvalidInputError} if a change is invalid
   * @throws {NotFoundError} if the organization has no such webhook
   */
  async update(
    address: WebhookAddress,
    changes: WebhookChanges,
    { judge, ...actor }: JudgedActor = {},
  ): Promise<Webhook> {
    const action = "Cannot change the webhook";
    const valid = validate(webhookChanges(this.#deps.options), changes, action);
    return this.#change(address, { action, actor }, (record) => {
      const changed = withoutNulls({ ...record, ...valid });
      judge?.(changed, record);
      return changed;
    });
  }

  /**
   * Replaces the secret. Until the end of the overlap, requests have a signature of each secret.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the organization has no such webhook
   * @throws {WebhooksUnavailableError} if the option `secret` is missing
   */
  async rollSecret(
    address: WebhookAddress,
    input: RollWebhookInput = {},
    { judge, ...actor }: JudgedActor = {},
  ): Promise<WebhookWithSecret> {
    const action = "Cannot roll the secret of the webhook";
    const { overlap } = validate(rollWebhookInput, input, action);
    const { secret, sealed } = await this.#deps.secrets.create(address, action);
    const webhook = await this.#change(address, { action, actor, audited: "webhook.rolled" }, (record) => {
      judge?.(record);
      const [current] = record.secrets;
      const until = new Date(this.#deps.clock.now() + overlap).toISOString();
      const previous = current === undefined || overlap === 0 ? [] : [{ sealed: current.sealed, until }];
      return { ...record, secrets: [{ sealed }, ...previous] };
    });
    return { ...webhook, secret };
  }

  /**
   * Stops the deliveries until `resume`. Events of the last 7 days wait.
   *
   * @throws {NotFoundError} if the organization has no such webhook
   */
  async pause(address: WebhookAddress, actor: Actor = {}): Promise<Webhook> {
    const options = { action: "Cannot pause the webhook", actor, detail: "paused" };
    return this.#change(address, options, (record) =>
      record.status === "enabled" ? { ...record, status: "paused" } : record,
    );
  }

  /**
   * Continues the deliveries of a paused or disabled webhook, with the events that waited.
   *
   * @throws {NotFoundError} if the organization has no such webhook
   */
  async resume(address: WebhookAddress, { judge, ...actor }: JudgedActor = {}): Promise<Webhook> {
    const options = { action: "Cannot resume the webhook", actor, detail: "enabled" };
    const before = await this.#require(address, options.action);
    judge?.(before);
    if (before.status === "enabled") return toWebhook(before, this.#deps.clock.now());
    await resetDeliveries(this.#deps.store, address);
    const webhook = await this.#change(address, options, (record) => {
      judge?.(record);
      const { disabledReason: _reason, disabledAt: _at, ...rest } = record;
      return { ...rest, status: "enabled" };
    });
    await this.#wake(address);
    return webhook;
  }

  /**
   * Deletes a webhook with its log, and the events that wait.
   *
   * @throws {NotFoundError} if the organization has no such webhook
   */
  async delete(address: WebhookAddress, actor: Actor = {}): Promise<void> {
    const { store } = this.#deps;
    const { partition, key } = webhookLocation(address);
    const subject = address.webhookId;
    const result = await commitCounted(store, partition, webhookKind, {
      add: -1,
      checks: [{ key, exists: true }],
      deletes: [key],
      sets: [auditRecord(this.#deps, { action: "webhook.deleted", subject, ...actorOf(actor) })],
    });
    if (!result.committed) throw noWebhook("Cannot delete the webhook", address);
    await deleteDeliveries(store, address);
  }

  /**
   * Sends a `webhook.test` event once, also to a paused or disabled webhook, and returns the result.
   *
   * @throws {NotFoundError} if the organization has no such webhook
   */
  async test(address: WebhookAddress): Promise<WebhookDelivery> {
    const { clock, randomBytes } = this.#deps;
    const record = await this.#require(address, "Cannot test the webhook");
    const message = testMessage(`evt_${randomId(randomBytes)}0`, clock.now(), address.organizationSlug);
    return this.#sendNow(record, { message, trigger: "test" });
  }

  /**
   * Sends the event of an earlier delivery once, also to a paused or disabled webhook, and returns the result. It may arrive after later
   * events of the same post, key or member.
   *
   * @throws {NotFoundError} if the organization has no such webhook, or the log has no such delivery
   */
  async redeliver(
    address: WebhookAddress,
    deliveryId: number,
    { judge }: Pick<JudgedActor, "judge"> = {},
  ): Promise<WebhookDelivery> {
    const action = "Cannot deliver the event again";
    const record = await this.#require(address, action);
    const key = logKey(address.webhookId, deliveryId);
    const partition = deliveryPartition(address.organizationSlug);
    const found = await this.#deps.store.get<DeliveryRecord>({ partition, key });
    if (found === null) throw new NotFoundError(`${action}: the log has no delivery ${deliveryId}`);
    const { eventId: id, eventType: type, body, sequence } = found.data;
    if (type !== "webhook.test") judge?.({ url: record.url, events: [type] });
    const message = { id, type, body, ...(sequence === undefined ? {} : { sequence }) };
    return this.#sendNow(record, { message, trigger: "redelivery" });
  }

  /**
   * Lists the deliveries of a webhook, newest first. The log holds 30 days, and at most 1,000 attempts.
   *
   * @throws {NotFoundError} if the organization has no such webhook
   * @throws {RangeError} if an option is out of range
   */
  async deliveries(address: WebhookAddress, query: WebhookDeliveryQuery = {}): Promise<WebhookDeliveryPage> {
    const action = "Cannot list the deliveries";
    await this.#require(address, action);
    const { store } = this.#deps;
    const kind = { store, prefix: logPrefix(address.webhookId), action, toItem: toDelivery };
    const { items: deliveries, hasMore } = await readPage(kind, address, query);
    return { deliveries, next: hasMore ? (deliveries.at(-1)?.id ?? null) : null };
  }

  /**
   * Lists the events of a webhook that failed for good, newest change first. The list holds 30 days, and at most 1,000 events. A full list
   * loses its oldest events.
   *
   * @throws {NotFoundError} if the organization has no such webhook
   * @throws {RangeError} if an option is out of range
   */
  async abandoned(address: WebhookAddress, query: WebhookDeliveryQuery = {}): Promise<AbandonedEventPage> {
    const action = "Cannot list the abandoned events";
    await this.#require(address, action);
    return listAbandoned({ store: this.#deps.store, action }, address, query);
  }

  /**
   * Sends abandoned events again, once each, oldest first. They may arrive after later events of the same post, key or member. An event that
   * fails again returns to the list.
   *
   * @returns the number of events that are sent. Events that the webhook's filter leaves out stay in the list
   * @throws {InvalidInputError} if the filter is invalid
   * @throws {NotFoundError} if the organization has no such webhook
   */
  async redeliverAbandoned(
    address: WebhookAddress,
    filter: AbandonedFilter = {},
    { judge }: Pick<JudgedActor, "judge"> = {},
  ): Promise<number> {
    const action = "Cannot deliver the abandoned events again";
    const valid = validate(abandonedFilter, filter, action);
    const webhook = await this.#require(address, action);
    const count = await redeliverAbandoned(this.#deps, { webhook, filter: valid, judge, action });
    if (count > 0) await this.#wake(address);
    return count;
  }

  /**
   * Encrypts the secrets of an organization's webhooks by the first text of the option `secret`. Call it after you have put a new text
   * first. The former text can be removed then.
   *
   * @returns the number of webhooks that were changed
   */
  async reencrypt(organizationSlug: string): Promise<number> {
    return reencryptSecrets(this.#deps, organizationSlug);
  }

  /** Counts the events that wait for the webhooks of all organizations. It reads the queue of every webhook. */
  async waiting(): Promise<WaitingEvents> {
    return waitingOfAll(this.#deps.store);
  }

  /** A success shows that the receiver has recovered, so the events that wait are sent, too. */
  async #sendNow(record: WebhookRecord, sent: Parameters<typeof sendNow>[2]): Promise<WebhookDelivery> {
    const delivery = await sendNow(this.#deps, record, sent);
    if (delivery.outcome === "delivered") await this.#wake(record);
    return delivery;
  }

  /** Wakes the process with the lease, which looks at these records after each announcement. */
  async #wake({ organizationSlug: slug }: { organizationSlug: string }): Promise<void> {
    const { store } = this.#deps;
    await store.commit(webhookDirectory, { sets: [{ key: [...wokenPrefix, slug], data: { slug } }] });
    await announceWork(store);
  }

  async #require(address: WebhookAddress, action: string): Promise<WebhookRecord> {
    const found = await this.#deps.store.get<WebhookRecord>(webhookLocation(address));
    if (found === null) throw noWebhook(action, address);
    return found.data;
  }

  async #change(
    address: WebhookAddress,
    { action, actor, detail, audited = "webhook.updated" }: ChangeOptions,
    change: (record: WebhookRecord) => WebhookRecord,
  ): Promise<Webhook> {
    const { store, clock } = this.#deps;
    const location = webhookLocation(address);
    const { partition, key } = location;
    return store.writes.repeatInTurn(location, `${action}: it`, async () => {
      const found = await store.get<WebhookRecord>(location);
      if (found === null) throw noWebhook(action, address);
      const changed = change(found.data);
      if (isEqualJson(changed, found.data)) return toWebhook(found.data, clock.now());
      const data = { ...changed, updatedAt: new Date(clock.now()).toISOString() };
      const act = { action: audited, subject: data.id, ...actorOf(actor) };
      const result = await store.commit(partition, {
        checks: [{ key, version: found.version }],
        sets: [{ key, data }, auditRecord(this.#deps, detail === undefined ? act : { ...act, detail })],
      });
      return result.committed ? toWebhook(data, clock.now()) : null;
    });
  }
}

interface ChangeOptions {
  action: string;
  actor: Actor;
  /** The new status, for the audit. */
  detail?: string;
  audited?: "webhook.updated" | "webhook.rolled";
}

function noWebhook(action: string, { organizationSlug, webhookId }: WebhookAddress): NotFoundError {
  return new NotFoundError(`${action}: "${organizationSlug}" has no webhook "${webhookId}"`);
}
