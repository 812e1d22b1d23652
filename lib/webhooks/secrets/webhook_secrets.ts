import type { Clock } from "../../base/time/clock.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import { createWebhookSecret } from "./sign_webhook.ts";
import { SecretBox } from "./secret_box.ts";
import type { WebhookAddress } from "../webhook.ts";
import { WebhooksUnavailableError } from "../webhook_errors.ts";
import type { SealedSecret, WebhookRecord } from "../webhook_records.ts";

/** Dependencies of {@link WebhookSecrets}. */
export interface WebhookSecretsDeps {
  clock: Clock;
  randomBytes: RandomBytes;
  /** Texts of the option `secret`: the first encrypts, all decrypt. Undefined without the option. */
  secrets: readonly string[] | undefined;
}

/** Creates, encrypts and decrypts the secrets of webhooks. */
export class WebhookSecrets {
  readonly #deps: WebhookSecretsDeps;
  readonly #box: SecretBox | undefined;

  constructor(deps: WebhookSecretsDeps) {
    this.#deps = deps;
    this.#box = deps.secrets && new SecretBox(deps.secrets, deps.randomBytes);
  }

  /** True if the host has set the option `secret`. */
  get isAvailable(): boolean {
    return this.#box !== undefined;
  }

  /**
   * Creates a secret, and its encrypted form.
   *
   * @throws {WebhooksUnavailableError} if the host has not set the option `secret`
   */
  async create(address: WebhookAddress, action: string): Promise<{ secret: string; sealed: string }> {
    const box = this.#requireBox(action);
    const secret = createWebhookSecret(this.#deps.randomBytes);
    return { secret, sealed: await box.seal(secret, contextOf(address)) };
  }

  /**
   * Returns the secrets that sign now: the current secret, and the previous secret during a roll.
   *
   * @throws {SecretUnreadableError} if the current secret cannot be decrypted
   * @throws {WebhooksUnavailableError} if the host has not set the option `secret`
   */
  async current(webhook: WebhookRecord): Promise<string[]> {
    const box = this.#requireBox("Cannot sign the webhook");
    const now = this.#deps.clock.now();
    const live = webhook.secrets.filter((secret) => isLive(secret, now));
    return Promise.all(live.map(({ sealed }) => box.open(sealed, contextOf(addressOf(webhook)))));
  }

  /** Encrypts the secrets again by the first text. Returns undefined if it encrypted all already. */
  async reseal(webhook: WebhookRecord): Promise<SealedSecret[] | undefined> {
    const box = this.#requireBox("Cannot encrypt the secrets of webhooks");
    const context = contextOf(addressOf(webhook));
    const areCurrent = await Promise.all(webhook.secrets.map(({ sealed }) => box.isCurrent(sealed)));
    if (areCurrent.every(Boolean)) return undefined;
    return Promise.all(
      webhook.secrets.map(async (secret) => {
        const text = await box.open(secret.sealed, context);
        return { ...secret, sealed: await box.seal(text, context) };
      }),
    );
  }

  #requireBox(action: string): SecretBox {
    if (this.#box === undefined) throw new WebhooksUnavailableError(action);
    return this.#box;
  }
}

/** Returns true until the end of a roll's overlap. */
export function isLive({ until }: SealedSecret, now: number): boolean {
  return until === undefined || Date.parse(until) > now;
}

function addressOf({ organizationSlug, id }: WebhookRecord): WebhookAddress {
  return { organizationSlug, webhookId: id };
}

/** Place of a secret. A secret that is copied to a different webhook cannot be decrypted there. */
function contextOf({ organizationSlug, webhookId }: WebhookAddress): string {
  return `${organizationSlug}/${webhookId}`;
}
