import { requireWellFormed } from "../../http/mod.ts";
import type { ProblemError } from "../../problems/mod.ts";

/** Code of JSON-RPC for an error of a server. */
const serverError = -32_000;

/** Maximum number of messages in a batch. The SDK refuses longer batches as a whole. */
const mostMessages = 100;

/**
 * Parses the messages of a batch. Returns an empty list if the body is no batch that is answered.
 *
 * @throws {ProblemError} if a text of a message has a lone surrogate
 */
export function parseBatch(body: Uint8Array): readonly unknown[] {
  const text = new TextDecoder().decode(body);
  const parsed = parse(text);
  requireWellFormed(text, parsed);
  return Array.isArray(parsed) && parsed.length <= mostMessages ? parsed : [];
}

/** Returns undefined for malformed JSON, which the transport reports. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Adds the refusals of the rest of a batch to the response to its first messages. Notifications get no response. */
export async function addRefusals(
  response: Response,
  refused: readonly unknown[],
  problem: ProblemError,
): Promise<Response> {
  const isStream = response.headers.get("content-type") === "text/event-stream";
  if (!isStream && response.status !== 202) return response;
  const data = { code: problem.code, status: problem.status, ...problem.headers };
  const error = { code: serverError, message: problem.message, data };
  const events = refused
    .flatMap((message) => idOf(message) ?? [])
    .map((id) => `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, error })}\n\n`);
  if (events.length === 0) return response;
  const headers = { "content-type": "text/event-stream" };
  return new Response((await response.text()) + events.join(""), { headers });
}

/** Returns the id of a request, or undefined for a notification or an invalid message. */
function idOf(message: unknown): string | number | undefined {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
