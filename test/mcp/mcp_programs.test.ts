import { spawnSync } from "node:child_process";
import { request } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { postern, startNode } from "../adapters/start_process.ts";
import { publishPost } from "../storage-drivers/_publish_post.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

const { path, remove } = temporaryDirectory();
const storage = `lmdb:${path}`;

beforeAll(async () => {
  const driver = await openStorageDriver(storage);
  await publishPost(createPublicApi({ storage: driver }));
  await driver.dispose?.();
});
afterAll(remove);

/** Reads the post in a version of the protocol: the first with sessions, or the newest. */
async function readPost(
  transport: Parameters<Client["connect"]>[0],
  mode: "legacy" | "auto",
): Promise<string> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const { structuredContent } = await client.callTool({ name: "get_post", arguments: { slug: "hello" } });
  await client.close();
  return (structuredContent as { markdown: string }).markdown;
}

/** Returns the status of a POST whose header `Host` has a name that leads to the server. */
async function statusBy(url: string, host: string): Promise<number | undefined> {
  const { port, hostname } = new URL(url);
  const path = "/api/public/v1/mcp/acme";
  const headers = { host: `${host}:${port}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject).end("{}");
  });
}

it("answers all calls of a client that ends its input, by postern mcp", () => {
  const call = (id: number): object => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "get_post", arguments: { slug: "hello" } },
  });
  const ids = Array.from({ length: 100 }, (_item, index) => index);
  const input = `${ids.map((id) => JSON.stringify(call(id))).join("\n")}\n{"jsonrpc"`;
  const args = [postern, "mcp", "--storage", storage];
  const { status, stdout } = spawnSync(process.execPath, args, { input, encoding: "utf8" });
  const replies = stdout.trim().split("\n");
  expect(status).toBe(0);
  expect(replies.filter((reply) => reply.includes('"markdown":'))).toHaveLength(ids.length);
  expect(replies.filter((reply) => reply.includes("-32700"))).toHaveLength(1);
});

describe.each(["legacy", "auto"] as const)("a client of the Model Context Protocol, mode %s", (mode) => {
  it("reads posts by postern mcp", async () => {
    const args = [postern, "mcp", "--storage", storage];
    const transport = new StdioClientTransport({ command: process.execPath, args });
    expect(await readPost(transport, mode)).toContain('slug: "hello"');
  });

  it("reads posts by postern serve --mcp on", async () => {
    const server = startNode([postern, "serve", "--storage", storage, "--port", "0", "--mcp", "on"]);
    const [, url = ""] = await server.waitFor(/at (http:\S+?)\/api\/public\/v1/);
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/public/v1/mcp/acme`));
    expect(await readPost(transport, mode)).toContain('slug: "hello"');
    expect(await statusBy(url, "evil.example")).toBe(403);
    expect(await statusBy(url, "localhost")).not.toBe(403);
    await server.stop();
  });
});

it("serves assistants by postern demo, at the address that it prints", async () => {
  const server = startNode([postern, "demo", "--storage", "memory:", "--port", "0"]);
  const [, address = ""] = await server.waitFor(/MCP {7}(http:\S+)/);
  await server.waitFor(/Stop with Ctrl-C/);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  const { content } = await client.callTool({ name: "search", arguments: { query: "faq" } });
  expect(JSON.stringify(content)).toContain("/faq");
  await client.close();
  const [, url = "", body = ""] =
    /curl -s '(\S+)' -H 'content-type: application\/json' -d '(.*jsonrpc.*)'/.exec(server.output()) ?? [];
  const headers = { "content-type": "application/json" };
  expect(await (await fetch(url, { method: "POST", headers, body })).text()).toContain("structuredContent");
  await server.stop();
});
