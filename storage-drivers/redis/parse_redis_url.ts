import { UrlReader } from "../opening/url_reader.ts";
import { given } from "../../lib/base/given.ts";

/** The parts of a Redis URL. */
export interface RedisAddress {
  kind: "single" | "cluster" | "sentinel";
  nodes: { host: string; port: number }[];
  tls: boolean;
  username?: string;
  password?: string;
  /** Number of the database. A cluster has only 0. Default: that of the ioredis options, or 0. */
  database?: number;
  /** Name of the master in the sentinels' configuration. */
  master?: string;
  keyPrefix?: string;
  durability?: string;
}

/** The forms that {@link parseRedisUrl} accepts. */
const redisUrlForms: readonly string[] = [
  "redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]",
  "redis+cluster://[USER:PASSWORD@]HOST:PORT,HOST:PORT",
  "redis+sentinel://[USER:PASSWORD@]HOST:PORT,HOST:PORT/MASTER[/DATABASE]",
];

const pattern =
  /^(?<scheme>rediss?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<hosts>[^@/?]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;
const defaultPorts = { single: 6379, cluster: 6379, sentinel: 26379 };
const parameters = ["keyPrefix", "durability"];
/** A whole number as Redis reads it: without a sign, an exponent or leading zeros. */
const databasePattern = /^(?:0|[1-9]\d{0,8})$/;

const url = new UrlReader(
  (reason) => new RangeError(`Cannot read the Redis URL: ${reason}. Use ${redisUrlForms.join(" or ")}`),
);

/**
 * Parses a Redis URL. `rediss` instead of `redis` uses TLS. The parameters `keyPrefix` and `durability` set the options of these names.
 *
 * @throws {RangeError} when the URL is invalid; the message has the allowed forms, but not the URL, which may contain a password
 */
export function parseRedisUrl(text: string): RedisAddress {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) throw url.unreadable("its form is unknown");
  const kind = (groups["kind"] ?? "single") as RedisAddress["kind"];
  const path = (groups["path"] ?? "").split("/").filter((part) => part !== "");
  const master = kind === "sentinel" ? path.shift() : undefined;
  const database = path.shift();
  const nodes = (groups["hosts"] ?? "").split(",").map((host) => parseHost(host, defaultPorts[kind]));
  if (kind === "sentinel" && master === undefined) throw url.unreadable("the name of the master is missing");
  if (kind === "single" && nodes.length > 1) throw url.unreadable("several hosts need +cluster or +sentinel");
  if (path.length > 0 || (database !== undefined && !databasePattern.test(database))) {
    throw url.unreadable("the database must be a whole number from 0, in digits");
  }
  if (kind === "cluster" && Number(database ?? 0) !== 0)
    throw url.unreadable("a cluster has only the database 0");
  return {
    kind,
    nodes,
    tls: groups["scheme"] === "rediss",
    ...given({
      database: database === undefined ? undefined : Number(database),
      master: master === undefined ? undefined : (url.decode(master) ?? ""),
      username: url.decode(groups["user"]),
      password: url.decode(groups["password"]),
    }),
    ...url.readQuery(groups["query"] ?? "", parameters),
  };
}

function parseHost(text: string, defaultPort: number): { host: string; port: number } {
  const parts = /^(?:\[(?<v6>[\da-fA-F:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/.exec(text)?.groups;
  const port = Number(parts?.["port"] ?? defaultPort);
  const host = parts?.["v6"] ?? parts?.["name"];
  if (host === undefined || port < 1 || port > 65_535)
    throw url.unreadable("a host must be HOST or HOST:PORT");
  return { host, port };
}
