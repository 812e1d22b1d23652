import { ProblemError } from "../../http/mod.ts";

/** Codes of the problem by the status of the response. */
const codes = { 403: "grant-refused", 409: "already-exists", 429: "too-many-failures" } as const;

/** An action of {@link People} was refused. */
export class PeopleRefusedError extends ProblemError {
  override name = "PeopleRefusedError";

  constructor(status: keyof typeof codes, reason: string) {
    super(codes[status], reason);
  }
}

/** The function of the option `mail` has failed (see `cause`). Over HTTP: 502. */
export class MailFailedError extends Error {
  override name = "MailFailedError";

  constructor(cause: unknown) {
    super(`Cannot send the mail: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
