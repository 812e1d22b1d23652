import type { Redis } from "ioredis";
import type { Durability } from "../../lib/store/mod.ts";

/** A server's settings for memory and disk. Undefined fields are unknown. */
export interface ServerConfiguration {
  /** Policy for removing records when the memory is full; `noeviction` if the memory has no limit. */
  evictionPolicy: string | undefined;
  /** True if it has an append-only file. */
  appendOnly: boolean | undefined;
  /** Flush policy of the append-only file: `always`, `everysec` or `no`. */
  appendFsync: string | undefined;
  /** Schedule of snapshots; empty without snapshots. */
  save: string | undefined;
  /** Maximum number of bytes of a text that a command sends. */
  longestText: number | undefined;
}

/** Reads the configuration of a server. Managed servers forbid `CONFIG`, so `INFO` is the fallback. */
export async function readServerConfiguration(server: Redis): Promise<ServerConfiguration> {
  const [memory, persistence, append, save, longest] = await Promise.all([
    unlessForbidden(server.info("memory")),
    unlessForbidden(server.info("persistence")),
    unlessForbidden(server.config("GET", "append*")),
    unlessForbidden(server.config("GET", "save")),
    unlessForbidden(server.config("GET", "proto-max-bulk-len")),
  ]);
  const settings = settingsOf([...listOf(append), ...listOf(save), ...listOf(longest)]);
  const longestText = settings.get("proto-max-bulk-len");
  const aof = settings.get("appendonly") ?? fieldOf(persistence, "aof_enabled");
  return {
    evictionPolicy: evictionPolicyOf(memory),
    appendOnly: aof === undefined ? undefined : aof === "yes" || aof === "1",
    appendFsync: settings.get("appendfsync"),
    save: settings.get("save"),
    longestText: longestText === undefined ? undefined : Number(longestText),
  };
}

/**
 * Returns the reason why a server must not be used, with a remedy, or undefined if it can be used.
 *
 * @param durability the failures that an acknowledged commit must survive, from the operator's setting
 */
export function refusalOf(
  { evictionPolicy, appendOnly, appendFsync }: ServerConfiguration,
  durability: Durability,
): string | undefined {
  // If a server evicts records, it also evicts counters, and quotas are lost.
  if (evictionPolicy?.startsWith("allkeys")) {
    return `its maxmemory-policy is ${evictionPolicy}, and must be noeviction`;
  }
  if (durability === "none") return undefined;
  const remedy = `in redis.conf and with redis-cli CONFIG SET, or remove durability=${durability}`;
  if (appendOnly === false) {
    return `the setting says durability=${durability}, but the server has no append-only file. Set "appendonly yes" ${remedy}`;
  }
  if (appendFsync === undefined || appendFsync === "always") return undefined;
  if (durability === "process-crash") return undefined;
  return `the setting says durability=${durability}, but the server's appendfsync is ${appendFsync}. Set "appendfsync always" ${remedy}`;
}

/** True if a server loses all data when it stops. */
export function keepsNothing({ appendOnly, save }: ServerConfiguration): boolean {
  return appendOnly === false && save === "";
}

/** Returns a reply, or undefined if the server forbids or does not know the command, as managed servers and other engines do. */
export async function unlessForbidden<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
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

/** Reads a list of alternating names and values. */
function settingsOf(list: readonly unknown[]): Map<string, string> {
  const settings = new Map<string, string>();
  for (let index = 0; index + 1 < list.length; index += 2) {
    settings.set(String(list[index]), String(list[index + 1]));
  }
  return settings;
}
