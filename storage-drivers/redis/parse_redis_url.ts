/** The parts of a Redis URL. */
export interface RedisAddress {
  kind: "single" | "cluster" | "sentinel";
  nodes: { host: string; port: number }[];
  tls: boolean;
  username?: string;
  password?: string;
  /** Number of the database. A cluster has only 0. Default: 0. */
  database: number;
  /** Name of the master in the sentinels' configuration. */
  master?: string;
  keyPrefix?: string;
  durability?: string;
}

/** The forms that {@link parseRedisUrl} accepts. */
export const redisUrlForms: readonly string[] = [
  "redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]",
  "redis+cluster://[USER:PASSWORD@]HOST:PORT,HOST:PORT",
  "redis+sentinel://[USER:PASSWORD@]HOST:PORT,HOST:PORT/MASTER[/DATABASE]",
];

const pattern =
  /^(?<scheme>rediss?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<hosts>[^@/?]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;
const defaultPorts = { single: 6379, cluster: 6379, sentinel: 26379 };
const parameters = new Set(["keyPrefix", "durability"]);

/**
 * Parses a Redis URL. `rediss` instead of `redis` uses TLS. The parameters `keyPrefix` and `durability` set the options of these names.
 *
 * @throws {RangeError} when the URL is invalid; the message has the allowed forms, but not the URL, which may contain a password
 */
export function parseRedisUrl(url: string): RedisAddress {
  const groups = pattern.exec(url)?.groups;
  if (groups === undefined) throw unreadable("its form is unknown");
  const kind = (groups["kind"] ?? "single") as RedisAddress["kind"];
  const path = (groups["path"] ?? "").split("/").filter((part) => part !== "");
  const master = kind === "sentinel" ? path.shift() : undefined;
  const database = Number(path.shift() ?? 0);
  const nodes = (groups["hosts"] ?? "").split(",").map((host) => parseHost(host, defaultPorts[kind]));
  if (kind === "sentinel" && master === undefined) throw unreadable("the name of the master is missing");
  if (kind === "single" && nodes.length > 1) throw unreadable("several hosts need +cluster or +sentinel");
  if (kind === "cluster" && database !== 0) throw unreadable("a cluster has only the database 0");
  if (path.length > 0 || !Number.isInteger(database) || database < 0) {
    throw unreadable("the database must be a whole number from 0");
  }
  return {
    kind,
    nodes,
    database,
    tls: groups["scheme"] === "rediss",
    ...(master === undefined ? {} : { master: decodeURIComponent(master) }),
    ...(groups["user"] ? { username: decodeURIComponent(groups["user"]) } : {}),
    ...(groups["password"] ? { password: decodeURIComponent(groups["password"]) } : {}),
    ...parseQuery(groups["query"] ?? ""),
  };
}

function parseHost(text: string, defaultPort: number): { host: string; port: number } {
  const parts = /^(?:\[(?<v6>[\da-fA-F:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/.exec(text)?.groups;
  const port = Number(parts?.["port"] ?? defaultPort);
  const host = parts?.["v6"] ?? parts?.["name"];
  if (host === undefined || port < 1 || port > 65_535) throw unreadable("a host must be HOST or HOST:PORT");
  return { host, port };
}

function parseQuery(query: string): { keyPrefix?: string; durability?: string } {
  const entries = [...new URLSearchParams(query)];
  for (const [name] of entries) {
    if (!parameters.has(name)) {
      throw unreadable(`the parameter ${name} is unknown: allowed are ${[...parameters].join(" and ")}`);
    }
  }
  return Object.fromEntries(entries);
}

function unreadable(reason: string): RangeError {
  return new RangeError(`Cannot read the Redis URL: ${reason}. Use ${redisUrlForms.join(" or ")}`);
}
