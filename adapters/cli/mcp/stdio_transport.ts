import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { mostMessages, tooLarge, type Frame, readFrame, refusedFrame } from "../../../lib/api/mod.ts";
import { linesOf, longestLine } from "./lines_of.ts";

/** The response to a frame. A batch has one response with the results of all its requests. */
interface Reply {
  isBatch: boolean;
  answers: string[];
  /** Number of characters of the answers. */
  length: number;
  /** Number of requests without a result. */
  pending: number;
}

/**
 * The stdio transport of the Model Context Protocol. The SDK's transport drops pending requests at the end of the input, and does not respond to
 * malformed messages and to batches.
 */
export class StdioTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  /** Resolves when all requests of an ended input have their results, or nobody reads the output. */
  readonly finished: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #mostLength: number;
  /** Replies of the pending requests by id. Clients may use an id twice. */
  readonly #replies = new Map<RequestId, Reply[]>();
  #writes = 0;
  #hasEnded = false;
  #finish: () => void = () => undefined;

  /** @param mostLength number of characters of the answers to a batch, after which its other large answers are errors */
  constructor(input: Readable, output: Writable, mostLength: number) {
    this.#input = input;
    this.#output = output;
    this.#mostLength = mostLength;
    this.finished = new Promise((resolve) => (this.#finish = resolve));
  }

  async start(): Promise<void> {
    this.#output.on("error", (error) => {
      this.onerror?.(error);
      this.#finish();
    });
    void this.#read();
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const id = "id" in message && !("method" in message) ? message.id : undefined;
    const reply = id === undefined ? undefined : this.#take(id);
    if (reply === undefined) return this.#write(JSON.stringify(message));
    const answer = JSON.stringify(message);
    // Small answers stay, because a tool that writes must not be called again.
    const isTooLarge =
      reply.isBatch && reply.length >= this.#mostLength && answer.length > this.#mostLength / mostMessages;
    reply.answers.push(isTooLarge ? JSON.stringify({ jsonrpc: "2.0", id, error: tooLarge }) : answer);
    if (!isTooLarge) reply.length += answer.length;
    await this.#settle(reply);
  }

  async close(): Promise<void> {
    this.#input.destroy();
    this.#finish();
    this.onclose?.();
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.#input)) this.#receive(frameOf(line));
    } catch (error) {
      this.onerror?.(error as Error);
    }
    this.#hasEnded = true;
    this.#finishIfIdle();
  }

  #receive({ isBatch, messages, refusals }: Frame): void {
    const reply: Reply = {
      isBatch,
      answers: refusals.map((refusal) => JSON.stringify(refusal)),
      length: 0,
      pending: 0,
    };
    for (const message of messages) {
      if (!isJSONRPCRequest(message)) continue;
      reply.pending++;
      this.#replies.set(message.id, [...(this.#replies.get(message.id) ?? []), reply]);
    }
    if (reply.pending === 0) void this.#writeReply(reply);
    for (const message of messages) {
      this.onmessage?.(message);
      this.#forgetCanceled(message);
    }
  }

  /** A canceled request gets no response, so nothing waits for it. */
  #forgetCanceled(message: JSONRPCMessage): void {
    if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return;
    const id = message.params?.["requestId"];
    if (typeof id !== "string" && typeof id !== "number") return;
    const reply = this.#take(id);
    if (reply !== undefined) void this.#settle(reply);
  }

  /** Removes the oldest reply that waits for a request. */
  #take(id: RequestId): Reply | undefined {
    const [reply, ...others] = this.#replies.get(id) ?? [];
    if (others.length === 0) this.#replies.delete(id);
    else this.#replies.set(id, others);
    return reply;
  }

  async #settle(reply: Reply): Promise<void> {
    reply.pending--;
    if (reply.pending === 0) await this.#writeReply(reply);
  }

  async #writeReply({ isBatch, answers }: Reply): Promise<void> {
    const [answer] = answers;
    if (answer === undefined) this.#finishIfIdle();
    else await this.#write(isBatch ? `[${answers.join(",")}]` : answer);
  }

  async #write(message: string): Promise<void> {
    this.#writes++;
    await new Promise<void>((resolve) => this.#output.write(`${message}\n`, () => resolve()));
    this.#writes--;
    this.#finishIfIdle();
  }

  #finishIfIdle(): void {
    if (this.#hasEnded && this.#replies.size === 0 && this.#writes === 0) this.#finish();
  }
}

function frameOf(line: Uint8Array | undefined): Frame {
  if (line !== undefined) return readFrame(line);
  return refusedFrame(ProtocolErrorCode.InvalidRequest, `A message must have at most ${longestLine} bytes`);
}
