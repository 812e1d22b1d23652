import { type ProblemError, requireWellFormed } from "../../../http/mod.ts";
import { addErrors, mostMessages, parseMessages, refuseMessages, serverError } from "../../mcp/json_rpc.ts";

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

/** Adds the refusals of the rest of a batch to the response to its first messages. */
export async function addRefusals(
  response: Response,
  refused: readonly unknown[],
  problem: ProblemError,
): Promise<Response> {
  const data = { code: problem.code, status: problem.status, ...problem.headers };
  return addErrors(response, refuseMessages(refused, { code: serverError, message: problem.message, data }));
}
