import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type Permission, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";

const html = "<p>We open at nine.</p><h2>Are you open on Sundays?</h2><p>No, we are closed.</p>";

const permissionsOf = {
  viewer: ["posts:read"],
  editor: ["posts:read", "knowledge:read", "knowledge:write"],
} satisfies Record<string, Permission[]>;

/** A server with a post, a draft and a paid post, and keys of two roles. */
class Office {
  readonly api: PublicApi;
  readonly clock: ManualClock = new ManualClock();
  readonly keys: Record<"viewer" | "editor" | "other", string> = { viewer: "", editor: "", other: "" };
  readonly #clients: Client[] = [];

  constructor(options: Partial<PublicApiOptions> = {}) {
    const { clock } = this;
    this.api = createPublicApi({ storage: memoryDriver({ clock }), clock, mcp: mcp(), ...options });
  }

  async fill(): Promise<void> {
    const { organizations, posts } = this.api;
    for (const slug of ["acme", "other"])
      await organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
    await posts.create("acme", { slug: "hours", name: "Opening hours", html, tags: ["shop"] });
    await posts.create("acme", { slug: "secret", name: "Secret hours", html, status: "draft" });
    this.keys.viewer = await this.#createKey("acme", "viewer");
    this.keys.editor = await this.#createKey("acme", "editor");
    this.keys.other = await this.#createKey("other", "editor");
  }

  async #createKey(organizationSlug: string, role: "viewer" | "editor"): Promise<string> {
    const { id } = await this.api.users.create({ name: role });
    await this.api.users.addToOrganization(id, { organizationSlug, role });
    const permissions = permissionsOf[role];
    const input = { organizationSlug, userId: id, name: role, permissions };
    return (await this.api.apiKeys.generate(input)).key;
  }

  async connect(headers: Record<string, string> = {}): Promise<Client> {
    const url = new URL("http://localhost/api/public/v1/mcp/acme");
    const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
      this.api.fetch(new Request(input, init));
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(url, { fetch, requestInit: { headers } }));
    this.#clients.push(client);
    return client;
  }

  async post(body: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.api.fetch(
      new Request("http://localhost/api/public/v1/mcp/acme", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body,
      }),
    );
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
  }
}

let office: Office;
async function open(options: Partial<PublicApiOptions> = {}): Promise<void> {
  office = new Office(options);
  await office.fill();
}
beforeEach(async () => open());
afterEach(async () => office.close());

