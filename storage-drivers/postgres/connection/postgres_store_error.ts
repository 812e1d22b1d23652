import { meansStarting } from "../../opening/starting_server.ts";
import { rootCauseOf } from "../../opening/root_cause.ts";

/** Reasons for operators, by PostgreSQL's error code or the system's. */
const reasons: Readonly<Record<string, string>> = {
  "22021": "a text has a character that the database cannot store",
  "25006": "the server is read-only, such as a standby",
  "28000": "the server refuses this user",
  "28P01": "the user name or the password is wrong",
  "3D000": "the database does not exist",
  "42501": "the role lacks a right",
  "53100": "the server's disk is full",
  "53200": "the server is out of memory",
  "53300": "the server has no free connection (max_connections)",
  "55P03": "a record stayed locked by another transaction",
  "54000": "the change is larger than the server takes",
  "57014": "the server canceled the statement",
  "57P01": "the server is shutting down, or closed the connection",
  "57P03": "the server is starting, stopping or recovering",
  ECONNREFUSED: "no server listens there",
  ENOENT: "no server listens on the socket",
};

/**
 * Classes of `SQLSTATE` after which a repetition fails, too: unknown features, invalid data and constraints, users, databases, rights and names,
 * a full disk, limits.
 */
const refusedCodes = /^(?:0A|22|23|28|3D|3F|42|53100|54)/;

/** PostgreSQL did not respond, or responded with an error (see `cause`). A write may have succeeded. */
export class PostgresStoreError extends Error {
  override name = "PostgresStoreError";
  /** Code of PostgreSQL (`SQLSTATE`) or of the system, if there is one. */
  readonly code: string | undefined;
  /** True if the server refuses the operation, and would refuse it again. */
  readonly isRefusal: boolean;
  /** True if the server does not serve yet. */
  readonly isStarting: boolean;

  constructor(cause: unknown) {
    const code = codeOf(cause);
    const root = rootCauseOf(cause);
    const message = messageOf(cause);
    const known = code === undefined ? undefined : reasons[code];
    super(`Cannot use PostgreSQL: ${known === undefined ? message : `${known} (${message})`}`, { cause });
    this.code = code;
    this.isRefusal = refusedCodes.test(root.code ?? "");
    this.isStarting = meansStarting(root);
  }
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

/** Node's error for a host with several addresses has no message, but the errors of all addresses. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(messageOf).join(", ");
  return cause instanceof Error ? cause.message : String(cause);
}
