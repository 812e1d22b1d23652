import { createHash } from "node:crypto";
import type { Cluster, Redis } from "ioredis";

export interface RedisScript {
  text: string;
  sha1: string;
}

/** Creates a script with the digest that Redis uses. */
export function redisScript(text: string): RedisScript {
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}

/**
 * Runs a script by its digest. If the server does not know it, sends the text. This happens after a restart, a failover or SCRIPT FLUSH.
 *
 * @returns the reply, with every string as a Buffer
 */
export async function runScript(
  client: Redis | Cluster,
  { text, sha1 }: RedisScript,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown[]> {
  const list = [sha1, keys.length, ...keys, ...values];
  try {
    return (await client.callBuffer("EVALSHA", list)) as unknown[];
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return (await client.callBuffer("EVAL", list.with(0, text))) as unknown[];
  }
}
