/** The first run was refused. `status` is that of the response over HTTP. */
export class FirstRunRefusedError extends Error {
  override name = "FirstRunRefusedError";
  readonly status: 403 | 409 | 429;

  constructor(status: 403 | 409 | 429, reason: string) {
    super(reason);
    this.status = status;
  }
}

/** A mail was not sent: mail is not set up, the address is missing, or too many mails were sent. Over HTTP: 429. */
export class MailRefusedError extends Error {
  override name = "MailRefusedError";
}

/** The function of the option `mail` has failed (see `cause`). Over HTTP: 502. */
export class MailFailedError extends Error {
  override name = "MailFailedError";

  constructor(cause: unknown) {
    super(`Cannot send the mail: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
