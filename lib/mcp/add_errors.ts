import type { RpcError } from "./rpc_error.ts";

/** Adds errors to the response of the Streamable HTTP transport to the other messages of a batch. */
export async function addErrors(response: Response, errors: readonly RpcError[]): Promise<Response> {
  const isStream = response.headers.get("content-type") === "text/event-stream";
  if (errors.length === 0 || (!isStream && response.status !== 202)) return response;
  const events = errors.map((error) => `event: message\ndata: ${JSON.stringify(error)}\n\n`);
  const headers = { "content-type": "text/event-stream" };
  return new Response((await response.text()) + events.join(""), { headers });
}
