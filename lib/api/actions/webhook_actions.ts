import {
  type AbandonedEventPage,
  type AbandonedFilter,
  type JudgedActor,
  type ListedWebhook,
  type RollWebhookInput,
  sendsMore,
  type Webhook,
  type WebhookAddress,
  type WebhookChanges,
  type WebhookDelivery,
  type WebhookDeliveryPage,
  type WebhookDeliveryQuery,
  webhookEventTypes,
  type WebhookHealth,
  type WebhookInput,
  type WebhookPage,
  type WebhookQuery,
  type Webhooks,
  type WebhookWithSecret,
} from "../../webhooks/mod.ts";
import { mayReadEvent, permissionsOfEvent } from "../../access/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import { type AdminActor, requirePermitted, signatureOf } from "./admin_actor.ts";
import { MissingPermissionError } from "./admin_errors.ts";

/** A webhook of the organization for which the actor acts. */
export interface AdminWebhookAddress {
  actor: AdminActor;
  webhookId: string;
}

/**
 * The actions on the webhooks of an organization. They all need `webhooks:manage`. Actions that let a webhook send more, and those that
 * show its secret, also need the permissions that read its events.
 */
export class WebhookActions {
  readonly #webhooks: Webhooks;

  constructor({ webhooks }: { webhooks: Webhooks }) {
    this.#webhooks = webhooks;
  }

  /** Returns true if the host has set the option `secret`. Without it, no webhook can be created or delivered. */
  areAvailable(actor: AdminActor): boolean {
    requirePermitted(actor, "webhooks:manage");
    return this.#webhooks.isAvailable;
  }

  /** Returns a page of the webhooks of the organization without their secrets, sorted by id. */
  async list(actor: AdminActor, query: WebhookQuery = {}): Promise<WebhookPage> {
    requirePermitted(actor, "webhooks:manage");
    return this.#webhooks.list(actor.organizationSlug, query);
  }

  /** Returns the webhooks that do not deliver. Like `api.webhooks.check`. */
  async check(actor: AdminActor): Promise<WebhookHealth> {
    requirePermitted(actor, "webhooks:manage");
    return this.#webhooks.check(actor.organizationSlug);
  }

  /**
   * Returns a webhook without its secret.
   *
   * @throws {NotFoundError} if the organization has no such webhook
   */
  async get(address: AdminWebhookAddress): Promise<ListedWebhook> {
    const { organizationSlug, webhookId } = permitted(address);
    const webhook = await this.#webhooks.get({ organizationSlug, webhookId });
    if (webhook !== null) return webhook;
    throw new NotFoundError(`Cannot show the webhook: "${organizationSlug}" has no webhook "${webhookId}"`);
  }

  /**
   * Creates a webhook. Like `api.webhooks.create`.
   *
   * @throws {MissingPermissionError} if the actor may not read a type of its events
   */
  async create(actor: AdminActor, input: WebhookInput): Promise<WebhookWithSecret> {
    requirePermitted(actor, "webhooks:manage");
    return this.#webhooks.create(actor.organizationSlug, input, readerOf(actor));
  }

  /**
   * Changes a webhook. Like `api.webhooks.update`.
   *
   * @throws {MissingPermissionError} if the URL changes or more events are sent, and the actor may not read a type of the events
   */
  async update(address: AdminWebhookAddress, changes: WebhookChanges): Promise<Webhook> {
    const { judge, ...signature } = readerOf(address.actor);
    return this.#webhooks.update(permitted(address), changes, {
      ...signature,
      judge: (after, before) => {
        if (before === undefined || sendsMore(before, after)) judge(after);
      },
    });
  }

  /**
   * Replaces the secret of a webhook. Like `api.webhooks.rollSecret`.
   *
   * @throws {MissingPermissionError} if the actor may not read a type of its events
   */
  async rollSecret(address: AdminWebhookAddress, input: RollWebhookInput = {}): Promise<WebhookWithSecret> {
    return this.#webhooks.rollSecret(permitted(address), input, readerOf(address.actor));
  }

  /** Stops the deliveries of a webhook. Like `api.webhooks.pause`. */
  async pause(address: AdminWebhookAddress): Promise<Webhook> {
    return this.#webhooks.pause(permitted(address), signatureOf(address.actor));
  }

  /**
   * Continues the deliveries of a webhook. Like `api.webhooks.resume`.
   *
   * @throws {MissingPermissionError} if the actor may not read a type of its events
   */
  async resume(address: AdminWebhookAddress): Promise<Webhook> {
    return this.#webhooks.resume(permitted(address), readerOf(address.actor));
  }

  /** Deletes a webhook. Like `api.webhooks.delete`. */
  async delete(address: AdminWebhookAddress): Promise<void> {
    return this.#webhooks.delete(permitted(address), signatureOf(address.actor));
  }

  /** Sends a test event. Like `api.webhooks.test`. */
  async test(address: AdminWebhookAddress): Promise<WebhookDelivery> {
    return this.#webhooks.test(permitted(address));
  }

  /** Returns a page of the deliveries of a webhook. Like `api.webhooks.deliveries`. */
  async deliveries(
    address: AdminWebhookAddress,
    query: WebhookDeliveryQuery = {},
  ): Promise<WebhookDeliveryPage> {
    return this.#webhooks.deliveries(permitted(address), query);
  }

  /**
   * Sends the event of a delivery again. Like `api.webhooks.redeliver`.
   *
   * @throws {MissingPermissionError} if the actor may not read the type of the event
   */
  async redeliver(address: AdminWebhookAddress, deliveryId: number): Promise<WebhookDelivery> {
    return this.#webhooks.redeliver(permitted(address), deliveryId, readerOf(address.actor));
  }

  /** Returns a page of the events of a webhook that failed for good. Like `api.webhooks.abandoned`. */
  async abandoned(
    address: AdminWebhookAddress,
    query: WebhookDeliveryQuery = {},
  ): Promise<AbandonedEventPage> {
    return this.#webhooks.abandoned(permitted(address), query);
  }

  /**
   * Sends abandoned events again. Like `api.webhooks.redeliverAbandoned`.
   *
   * @throws {MissingPermissionError} if the actor may not read the type of one of the events
   */
  async redeliverAbandoned(address: AdminWebhookAddress, filter: AbandonedFilter = {}): Promise<number> {
    return this.#webhooks.redeliverAbandoned(permitted(address), filter, readerOf(address.actor));
  }
}

/** Returns the author of a change, who must be permitted to read all events that the webhook sends. */
function readerOf(actor: AdminActor): Required<Pick<JudgedActor, "judge">> & JudgedActor {
  return {
    ...signatureOf(actor),
    judge: (webhook) => {
      const refused = webhookEventTypes(webhook).find((type) => !mayReadEvent(actor.permissions, type));
      if (refused !== undefined) throw new MissingPermissionError(permissionsOfEvent(refused)[0]);
    },
  };
}

/** @throws {MissingPermissionError} if the actor may not manage webhooks */
function permitted({ actor, webhookId }: AdminWebhookAddress): WebhookAddress {
  requirePermitted(actor, "webhooks:manage");
  return { organizationSlug: actor.organizationSlug, webhookId };
}
