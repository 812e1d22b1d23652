import { requireWellFormed } from "../../http/mod.ts";
import { addErrors } from "../../mcp/add_errors.ts";
import { mostMessages, parseMessages } from "../../mcp/parse_messages.ts";
import { requestIdOf } from "../../mcp/request_id.ts";
import type { RpcError } from "../../mcp/rpc_error.ts";
import type { ProblemError } from "../../problems/mod.ts";

/** Code of JSON-RPC for an error of a server. */
const serverError = -32_000;

/**
 * Parses the messages of a batch. Returns an empty list if the body is no batch that is answered.
 *
 * @throws {ProblemError} if a text of a message has a lone surrogate
 */
export function parseBatch(body: Uint8Array): readonly unknown[] {
  const parsed = parseMessages(body);
  requireWellFormed(new TextDecoder().decode(body), parsed);
  return Array.isArray(parsed) && parsed.length <= mostMessages ? parsed : [];
}

/** Adds the refusals of the rest of a batch to the response to its first messages. Notifications get no response. */
export async function addRefusals(
  response: Response,
  refused: readonly unknown[],
  problem: ProblemError,
): Promise<Response> {
  const data = { code: problem.code, status: problem.status, ...problem.headers };
  const error: RpcError["error"] = { code: serverError, message: problem.message, data };
  const errors = refused.flatMap((message): RpcError[] => {
    const id = requestIdOf(message);
    return id === undefined ? [] : [{ jsonrpc: "2.0", id, error }];
  });
  return addErrors(response, errors);
}
