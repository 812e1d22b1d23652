/** An error response of JSON-RPC 2.0. */
export interface RpcError {
  jsonrpc: "2.0";
  /** Null if the id of the request is unknown. */
  id: string | number | null;
  error: { code: number; message: string; data?: object };
}

/** Code of JSON-RPC for an error of a server. */
export const serverError = -32_000;

/** The error of the messages after the answers that a batch can have. */
export const tooLarge: RpcError["error"] = {
  code: serverError,
  message: "The answers of the batch are too large. Send the message again, in a smaller batch",
};

/** Maximum number of messages in a batch. */
export const mostMessages = 100;

/** An `id` whose number has a fraction or an exponent. Inside of a JSON text, the quotes of such a member are escaped. */
const unusualId = /(?<!\\)("id"\s*:\s*)(-?\d+[.eE][\d.eE+-]*)/g;

/** An integer with a fraction of zeros or an exponent. */
const integerForm = /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/;

/**
 * Parses a message or a batch of JSON-RPC. The `id` of a message becomes null if JavaScript would round it. Returns undefined if the text is not
 * JSON in UTF-8.
 */
export function parseMessages(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const parsed: unknown = JSON.parse(text);
    const exact = text.replace(unusualId, withoutFraction);
    return exact === text ? parsed : withIdsOf(parsed, JSON.parse(exact));
  } catch {
    return undefined;
  }
}

/** Takes over the null ids of messages, but not those inside of their params, such as the arguments of a tool. */
function withIdsOf(parsed: unknown, exact: unknown): unknown {
  if (Array.isArray(parsed) && Array.isArray(exact)) {
    return parsed.map((message, index) => withIdsOf(message, exact[index]));
  }
  const isRounded = requestIdOf(exact) === null && typeof requestIdOf(parsed) === "number";
  return isRounded ? { ...(parsed as object), id: null } : parsed;
}

function withoutFraction(member: string, name: string, number: string): string {
  return integerForm.test(number) ? member : `${name}null`;
}

/**
 * Returns the id of a request of JSON-RPC, null if its id cannot be kept exactly, or undefined for a notification. Numbers beyond 2^53 lose
 * digits, and the protocol allows only texts and integers.
 */
export function requestIdOf(message: unknown): string | number | null | undefined {
  if (typeof message !== "object" || message === null || !("id" in message)) return undefined;
  const { id } = message;
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
}

/** True if a client has sent the result of a request. JSON-RPC allows no response to it. */
export function isResponse(message: unknown): boolean {
  if (typeof message !== "object" || message === null || "method" in message) return false;
  return "result" in message || "error" in message;
}

/** Refuses messages with one error. Notifications and responses get no response. */
export function refuseMessages(messages: readonly unknown[], error: RpcError["error"]): RpcError[] {
  return messages.flatMap((message): RpcError[] => {
    const id = requestIdOf(message);
    return id === undefined || isResponse(message) ? [] : [{ jsonrpc: "2.0", id, error }];
  });
}

/** Adds errors to the response of the Streamable HTTP transport to the other messages of a batch. */
export async function addErrors(response: Response, errors: readonly RpcError[]): Promise<Response> {
  if (errors.length === 0) return response;
  if (response.status === 400) {
    // An array has the errors of a batch without a valid message.
    const sent: unknown = await response.clone().json();
    return Array.isArray(sent)
      ? Response.json([...(sent as RpcError[]), ...errors], { status: 400 })
      : response;
  }
  const isStream = response.headers.get("content-type") === "text/event-stream";
  if (!isStream && response.status !== 202) return response;
  const events = errors.map((error) => `event: message\ndata: ${JSON.stringify(error)}\n\n`);
  const headers = { "content-type": "text/event-stream" };
  return new Response((await response.text()) + events.join(""), { headers });
}
