/** A client is unknown, or breaks a rule. The user sees the message, and the browser stays at the dashboard. */
export class ClientRefusedError extends Error {
  override name = "ClientRefusedError";
}

/** A request is refused. The client may be told, because its redirect address is its own. */
export class RequestRefusedError extends Error {
  override name = "RequestRefusedError";
  /** Address that tells the client about the refusal. The user decides if the browser goes there. */
  readonly redirect: string;

  constructor(message: string, redirect: string) {
    super(message);
    this.redirect = redirect;
  }
}
