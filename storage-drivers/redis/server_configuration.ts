import type { Redis } from "ioredis";
import type { Durability } from "../../lib/store/mod.ts";

/** What a server says of its memory and its disk. Undefined where it does not say. */
export interface ServerConfiguration {
  /** The policy by which it drops records to make room; `noeviction` where its memory has no limit. */
  evictionPolicy: string | undefined;
  /** Whether it has an append-only file. */
  appendOnly: boolean | undefined;
  /** When it flushes the append-only file: `always`, `everysec` or `no`. */
  appendFsync: string | undefined;
  /** When it takes snapshots; empty for never. */
  save: string | undefined;
}

/** Reads the configuration of a server. Managed servers forbid `CONFIG`; what `INFO` says is known then. */
export async function readServerConfiguration(server: Redis): Promise<ServerConfiguration> {
  const [memory, persistence, append, save] = await Promise.all([
    unlessForbidden(server.info("memory")),
    unlessForbidden(server.info("persistence")),
    unlessForbidden(server.config("GET", "append*")),
    unlessForbidden(server.config("GET", "save")),
  ]);
  const settings = settingsOf([...listOf(append), ...listOf(save)]);
  const aof = settings.get("appendonly") ?? fieldOf(persistence, "aof_enabled");
  return {
    evictionPolicy: evictionPolicyOf(memory),
    appendOnly: aof === undefined ? undefined : aof === "yes" || aof === "1",
    appendFsync: settings.get("appendfsync"),
    save: settings.get("save"),
  };
}

/**
 * Returns why a server must not be used, and what to do about it. Undefined where it can be used.
 *
 * @param durability what the operator says that an acknowledged commit survives
 */
export function refusalOf(
  { evictionPolicy, appendOnly, appendFsync }: ServerConfiguration,
  durability: Durability,
): string | undefined {
  // A server that drops records to make room would drop counters, and with them the quota.
  if (evictionPolicy?.startsWith("allkeys")) {
    return `its maxmemory-policy is ${evictionPolicy}, and must be noeviction`;
  }
  if (durability === "none") return undefined;
  const remedy = `in redis.conf and by redis-cli CONFIG SET, or leave durability=${durability} out`;
  if (appendOnly === false) {
    return `the setting says durability=${durability}, and the server has no append-only file: set "appendonly yes" ${remedy}`;
  }
  if (appendFsync === undefined || appendFsync === "always") return undefined;
  if (durability === "process-crash") return undefined;
  return `the setting says durability=${durability}, and the server's appendfsync is ${appendFsync}: set "appendfsync always" ${remedy}`;
}

/** Whether a server loses everything when it ends. */
export function keepsNothing({ appendOnly, save }: ServerConfiguration): boolean {
  return appendOnly === false && save === "";
}

async function unlessForbidden<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await reply;
  } catch {
    return undefined;
  }
}

function evictionPolicyOf(report: string | undefined): string | undefined {
  return fieldOf(report, "maxmemory") === "0" ? "noeviction" : fieldOf(report, "maxmemory_policy");
}

function fieldOf(report: string | undefined, name: string): string | undefined {
  const line = report?.split(/\r?\n/).find((text) => text.startsWith(`${name}:`));
  return line?.slice(name.length + 1);
}

function listOf(reply: unknown): unknown[] {
  return Array.isArray(reply) ? reply : [];
}

/** Names and values follow each other. */
function settingsOf(list: readonly unknown[]): Map<string, string> {
  const settings = new Map<string, string>();
  for (let index = 0; index + 1 < list.length; index += 2) {
    settings.set(String(list[index]), String(list[index + 1]));
  }
  return settings;
}
