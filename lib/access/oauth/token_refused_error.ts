/** A code or a token is refused. `code` is that of RFC 6749, section 5.2, or of RFC 8707. */
export class TokenRefusedError extends Error {
  override name = "TokenRefusedError";
  readonly code: "invalid_grant" | "invalid_target";
  /** True if the client has proven no secret, so that it may be guessing. */
  readonly isGuess: boolean;

  constructor(
    reason: string,
    { code = "invalid_grant", isGuess = false }: { code?: TokenRefusedError["code"]; isGuess?: boolean } = {},
  ) {
    super(reason);
    this.code = code;
    this.isGuess = isGuess;
  }
}
