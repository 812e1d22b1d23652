import {
  createPublicApi,
  type PublicApi,
  type PublicApiOptions,
  type WebhookDelivery,
  type WebhookInput,
  type WebhookRequest,
  type WebhookResponse,
} from "../../lib/mod.ts";
import { verifyWebhook, type WebhookEvent } from "../../lib/webhooks/verify_webhook.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";

export const secret = "a random text of at least 32 characters";
export const url = "https://site.example/hook";

/** A response of the receiver, or an error of the connection. */
export type Reply = number | Partial<WebhookResponse> | Error | Promise<number>;

/** Receives requests in place of a network. */
export class Receiver {
  readonly requests: WebhookRequest[] = [];
  /** Decides the response to a request. */
  reply: (request: WebhookRequest) => Reply = () => 204;

  send = async (request: WebhookRequest): Promise<WebhookResponse> => {
    this.requests.push(request);
    const reply = await this.reply(request);
    if (reply instanceof Error) throw reply;
    const given = typeof reply === "number" ? { status: reply } : reply;
    return { status: 204, body: new Uint8Array(), ...given };
  };

  /** Returns the requests in the order of their events. Concurrent requests arrive in any order. */
  inOrder(): WebhookRequest[] {
    return this.requests.toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
  }

  /** Returns the events of the requests since the last call, in their order, and forgets them. */
  take(): WebhookEvent[] {
    const events = this.inOrder().map(({ body }) => JSON.parse(body) as WebhookEvent);
    this.requests.length = 0;
    return events;
  }
}

/** Returns the sequence number of a request's event; 0 for a test. */
function sequenceOf({ body }: WebhookRequest): number {
  return (JSON.parse(body) as { sequence?: number }).sequence ?? 0;
}

/** An API in memory with the organization `acme`, and a receiver. */
export interface Setup {
  api: PublicApi;
  clock: ManualClock;
  receiver: Receiver;
  driver: ReturnType<typeof memoryDriver>;
  /** Publishes a post. */
  publish: (slug?: string) => Promise<void>;
  /** Advances the clock in steps, with a round of deliveries after each. */
  pass: (milliseconds: number, step?: number) => Promise<void>;
  /** Returns the last 100 deliveries of a webhook, oldest first. */
  log: (address: { organizationSlug: string; webhookId: string }) => Promise<WebhookDelivery[]>;
}

export async function setUp(options: Partial<PublicApiOptions> = {}): Promise<Setup> {
  const clock = new ManualClock();
  const receiver = new Receiver();
  const driver = memoryDriver({ clock });
  const webhooks = { send: receiver.send };
  const api = createPublicApi({ storage: driver, clock, secret, webhooks, ...options });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  return {
    api,
    clock,
    receiver,
    driver,
    publish: async (slug = "hello") => {
      await api.posts.put("acme", { slug, name: slug, html: "<p>Hi</p>" });
    },
    pass: async (milliseconds, step = milliseconds) => {
      for (let passed = 0; passed < milliseconds; passed += step) {
        clock.advance(step);
        await api.events.deliver();
      }
    },
    log: async (address) => (await api.webhooks.deliveries(address, { limit: 100 })).deliveries.toReversed(),
  };
}

/** Creates a webhook. Returns its address and its secret. */
export async function createWebhook(
  { api }: Setup,
  input: Partial<WebhookInput> = {},
): Promise<{ organizationSlug: string; webhookId: string; secret: string }> {
  const { id, secret: created } = await api.webhooks.create("acme", { url, ...input });
  return { organizationSlug: "acme", webhookId: id, secret: created };
}

/** Verifies a request as a receiver does. */
export function verify(
  { url: to, headers, body }: WebhookRequest,
  secrets: string | string[],
  now: number,
): Promise<WebhookEvent> {
  return verifyWebhook(new Request(to, { method: "POST", headers, body }), secrets, { now });
}
