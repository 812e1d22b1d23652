import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, it } from "vitest";
import { longestLine } from "../../adapters/cli/mcp/lines_of.ts";
import { StdioTransport } from "../../adapters/cli/mcp/stdio_transport.ts";
import { createServer } from "../../lib/api/mcp/mod.ts";

interface Reply {
  id: string | number | null;
  result?: { isError?: boolean; tools?: object[] };
  error?: { code: number; message: string };
}

/** A server whose API refuses each request, once `release` is called. */
class Program {
  readonly input: PassThrough = new PassThrough();
  readonly output: PassThrough = new PassThrough();
  readonly paths: string[] = [];
  release: () => void = () => undefined;
  readonly transport: StdioTransport;
  readonly #gate: Promise<void>;
  readonly #written: Promise<string>;

  constructor({ isOpen = true, batchBytes = 1_000_000 }: { isOpen?: boolean; batchBytes?: number } = {}) {
    this.#gate = new Promise((resolve) => (this.release = resolve));
    if (isOpen) this.release();
    this.#written = text(this.output).catch(() => "");
    this.transport = new StdioTransport(this.input, this.output, batchBytes);
    const send = async (path: string): Promise<Response> => {
      this.paths.push(path);
      await this.#gate;
      return Response.json({ title: "Gone", detail: "No post", code: "post-not-found" }, { status: 404 });
    };
    const backend = {
      organizationSlug: "acme",
      permissions: ["posts:read"] as const,
      batchBytes,
      send,
    };
    serveStdio(() => createServer(backend), { transport: this.transport, maxSubscriptions: 0 });
  }

  /** Returns the lines of the output, after the input has ended and all responses are written. */
  async replies(): Promise<(Reply | Reply[])[]> {
    await this.transport.finished;
    this.output.end();
    const lines = (await this.#written).split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as Reply | Reply[]);
  }
}

async function repliesTo(...frames: (string | Uint8Array)[]): Promise<(Reply | Reply[])[]> {
  const program = new Program();
  for (const frame of frames) program.input.write(frame);
  program.input.end();
  return program.replies();
}

const request = (id: unknown, method = "tools/list", params?: object): object => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params && { params }),
});
const call = (id: number): object =>
  request(id, "tools/call", { name: "get_post", arguments: { slug: `p${id}` } });
const line = (message: unknown): string => `${JSON.stringify(message)}\n`;
const idOf = (reply: Reply | Reply[]): unknown =>
  Array.isArray(reply) ? reply.map(({ id }) => id) : reply.id;
const answered = (id: unknown): object =>
  expect.objectContaining({ id, result: expect.anything() as object }) as object;
const refused = (id: unknown, code: number): object =>
  expect.objectContaining({ id, error: expect.objectContaining({ code }) as object }) as object;

