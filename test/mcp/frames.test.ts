import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { parseMessages } from "../../lib/api/mcp/json_rpc.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

let api: PublicApi;
let key: string;

beforeEach(async () => {
  api = createPublicApi({ storage: memoryDriver(), mcp: mcp() });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { slug: "hours", name: "Hours", html: "<p>We open at nine.</p>" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  ({ key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "MCP" }));
});

const both = "application/json, text/event-stream";

/** Sends a POST. A header that is undefined is left out. */
async function post(
  body: string | Uint8Array,
  given: Record<string, string | undefined> = {},
): Promise<{ status: number; text: string }> {
  const sent = Object.entries({ "content-type": "application/json", accept: both, ...given });
  const headers = sent.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const init = { method: "POST", headers, body: body as BodyInit };
  const response = await api.fetch(new Request("http://localhost/api/public/v1/mcp/acme", init));
  return { status: response.status, text: await response.text() };
}

const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const withId = (id: string): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
const messagesOf = (text: string): unknown =>
  text.startsWith("event: ")
    ? text
        .split("\n")
        .flatMap((line) => (line.startsWith("data: {") ? [JSON.parse(line.slice(6)) as unknown] : []))
    : JSON.parse(text);

describe("an id", () => {
  it.each([
    ["0", 0],
    ["-7", -7],
    ["9007199254740991", 9_007_199_254_740_991],
    ["-9007199254740991", -9_007_199_254_740_991],
    ["1.0", 1],
    ["1e2", 100],
    ['"9007199254740993"', "9007199254740993"],
    ['""', ""],
  ])("of %s is in the response", async (written, id) => {
    const { status, text } = await post(withId(written));
    expect([status, messagesOf(text)]).toEqual([200, [{ jsonrpc: "2.0", id, result: {} }]]);
  });

  it.each([
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "12345678901234567890",
    "1e400",
    "1.5",
    "1.0000000000000000001",
    "9007199254740990.9999",
    "15e-1",
    "null",
    "true",
    "[1]",
    '{"id":1}',
  ])("of %s is refused with the id null", async (written) => {
    const { status, text } = await post(withId(written));
    const error = { code: -32_600, message: expect.stringContaining("The id must be") as string };
    expect([status, messagesOf(text)]).toEqual([400, { jsonrpc: "2.0", id: null, error }]);
    const batch = await post(`[${withId(written)},${withId('"kept"')}]`);
    expect(messagesOf(batch.text)).toEqual(
      expect.arrayContaining([
        { jsonrpc: "2.0", id: null, error },
        { jsonrpc: "2.0", id: "kept", result: {} },
      ]),
    );
  });

  it("that is refused is the only part of a number in a text that matters", async () => {
    const params = { name: "get_post", arguments: { slug: '"id": 1.5' } };
    const { text } = await post(JSON.stringify({ jsonrpc: "2.0", id: 4, method: "tools/call", params }));
    expect(text).toContain('"id":4');
  });

  it.each(["1.5", "1.00000000000000000001", "9007199254740990.9999"])(
    "of %s in the arguments of a tool stays an argument",
    async (number) => {
      const call = (id: string): string =>
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"get_post","arguments":{"slug":{"id":${number}}}}}`;
      const parsed = parseMessages(
        new TextEncoder().encode(`[${call("1")},${call("1.00000000000000000001")}]`),
      );
      const params = { name: "get_post", arguments: { slug: { id: Number(number) } } };
      expect(parsed).toEqual([
        expect.objectContaining({ id: 1, params }),
        expect.objectContaining({ id: null, params }),
      ]);
    },
  );
});

describe("null", () => {
  const call = (name: string, given: unknown): object => ({ name, arguments: given });
  it.each([
    ["params", "tools/list", null],
    ["a cursor", "tools/list", { cursor: null }],
    ["a cursor of resources", "resources/list", { cursor: null, _meta: null }],
    ["_meta", "tools/list", { _meta: { progressToken: null } }],
    ["arguments", "tools/call", call("list_posts", null)],
    ["a limit", "tools/call", call("list_posts", { limit: null })],
    [
      "all filters",
      "tools/call",
      call("search", { query: "nine", in: null, tag: null, notTag: null, language: null }),
    ],
    ["all other filters", "tools/call", call("get_faq", { section: null, limit: null, cursor: null })],
    [
      "members of initialize",
      "initialize",
      {
        protocolVersion: "2025-06-18",
        capabilities: { sampling: null, roots: { listChanged: null } },
        clientInfo: { name: "x", version: "1", title: null },
      },
    ],
  ])("for %s is absence", async (_name, method, params) => {
    const { status, text } = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    expect([status, text.includes('"isError":true')]).toEqual([200, false]);
    expect(messagesOf(text)).toEqual([{ jsonrpc: "2.0", id: 1, result: expect.anything() as object }]);
  });

  it("for a required argument is an error of the tool", async () => {
    const params = call("get_post", { slug: null });
    const { text } = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
    expect(text).toContain('"isError":true');
    expect(text).toContain("slug");
  });
});

describe("the header Accept", () => {
  it.each([
    undefined,
    "",
    "*/*",
    "*/*;q=0.8",
    "application/*, text/*",
    "application/json, text/*",
    "APPLICATION/JSON, Text/Event-Stream",
    "text/event-stream;q=0.1,application/json",
    "application/json, */*;q=0.1",
  ])("%j accepts both types", async (accept) => {
    expect((await post(list, { accept })).status).toBe(200);
  });

  it.each(["application/json", "text/event-stream", "text/html", "*/*;q=0", `${both};q=0`, "application/*"])(
    "%j does not",
    async (accept) => {
      const { status, text } = await post(list, { accept });
      expect([status, text]).toEqual([406, expect.stringContaining('"error"')]);
    },
  );
});

describe("the header Authorization", () => {
  const anonymous = (text: string): boolean => !text.includes("add_knowledge");

  it.each(["Bearer KEY", "bearer KEY", "BEARER   KEY"])("%j is the key", async (form) => {
    const { status, text } = await post(list, { authorization: form.replace("KEY", key) });
    expect([status, anonymous(text)]).toEqual([200, false]);
  });

  it.each([
    "KEY",
    "Token KEY",
    "ApiKey KEY",
    "Bearer",
    "Bearer ",
    "bearer",
    "BearerKEY",
    "Bearer: KEY",
    "Bearer:KEY",
    'Bearer "KEY"',
    "Bearer KEY KEY",
    "Bearer KEY, Bearer KEY",
    "Bearer nonsense",
    "Bearer non sense",
    '"Bearer KEY"',
  ])("%j is refused", async (form) => {
    const { status, text } = await post(list, { authorization: form.replaceAll("KEY", key) });
    expect([status, text.includes("invalid-key")]).toEqual([401, true]);
    expect(text).not.toContain(key);
    const both = await post(list, { authorization: form.replaceAll("KEY", key), "x-api-key": key });
    expect([both.status, anonymous(both.text)]).toEqual([200, false]);
  });

  it.each(["Basic YTpi", "Digest username=x", "Negotiate abc", "Bearer-Other x", "bearers x", ""])(
    "%j is for somebody else",
    async (authorization) => {
      const { status, text } = await post(list, { authorization });
      expect([status, anonymous(text)]).toEqual([200, true]);
    },
  );
});

describe("a body", () => {
  it.each([
    ["a byte order mark", Buffer.from(`\u{FEFF}${list}`), 200],
    ["no UTF-8", Uint8Array.from([0x22, 0xff, 0x22]), 400],
    ["UTF-16", Buffer.from(`\u{FEFF}${list}`, "utf16le"), 400],
  ])("with %s", async (_name, body, status) => {
    expect((await post(new Uint8Array(body))).status).toBe(status);
  });

  it.each([
    ["a result", '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ["an invalid result", '{"jsonrpc":"2.0","id":1,"result":7}'],
    ["an error without an id", '{"jsonrpc":"2.0","id":null,"error":7}'],
  ])("that is %s of the client gets no response", async (_name, body) => {
    expect(await post(body)).toEqual({ status: 202, text: "" });
    expect(await post(`[${body}]`)).toEqual({ status: 202, text: "" });
  });

  it("that is a batch with a message of another version gets the answers to the others", async () => {
    const other = {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/list",
      params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } },
    };
    const { status, text } = await post(`[${list}, ${JSON.stringify(other)}, ${withId("3")}]`);
    expect([status, messagesOf(text)]).toEqual([
      200,
      expect.arrayContaining([
        expect.objectContaining({ id: 1, result: expect.anything() as object }),
        expect.objectContaining({ id: 2, error: expect.anything() as object }),
        { jsonrpc: "2.0", id: 3, result: {} },
      ]),
    ]);
  });

  it("that is a batch gets a response for each message", async () => {
    const { status, text } = await post(`[${list}, 7, {"jsonrpc":"2.0","id":2}]`);
    expect([status, messagesOf(text)]).toEqual([
      200,
      expect.arrayContaining([
        expect.objectContaining({ id: 1, result: expect.anything() as object }),
        expect.objectContaining({ id: null, error: expect.anything() as object }),
        expect.objectContaining({ id: 2, error: expect.anything() as object }),
      ]),
    ]);
    const invalid = await post("[1, 2]");
    expect([invalid.status, messagesOf(invalid.text)]).toEqual([
      400,
      [expect.objectContaining({ id: null }), expect.objectContaining({ id: null })],
    ]);
  });
});
