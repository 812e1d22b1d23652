import type { RootCause } from "./root_cause.ts";

/**
 * Codes of the system and of PostgreSQL for a server that does not serve yet. It or its host is starting. The name of a container is not known before
 * that.
 */
const startingCodes: ReadonlySet<string | undefined> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);

/** Texts of errors without such a code: of `pg` and `ioredis` without a response, and of PgBouncer in front of a server that is starting. */
const startingTexts =
  /^(?:timeout expired|Connection terminated|Connection is closed|All sentinels are unreachable|not connected \(|no response in time|no reply within|no connection was free)|starting up|shutting down|login has been failing|connect failed/;

/** True if a server does not serve yet, by the reason why it cannot be used. It may serve in a moment, although no operator changes anything. */
export function meansStarting({ message, code }: RootCause): boolean {
  return startingCodes.has(code) || startingTexts.test(message);
}

/** Returns the error of a driver if a store cannot be opened because its server does not serve yet. Errors of drivers set `isStarting`. */
export function startingErrorOf(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return "isStarting" in error && error.isStarting === true ? error : startingErrorOf(error.cause);
}