describe("the stdio transport", () => {
  it("answers all calls that it had read when its input ends", async () => {
    const program = new Program({ isOpen: false });
    const ids = Array.from({ length: 200 }, (_item, index) => index);
    program.input.end(ids.map((id) => line(call(id))).join(""));
    await expect.poll(() => program.paths.length).toBe(ids.length);
    program.release();
    const replies = await program.replies();
    expect(replies.map(idOf).toSorted((one, other) => Number(one) - Number(other))).toEqual(ids);
    expect(replies).toEqual(
      ids.map(() => expect.objectContaining({ result: expect.anything() as object }) as object),
    );
  });

  it("waits for no call that its client has canceled", async () => {
    const program = new Program({ isOpen: false });
    program.input.write(line(call(1)) + line(call(2)));
    await expect.poll(() => program.paths.length).toBe(2);
    const params = { requestId: 1 };
    program.input.end(line({ jsonrpc: "2.0", method: "notifications/cancelled", params }));
    setImmediate(program.release);
    expect(await program.replies()).toEqual([answered(2)]);
  });

  it("ends when nobody reads its output", async () => {
    const program = new Program({ isOpen: false });
    program.input.write(line(call(1)));
    program.output.destroy(new Error("EPIPE"));
    await expect(program.transport.finished).resolves.toBeUndefined();
  });

  it.each([
    ["no JSON", "{nonsense", refused(null, -32_700)],
    ["text", "Content-Length: 50", refused(null, -32_700)],
    ["no UTF-8", Uint8Array.from([0x22, 0xff, 0x22]), refused(null, -32_700)],
    ["a number", "1", refused(null, -32_600)],
    ["null", "null", refused(null, -32_600)],
    ["an empty object", "{}", refused(null, -32_600)],
    ["another version", '{"jsonrpc":"1.0","id":7,"method":"ping"}', refused(7, -32_600)],
    ["no method", '{"jsonrpc":"2.0","id":7}', refused(7, -32_600)],
    ["a method of a wrong type", '{"jsonrpc":"2.0","method":1}', refused(null, -32_600)],
    [
      "params of a wrong type",
      '{"jsonrpc":"2.0","id":"7","method":"ping","params":7}',
      refused("7", -32_600),
    ],
    ["an unknown method", '{"jsonrpc":"2.0","id":7,"method":"nope"}', refused(7, -32_601)],
    ["an empty batch", "[]", refused(null, -32_600)],
    ["a batch that is too long", JSON.stringify(Array(101).fill(request(1))), refused(null, -32_600)],
    ["a line that is too long", `"${"x".repeat(longestLine)}"`, refused(null, -32_600)],
  ])("answers %s with an error, and goes on", async (_name, frame, reply) => {
    const end = "\n";
    expect(await repliesTo(frame, end, line(request("next")))).toEqual([reply, answered("next")]);
  });

  it.each([
    ["a response of the client", { jsonrpc: "2.0", id: 1, result: null }],
    ["an error of the client", { jsonrpc: "2.0", id: null, error: 7 }],
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
    ["a batch of notifications", [{ jsonrpc: "2.0", method: "notifications/initialized" }]],
  ])("does not answer %s", async (_name, message) => {
    expect(await repliesTo(line(message), line(request("next")))).toEqual([answered("next")]);
  });

  it.each([
    ["a byte order mark", `\u{FEFF}${line(request(1))}`],
    ["a byte order mark in each line", `\u{FEFF}\n\u{FEFF}${line(request(1))}`],
    ["the line ends of Windows", `${JSON.stringify(request(1))}\r\n`],
    ["blank lines", `\n  \n${line(request(1))}\n\n`],
    ["no line end", JSON.stringify(request(1))],
  ])("reads %s", async (_name, sent) => {
    expect(await repliesTo(sent)).toEqual([answered(1)]);
  });

  it("reads a message that arrives byte by byte", async () => {
    const bytes = Buffer.from(`\u{FEFF}${line(request("ü"))}`);
    expect(await repliesTo(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual([answered("ü")]);
  });

  it("answers a batch with one array", async () => {
    const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
    const replies = await repliesTo(
      line([call(1), notification, 7, request("a"), { jsonrpc: "2.0", id: 3 }]),
    );
    expect(replies).toHaveLength(1);
    expect(replies[0]).toHaveLength(4);
    expect(replies[0]).toEqual(
      expect.arrayContaining([answered(1), refused(null, -32_600), answered("a"), refused(3, -32_600)]),
    );
  });

  it("answers a batch of 100 calls up to a size, then with errors", async () => {
    const ids = Array.from({ length: 100 }, (_item, index) => index);
    const program = new Program({ batchBytes: 2000 });
    program.input.end(line(ids.map(call)));
    const [replies] = await program.replies();
    const answers = (replies as Reply[]).toSorted((one, other) => Number(one.id) - Number(other.id));
    expect(answers.map(({ id }) => id)).toEqual(ids);
    const refusals = answers.flatMap(({ error }) => error ?? []);
    expect(refusals.length > 0 && refusals.length < 100).toBe(true);
    expect(refusals[0]).toEqual({ code: -32_000, message: expect.stringContaining("in a smaller batch") });
  });

  it("answers each of two calls with the same id", async () => {
    expect((await repliesTo(line(call(1)) + line(call(1)))).map(idOf)).toEqual([1, 1]);
  });
});
