import { type JSONRPCMessage, parseJSONRPCMessage, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isResponse, mostMessages, parseMessages, requestIdOf, type RpcError } from "./json_rpc.ts";

/** A message or a batch, as a client has sent it. */
export interface Frame {
  isBatch: boolean;
  /** Messages that the SDK can handle. */
  messages: JSONRPCMessage[];
  /** Responses to the other messages. Invalid responses of the client get no response. */
  refusals: RpcError[];
}

/** Depth to which null members of `params` are absent: `params.arguments.limit` has 2, `params.capabilities.roots.listChanged` has 3. */
const deepestNull = 3;

const { ParseError, InvalidRequest } = ProtocolErrorCode;

/** Reads a frame of a transport: JSON in UTF-8, with or without a byte order mark. */
export function readFrame(bytes: Uint8Array): Frame {
  const parsed = parseMessages(bytes);
  if (parsed === undefined) return refusedFrame(ParseError, "The message is not JSON in UTF-8");
  const isBatch = Array.isArray(parsed);
  const sent: readonly unknown[] = isBatch ? parsed : [parsed];
  if (sent.length === 0 || sent.length > mostMessages) {
    return refusedFrame(InvalidRequest, `A batch must have 1 to ${mostMessages} messages`);
  }
  const frame: Frame = { isBatch, messages: [], refusals: [] };
  for (const message of sent) addMessage(frame, message);
  return frame;
}

/** Creates a frame that is refused as a whole. */
export function refusedFrame(code: number, message: string): Frame {
  return { isBatch: false, messages: [], refusals: [refusal(null, code, message)] };
}

function addMessage({ messages, refusals }: Frame, sent: unknown): void {
  const id = requestIdOf(sent);
  if (id === null && !isResponse(sent)) {
    refusals.push(refusal(null, InvalidRequest, "The id must be a text, or an integer of at most 2^53 - 1"));
    return;
  }
  try {
    messages.push(parseJSONRPCMessage(withoutNulls(sent)));
  } catch {
    if (isResponse(sent)) return;
    const message = 'A message must have "jsonrpc": "2.0", a method, and no params or an object of params';
    refusals.push(refusal(id ?? null, InvalidRequest, message));
  }
}

function refusal(id: RpcError["id"], code: number, message: string): RpcError {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Leaves out null members of `params`, because many clients send null for an argument without a value. */
function withoutNulls(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || !("params" in sent)) return sent;
  const { params, ...others } = sent;
  return params === null ? others : { ...others, params: withoutNullMembers(params, deepestNull) };
}

function withoutNullMembers(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNullMembers(member, depth - 1)]));
}
