import { UrlReader } from "../../opening/url_reader.ts";
import { given } from "../../../lib/base/given.ts";

/** The parts of a PostgreSQL URL. `pg` reads missing parts from the `PG*` variables. */
export interface PostgresAddress {
  user?: string;
  password?: string;
  /** Name or address of the host, or the directory of a Unix socket. */
  host?: string;
  port?: number;
  database?: string;
  schema?: string;
  sslmode?: string;
  /** File with the certificates of authorities, in PEM. */
  sslrootcert?: string;
  pool?: number;
  migrate?: boolean;
  readReplica?: string;
  maxReplicaLagMs?: number;
}

const form =
  "postgres://[USER[:PASSWORD]@][HOST[:PORT]]/DATABASE[?schema=NAME&sslmode=verify-full&pool=NUMBER]";
const parameters = [
  "host",
  "maxReplicaLagMs",
  "migrate",
  "pool",
  "readReplica",
  "schema",
  "sslmode",
  "sslrootcert",
];

const url = new UrlReader(
  (reason) => new RangeError(`Cannot read the PostgreSQL URL: ${reason}. Use ${form}`),
);

const pattern =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<host>\[[^\]@/?#]*\]|[^:@/?#[\]]*)(?::(?<port>\d{1,5}))?(?:\/(?<database>[^/?#]*))?(?:\?(?<query>[^#]*))?$/;

/**
 * Parses a PostgreSQL URL. The parameter `host` is the directory of a Unix socket, and the others set the options of their names.
 *
 * @throws {RangeError} when the URL is invalid; the message has the allowed form, but not the URL, which may contain a password
 */
export function parsePostgresUrl(text: string): PostgresAddress {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) throw url.unreadable("its form is unknown");
  const {
    host: place,
    pool,
    migrate,
    maxReplicaLagMs,
    ...texts
  } = url.readQuery(groups["query"] ?? "", parameters);
  const host = place ?? url.decode(groups["host"])?.replace(/^\[|\]$/g, "");
  const port = groups["port"] === undefined ? undefined : Number(groups["port"]);
  if (host?.includes(",") === true) {
    throw url.unreadable("it names several hosts. Name one: the primary, or a proxy that finds it");
  }
  if (port !== undefined && (port < 1 || port > 65_535))
    throw url.unreadable("the port must be from 1 to 65535");
  return given({
    ...texts,
    user: url.decode(groups["user"]),
    password: url.decode(groups["password"]),
    host,
    port,
    database: url.decode(groups["database"]),
    pool: toNumber(pool),
    maxReplicaLagMs: toNumber(maxReplicaLagMs),
    migrate: toFlag(migrate),
  });
}

/**
 * Returns the address of a replica. Its user, password, database and TLS settings are those of the primary unless its URL has its own.
 *
 * @throws {RangeError} when the URL is invalid, names no host, or has a parameter of the whole store
 */
export function parseReplicaUrl(text: string, primary: PostgresAddress): PostgresAddress {
  const replica = parsePostgresUrl(text);
  const refused = (["maxReplicaLagMs", "migrate", "pool", "readReplica", "schema"] as const).find(
    (name) => replica[name] !== undefined,
  );
  if (refused !== undefined) {
    throw url.unreadable(`readReplica must not have ${refused}, which belongs to the URL of the primary`);
  }
  if (replica.host === undefined) throw url.unreadable("readReplica must name a host");
  const { host: _host, port: _port, ...shared } = primary;
  return { ...shared, ...replica };
}

/** Returns NaN for a text that is not a whole number in digits. The check of the option refuses it. */
function toNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function toFlag(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== "true" && text !== "false") throw url.unreadable("migrate must be true or false");
  return text === "true";
}
