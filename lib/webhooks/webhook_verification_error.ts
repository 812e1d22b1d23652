/** Reason why a request is not an authentic webhook. */
export type WebhookVerificationReason =
  | "missing-header"
  | "invalid-timestamp"
  | "expired-timestamp"
  | "invalid-signature"
  | "invalid-body"
  | "invalid-secret";

/** The request is not an authentic webhook. Respond with 400. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, detail: string) {
    super(`Cannot verify the webhook: ${detail}`);
    this.reason = reason;
  }
}
