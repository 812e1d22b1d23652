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
  /** URL of a replica. */
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

const pattern =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<host>\[[^\]@/?#]*\]|[^:@/?#[\]]*)(?::(?<port>\d{1,5}))?(?:\/(?<database>[^/?#]*))?(?:\?(?<query>[^#]*))?$/;

/**
 * Parses a PostgreSQL URL. The parameter `host` is the directory of a Unix socket, and the others set the options of their names.
 *
 * @throws {RangeError} when the URL is invalid; the message has the allowed form, but not the URL, which may contain a password
 */
export function parsePostgresUrl(url: string): PostgresAddress {
  const groups = pattern.exec(url)?.groups;
  if (groups === undefined) throw unreadable("its form is unknown");
  const { host: place, pool, migrate, maxReplicaLagMs, ...texts } = parseQuery(groups["query"] ?? "");
  const host = place ?? decoded(groups["host"])?.replace(/^\[|\]$/g, "");
  const port = groups["port"] === undefined ? undefined : Number(groups["port"]);
  if (host?.includes(",") === true) {
    throw unreadable("it names several hosts. Name one: the primary, or a proxy that finds it");
  }
  if (port !== undefined && (port < 1 || port > 65_535)) throw unreadable("the port must be from 1 to 65535");
  return withoutUndefined({
    ...texts,
    user: decoded(groups["user"]),
    password: decoded(groups["password"]),
    host,
    port,
    database: decoded(groups["database"]),
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
export function parseReplicaUrl(url: string, primary: PostgresAddress): PostgresAddress {
  const replica = parsePostgresUrl(url);
  const refused = (["maxReplicaLagMs", "migrate", "pool", "readReplica", "schema"] as const).find(
    (name) => replica[name] !== undefined,
  );
  if (refused !== undefined) {
    throw unreadable(`readReplica must not have ${refused}, which belongs to the URL of the primary`);
  }
  if (replica.host === undefined) throw unreadable("readReplica must name a host");
  const { host: _host, port: _port, ...shared } = primary;
  return { ...shared, ...replica };
}

function parseQuery(query: string): Record<string, string> {
  const entries = [...new URLSearchParams(query)];
  for (const [name] of entries) {
    if (!parameters.includes(name)) {
      throw unreadable(`the parameter ${name.slice(0, 40)} is unknown: allowed are ${parameters.join(", ")}`);
    }
  }
  return Object.fromEntries(entries);
}

/** Returns NaN for a text that is not a number. The check of the option refuses it. */
function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function toFlag(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== "true" && text !== "false") throw unreadable("migrate must be true or false");
  return text === "true";
}

/** Returns a part of the URL without percent-encoding, or undefined if it is missing or empty. */
function decoded(part: string | undefined): string | undefined {
  if (part === undefined || part === "") return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    throw unreadable("a % must be followed by two hex digits. Write % itself as %25");
  }
}

function withoutUndefined(parts: {
  [Name in keyof PostgresAddress]: PostgresAddress[Name] | undefined;
}): PostgresAddress {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

function unreadable(reason: string): RangeError {
  return new RangeError(`Cannot read the PostgreSQL URL: ${reason}. Use ${form}`);
}
