import type { Emit } from "../base/emit.ts";
import type { EventConsumer } from "../events/mod.ts";
import { WebhookRunner } from "./delivery/webhook_runner.ts";
import type { WebhooksDeps } from "./registry/create_webhook.ts";
import { WebhookSecrets } from "./secrets/webhook_secrets.ts";
import type { WebhookHooks } from "./webhook.ts";
import { Webhooks } from "./webhooks.ts";

/** Dependencies of {@link createWebhooks}. */
export interface WebhookRoomDeps extends Omit<WebhooksDeps, "secrets" | "onAttempt"> {
  emit: Emit<WebhookHooks>;
  /** The option `secret`. */
  secret: string | readonly string[] | undefined;
  onError: (error: unknown) => void;
}

/** Creates the webhooks of an API, and the consumer of events that delivers them. */
export function createWebhooks({ emit, secret, ...given }: WebhookRoomDeps): {
  webhooks: Webhooks;
  consumer: EventConsumer;
} {
  const secrets = typeof secret === "string" ? [secret] : secret;
  const deps: WebhooksDeps = {
    ...given,
    secrets: new WebhookSecrets({ ...given, secrets }),
    onAttempt: (attempted) => void emit("webhook.attempted", attempted),
  };
  return { webhooks: new Webhooks(deps), consumer: new WebhookRunner({ ...given, ...deps }) };
}
