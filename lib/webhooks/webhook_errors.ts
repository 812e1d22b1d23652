/** The host has not set the option `secret`, which encrypts the secrets of webhooks. Over HTTP: 409. */
export class WebhooksUnavailableError extends Error {
  override name = "WebhooksUnavailableError";

  constructor(action: string) {
    super(
      `${action}: the option "secret" is missing, which encrypts the secrets of webhooks. Set POSTERN_SECRET to a random text, such as the output of "openssl rand -base64 32"`,
    );
  }
}

/** The organization has as many webhooks as it can have. Over HTTP: 409. */
export class TooManyWebhooksError extends Error {
  override name = "TooManyWebhooksError";
}
