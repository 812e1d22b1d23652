import { once } from "node:events";
import { type IncomingMessage, request as sendRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import type { PreparedAnswer } from "./http_contender.ts";
import type { Load } from "./wrk.ts";

/** Headers that servers add themselves. */
const addedByServers = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/**
 * Sends a request without `accept-encoding`, like wrk.
 *
 * @throws {Error} when the status is unexpected
 */
export async function askForAnswer(
  { url, method = "GET", headers = {}, body }: Omit<Load, "connections" | "seconds">,
  expected: number,
): Promise<PreparedAnswer> {
  const sent = sendRequest(url, { method, headers: { ...headers } }).end(body);
  const [incoming] = (await once(sent, "response")) as [IncomingMessage];
  const status = incoming.statusCode ?? 0;
  const bytes = await buffer(incoming);
  if (status !== expected) {
    throw new Error(`Cannot measure ${url}: it answered ${status}, not ${expected}\n${bytes.toString()}`);
  }
  const kept = Object.entries(incoming.headers).filter(([name]) => !addedByServers.has(name));
  return {
    status,
    headers: Object.fromEntries(kept) as Record<string, string>,
    body: bytes.toString("base64"),
  };
}
