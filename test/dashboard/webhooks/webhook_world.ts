import type { ListedWebhook, WebhookInput } from "../../../lib/mod.ts";
import { Receiver } from "../../webhooks/_receiver.ts";
import {
  type DashboardWorld,
  openDashboardWorld,
  type SentFields,
  type SignedIn,
  signInAs,
} from "../dashboard_world.ts";

export const section = "/o/acme/settings/webhooks";

/** The response to a form, and the page that follows its redirect. */
export interface Shown {
  status: number;
  /** Path and query of the redirect. */
  location: string | undefined;
  text: string;
}

/** The dashboard of "acme", an admin's session, and the receiver of the webhooks. */
export class WebhookWorld {
  readonly world: DashboardWorld;
  readonly receiver: Receiver;
  readonly admin: SignedIn;

  private constructor(parts: Pick<WebhookWorld, "world" | "receiver" | "admin">) {
    this.world = parts.world;
    this.receiver = parts.receiver;
    this.admin = parts.admin;
  }

  static async open(options: Parameters<typeof openDashboardWorld>[1] = {}): Promise<WebhookWorld> {
    const receiver = new Receiver();
    // The session outlives the days after which a failing webhook is disabled.
    const sessions = { idleSeconds: 7 * 24 * 60 * 60 };
    const world = await openDashboardWorld({}, { webhooks: { send: receiver.send }, sessions, ...options });
    receiver.requests.length = 0;
    return new WebhookWorld({ world, receiver, admin: await signInAs(world, "admin") });
  }

  /** Creates a webhook, and returns its id and the path of its page. */
  async create(input: Partial<WebhookInput> = {}): Promise<{ id: string; path: string }> {
    const { id } = await this.world.api.webhooks.create("acme", {
      url: "https://site.example/hook",
      ...input,
    });
    return { id, path: `${section}/${id}` };
  }

  async get(webhookId: string): Promise<ListedWebhook | null> {
    return this.world.api.webhooks.get({ organizationSlug: "acme", webhookId });
  }

  /** Returns the text of a page. */
  async page(path: string, visitor: SignedIn = this.admin): Promise<string> {
    return visitor.page(path);
  }

  /** Sends a form, and follows the redirect. */
  async send(path: string, fields: SentFields = {}): Promise<Shown> {
    const response = await this.admin.send(path, { "form-id": crypto.randomUUID(), ...fields });
    const location = response.headers.get("location")?.replace("/dashboard", "");
    const text = location === undefined ? await response.text() : await this.page(location);
    return { status: response.status, location, text };
  }

  /** Creates a webhook, and lets its receiver respond until the webhook is disabled. */
  async disable(status: 410 | 500): Promise<{ id: string; path: string }> {
    const webhook = await this.create();
    const { api, world } = this.world;
    this.receiver.reply = ({ url }) => (url === "https://site.example/hook" ? status : 204);
    await api.posts.create("acme", { name: "Disabled" });
    for (let hours = 0; hours <= 80; hours++) {
      await api.events.deliver();
      if ((await this.get(webhook.id))?.status === "disabled") return webhook;
      world.clock.advance(60 * 60 * 1000);
    }
    throw new Error("The webhook was not disabled");
  }
}
