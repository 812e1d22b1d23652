import { createHash } from "node:crypto";
import type { Cluster, Redis } from "ioredis";

/** A script that Redis runs. */
export interface RedisScript {
  text: string;
  sha1: string;
}

/** Names a script by its digest, as Redis does. */
export function redisScript(text: string): RedisScript {
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}

/**
 * Runs a script by its digest. A server that does not know it (it was restarted, it took over from
 * another, its scripts were flushed) has done nothing, and is sent the text.
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
