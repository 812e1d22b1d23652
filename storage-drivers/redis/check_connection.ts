import type { Cluster, Redis } from "ioredis";
import { RedisConfigurationError } from "./redis_configuration_error.ts";
import { unlessForbidden } from "./server_configuration.ts";

/**
 * Checks the steps of connecting, because ioredis goes on after a refused `SELECT` or an ignored user name. Its commands would then use another
 * database. A read-only replica is allowed.
 *
 * @throws {Error} with the reply of Redis when it does not select the database
 * @throws {RedisConfigurationError} when the connection is on another database, has another user, or leads to a sentinel
 */
export async function checkConnection(client: Redis | Cluster): Promise<void> {
  await Promise.all("nodes" in client ? client.nodes("all").map(checkServer) : [checkServer(client)]);
}

async function checkServer(server: Redis): Promise<void> {
  const database = databaseOf(server);
  const { username } = server.options;
  const [, about, role] = await Promise.all([
    database === 0 ? undefined : server.select(database),
    unlessForbidden(server.call("CLIENT", "INFO")),
    unlessForbidden(server.call("ROLE")),
  ]);
  const { db, user } = fieldsOf(about);
  if (db !== undefined && db !== String(database)) {
    throw new RedisConfigurationError(`the connection is on the database ${db}, and not on ${database}`);
  }
  if (user !== undefined && username && user !== username) {
    throw new RedisConfigurationError(`the server took the user for "${user}", and not for "${username}"`);
  }
  if (Array.isArray(role) && role[0] === "sentinel") {
    throw new RedisConfigurationError(
      "this server is a sentinel, which stores no records. Use redis+sentinel://HOST:PORT/MASTER",
    );
  }
}

/** Returns the database that a connection should be on. A host's client may have selected another than that of its options. */
function databaseOf(server: Redis): number {
  const { condition } = server as unknown as { condition?: { select?: number } };
  return condition?.select ?? server.options.db ?? 0;
}

/** Reads the reply of `CLIENT INFO`: `id=3 addr=127.0.0.1:50114 db=0 user=default`. */
function fieldsOf(reply: unknown): { db?: string; user?: string } {
  const fields = typeof reply === "string" ? reply.trim().split(" ") : [];
  return Object.fromEntries(fields.map((field) => field.split("=", 2)));
}
