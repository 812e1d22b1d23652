/** An idempotency key was reused with a different body. */
export class IdempotencyKeyReusedError extends Error {
  override name = "IdempotencyKeyReusedError";
}
