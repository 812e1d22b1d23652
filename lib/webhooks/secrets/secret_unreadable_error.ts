/** A stored secret cannot be decrypted, because the option `secret` has changed. */
export class SecretUnreadableError extends Error {
  override name = "SecretUnreadableError";

  constructor() {
    super(
      'Cannot decrypt the secret of the webhook: no text of the option "secret" (POSTERN_SECRET) encrypted it. Add the former text, or roll the secret',
    );
  }
}