async function toolNames(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

const reading = ["search", "fetch", "get_context", "get_post", "list_posts", "get_faq"];

describe("the tools of the Model Context Protocol", () => {
  it.each([
    ["no key", undefined, reading],
    ["a viewer's key", "viewer", reading],
    ["an editor's key", "editor", [...reading, "search_knowledge", "add_knowledge"]],
  ] as const)("with %s are those that the caller may use", async (_caller, role, names) => {
    const client = await office.connect(role === undefined ? {} : { "x-api-key": office.keys[role] });
    expect(await toolNames(client)).toEqual(names);
  });

  it("find, list and read the published posts", async () => {
    const client = await office.connect();
    const found = await client.callTool({ name: "search", arguments: { query: "sunday" } });
    expect(found.structuredContent).toMatchObject({ results: [{ type: "faq", slug: "hours" }] });
    const listed = await client.callTool({ name: "list_posts", arguments: { tag: "shop" } });
    expect(listed.structuredContent).toMatchObject({ posts: [{ slug: "hours" }], nextCursor: null });
    const post = await client.callTool({ name: "get_post", arguments: { slug: "hours" } });
    expect(post.structuredContent).toMatchObject({ slug: "hours", name: "Opening hours" });
    expect(post.content).toMatchObject([
      {
        type: "resource",
        resource: { mimeType: "text/markdown", text: expect.stringContaining("We open at nine.") as string },
      },
    ]);
    const faq = await client.callTool({ name: "get_faq", arguments: {} });
    expect(faq.structuredContent).toMatchObject({ faqEntries: [{ question: "Are you open on Sundays?" }] });
  });

  it("show the values of fields that public responses show", async () => {
    await office.api.organizations.update("acme", {
      postFields: [
        { name: "rating", type: "number", shown: "list" },
        { name: "kicker", type: "text" },
        { name: "deskNote", type: "text", shown: "admin" },
      ],
    });
    const custom = { rating: 4.5, kicker: "From nine", deskNote: "hidden words" };
    await office.api.posts.update({ organizationSlug: "acme", slug: "hours" }, { custom });
    const client = await office.connect();
    const listed = await client.callTool({ name: "list_posts", arguments: {} });
    expect(listed.structuredContent).toMatchObject({ posts: [{ slug: "hours", custom: { rating: 4.5 } }] });
    const post = await client.callTool({ name: "get_post", arguments: { slug: "hours" } });
    const { markdown = "" } = post.structuredContent as { markdown?: string };
    expect(markdown).toContain('\ncustom: {"rating":4.5,"kicker":"From nine"}\n');
    const found = await client.callTool({ name: "search", arguments: { query: "hidden words" } });
    expect(JSON.stringify([listed, post, found])).not.toContain("hidden words");
  });

  it("filter and sort by fields of the organization", async () => {
    await office.api.organizations.update("acme", {
      postFields: [
        { name: "rating", type: "number", isFilterable: true },
        { name: "isNew", type: "boolean", isFilterable: true },
      ],
    });
    for (const rating of [1, 2, 3])
      await office.api.posts.create("acme", {
        name: `Rated ${rating}`,
        custom: { rating, isNew: rating > 1 },
      });
    const client = await office.connect();
    const list = async (given: Record<string, unknown>): Promise<unknown> =>
      (await client.callTool({ name: "list_posts", arguments: given })).structuredContent;
    const best = await list({ custom: { isNew: true, "rating.from": 2 }, sort: "-custom.rating" });
    expect(best).toMatchObject({ posts: [{ name: "Rated 3" }, { name: "Rated 2" }] });
    const refused = await client.callTool({ name: "list_posts", arguments: { custom: { price: 1 } } });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("custom.rating, custom.rating.from");
  });

  it("filter by a language range and by several tags", async () => {
    await office.api.posts.create("acme", {
      slug: "tea",
      name: "Tea hours",
      html,
      tags: ["tea, hot"],
      inLanguage: "de-AT",
    });
    const client = await office.connect();
    const slugsOf = async (tool: string, filter: Record<string, unknown>): Promise<string> => {
      const { structuredContent } = await client.callTool({ name: tool, arguments: filter });
      return [...new Set(JSON.stringify(structuredContent).match(/(?<="slug":")\w+/g))].toSorted().join();
    };
    for (const [tool, given] of [
      ["list_posts", {}],
      ["search", { query: "hours" }],
      ["get_faq", {}],
    ] as const) {
      const find = async (filter: object): Promise<[string, string]> => [
        tool,
        await slugsOf(tool, { ...given, ...filter }),
      ];
      expect(await find({ language: "de" })).toEqual([tool, "tea"]);
      expect(await find({ tag: ["shop", "tea, hot"] })).toEqual([tool, "hours,tea"]);
      expect(await find({ tag: "shop" })).toEqual([tool, "hours"]);
      expect(await find({ notTag: ["shop"] })).toEqual([tool, "tea"]);
    }
  });

  it("add and find knowledge with a key", async () => {
    const client = await office.connect({ "x-api-key": office.keys.editor });
    const added = await client.callTool({ name: "add_knowledge", arguments: { text: "Parking is free" } });
    expect(added.structuredContent).toMatchObject({ organizationSlug: "acme", characters: 15 });
    const found = await client.callTool({ name: "search_knowledge", arguments: { query: "parking" } });
    for (const kinds of ["knowledge", ["posts", "knowledge"]]) {
      const context = await client.callTool({
        name: "get_context",
        arguments: { query: "parking", in: kinds },
      });
      expect(context.structuredContent).toMatchObject({
        passages: [{ type: "knowledge", text: "Parking is free" }],
      });
    }
    expect(found.structuredContent).toMatchObject({ results: [{ passage: { text: "Parking is free" } }] });
  });

  it("follow a renamed post, and report a missing post and a draft as errors of the tool", async () => {
    const client = await office.connect();
    await office.api.posts.update({ organizationSlug: "acme", slug: "hours" }, { slug: "times" });
    const renamed = await client.callTool({ name: "get_post", arguments: { slug: "hours" } });
    expect(renamed.structuredContent).toMatchObject({ slug: "times" });
    for (const slug of ["missing", "secret", "../other", ".."]) {
      const { isError, content } = await client.callTool({ name: "get_post", arguments: { slug } });
      expect([slug, isError]).toEqual([slug, true]);
      expect(JSON.stringify(content)).toMatch(/post-not-found/);
    }
  });

  it("name an invalid argument", async () => {
    const client = await office.connect();
    const refused = await client.callTool({ name: "list_posts", arguments: { cursor: "no" } });
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused.content)).toContain("must be the nextCursor of an earlier response");
    const wrong = await client.callTool({ name: "list_posts", arguments: { limit: 1000 } });
    expect(wrong).toMatchObject({ isError: true });
  });
});

describe("posts as resources", () => {
  it("are listed in pages, and read as Markdown", async () => {
    for (let number = 0; number < 120; number++)
      await office.api.posts.create("acme", { slug: `p${number}`, name: `Post ${number}` });
    const client = await office.connect();
    const first = await client.listResources(undefined);
    const uris = new Set(first.resources.map(({ uri }) => uri));
    expect(uris).toContain("postern://acme/hours");
    expect(uris.size).toBe(121);
    const { contents } = await client.readResource({ uri: "postern://acme/hours" });
    expect(contents).toMatchObject([{ mimeType: "text/markdown" }]);
  });

  it.each(["postern://acme/secret", "postern://other/hours", "postern://acme/", "postern://acme/%E0%A4%A"])(
    "of %s are not found",
    async (uri) => {
      const client = await office.connect();
      await expect(client.readResource({ uri })).rejects.toThrow(/not found|No post|No published post/i);
    },
  );
});

describe("the endpoint of the Model Context Protocol", () => {
  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

  it("accepts the key as a bearer token, and counts each request once", async () => {
    const authorization = `Bearer ${office.keys.editor}`;
    const call = { name: "get_post", arguments: { slug: "hours" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
    const remaining: (string | undefined)[] = [];
    for (let number = 0; number < 2; number++) {
      const response = await office.post(body, { authorization });
      expect(await response.text()).toContain("We open at nine.");
      remaining.push(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
    }
    expect(remaining).toEqual(["1999", "1998"]);
  });

  it("refuses unknown keys, keys of other organizations, and unknown organizations", async () => {
    expect((await office.post(list, { authorization: "Bearer nonsense" })).status).toBe(401);
    expect((await office.post(list, { "x-api-key": "nonsense" })).status).toBe(401);
    expect((await office.post(list, { "x-api-key": office.keys.other })).status).toBe(403);
    const unknown = new Request("http://localhost/api/public/v1/mcp/nobody", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: list,
    });
    expect((await office.api.fetch(unknown)).status).toBe(404);
  });

  it("lets pages of other origins send its headers", async () => {
    const headersFor = async (path: string): Promise<string[]> => {
      const preflight = { origin: "https://a.example", "access-control-request-method": "POST" };
      const url = `http://localhost/api/public/v1/${path}`;
      const response = await office.api.fetch(new Request(url, { method: "OPTIONS", headers: preflight }));
      return (response.headers.get("access-control-allow-headers") ?? "").split(", ");
    };
    const own = ["authorization", "mcp-method", "mcp-name", "mcp-protocol-version"];
    expect(await headersFor("mcp/acme")).toEqual(
      expect.arrayContaining([...own, "x-api-key", "content-type"]),
    );
    expect(await headersFor("knowledge-base")).not.toEqual(expect.arrayContaining(["authorization"]));
  });

  it.each([
    ["*", "https://evil.example", 200],
    ["*", "null", 200],
    [["https://app.example"], "https://app.example", 200],
    [["https://app.example"], undefined, 200],
    [["https://app.example"], "https://evil.example", 403],
    [["https://app.example"], "http://app.example", 403],
    [["https://app.example"], "null", 403],
    [["https://app.example"], "http://localhost", 403],
    [[], "https://app.example", 403],
  ] as const)("with cors.origins %j answers a page of %s with %i", async (origins, origin, status) => {
    await open({ cors: { origins } });
    const headers = origin === undefined ? {} : { origin };
    for (const key of [{}, { "x-api-key": office.keys.viewer }]) {
      const response = await office.post(list, { ...headers, ...key });
      const body = await response.text();
      expect([response.status, body.includes("origin-not-allowed")]).toEqual([status, status === 403]);
    }
  });

  it("answers only requests by its own names, if it has some", async () => {
    await open({ mcp: mcp({ hosts: ["localhost", "127.0.0.1", "[::1]", "api.example"] }) });
    const statusOf = async (host: string): Promise<number> => {
      const url = `http://${host}/api/public/v1/mcp/acme`;
      const accept = "application/json, text/event-stream";
      const headers = { "content-type": "application/json", accept };
      return (await office.api.fetch(new Request(url, { method: "POST", headers, body: list }))).status;
    };
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST", "api.example"])
      expect([host, await statusOf(host)]).toEqual([host, 200]);
    for (const host of ["evil.example:3000", "localhost.evil.example", "127.0.0.2", "api.example.evil"])
      expect([host, await statusOf(host)]).toEqual([host, 403]);
  });

  it("accepts a bearer token nowhere else", async () => {
    await open({ readAccess: "key" });
    const request = new Request("http://localhost/api/public/v1/post/acme", {
      headers: { authorization: `Bearer ${office.keys.viewer}` },
    });
    expect((await office.api.fetch(request)).status).toBe(401);
    expect((await office.post(list)).status).toBe(401);
    expect((await office.post(list, { authorization: `Bearer ${office.keys.viewer}` })).status).toBe(200);
  });

  it.each([
    ["malformed JSON", "{", 400],
    ["an empty body", "", 400],
    ["a batch of nothing", "[]", 400],
    ["a message without a version", "{}", 400],
    ["an unknown method", '{"jsonrpc":"2.0","id":1,"method":"no/such"}', 200],
    ["an unknown tool", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no"}}', 200],
    ["parameters of a wrong type", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":7}', 400],
    ["a subscription", '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}', 200],
  ])("answers %s with an error of the protocol", async (_name, body, status) => {
    const response = await office.post(body);
    expect([response.status, await response.text()]).toEqual([
      status,
      expect.stringMatching(/"error":\{"code":-\d+|"isError":true/) as string,
    ]);
  });

  it("refuses other methods and too large bodies", async () => {
    const get = await office.api.fetch(new Request("http://localhost/api/public/v1/mcp/acme"));
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect((await office.post(JSON.stringify({ text: "x".repeat(2 ** 21) }))).status).toBe(413);
  });

  it("does not exist without the option", async () => {
    office = new Office({ mcp: undefined } as never);
    await office.fill();
    expect((await office.post(list)).status).toBe(404);
  });
});
