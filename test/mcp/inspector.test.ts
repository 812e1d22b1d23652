import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { startNode } from "../adapters/start_process.ts";
import { freePort } from "../free_port.ts";
import { FormBrowser } from "../oauth/form_browser.ts";
import { serveSignIn } from "../oauth/serve_sign_in.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { type PublishedApi, publishApi } from "../openapi/published_api.ts";

const run = promisify(execFile);
const minute = 60_000;

/** Folder where run_inspector.sh installed the Inspector and Node 22. */
const folder = process.env["POSTERN_MCP_INSPECTOR"] ?? "";
const bin = join(folder, "node_modules/.bin");

describe.skipIf(folder === "")("the MCP Inspector", { timeout: minute }, () => {
  let api: PublishedApi;
  beforeAll(async () => {
    api = await publishApi({ mcp: mcp() });
  });
  afterAll(() => api.server.close());

  /** Runs the Inspector with the key, and returns the JSON that it prints. */
  async function inspect(...args: string[]): Promise<Record<string, unknown>> {
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` };
    const address = `${api.address}/mcp/acme`;
    const server = ["--cli", address, "--transport", "http", "--header", `x-api-key: ${api.key}`];
    const { stdout } = await run(join(bin, "mcp-inspector"), [...server, ...args], { env });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  const because: unknown = expect.objectContaining({ text: "Because." });
  const call = async (name: string, argument: string): Promise<Record<string, unknown>> =>
    inspect("--method", "tools/call", "--tool-name", name, "--tool-arg", argument);

  it("lists the tools of a key, and the posts as resources", async () => {
    const { tools } = await inspect("--method", "tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toContain("add_knowledge");
    const { resources } = await inspect("--method", "resources/list");
    expect(resources).toMatchObject([{ uri: "postern://acme/two" }, { uri: "postern://acme/one" }]);
  });

  it.each([
    ["search", "query=one", { results: [{ id: "one", title: "One" }] }],
    ["fetch", "id=one#Why?", { title: "One: Why?", text: "## Why?\n\nBecause." }],
    ["get_context", "query=because", { passages: expect.arrayContaining([because]) as object }],
    ["get_post", "slug=one", { slug: "one" }],
    ["list_posts", "tag=faq", { posts: [{ slug: "two" }, { slug: "one" }] }],
    ["get_faq", "limit=1", { faqEntries: [{ answer: "Because." }, { answer: "So." }] }],
    ["add_knowledge", "text=Parking is free", { characters: 15 }],
  ])("calls %s", async (name, argument, result) => {
    expect(await call(name, argument)).toMatchObject({ structuredContent: result });
  });

  it("shows an error of a tool", async () => {
    await expect(call("get_post", "slug=missing")).rejects.toThrow(/isError/);
  });

  it("signs in, and reads with a token", async () => {
    const { url, link } = await serveSignIn();
    const home = temporaryDirectory();
    releaseAfterUse(home.remove);
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const address = `${url}/api/public/v1/mcp/acme/signed-in`;
    const options = `--cli ${address} --transport http --method tools/list --callback-url ${callback}`;
    const env = {
      HOME: home.path,
      BROWSER: "true",
      MCP_AUTO_OPEN_ENABLED: "true",
      PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
    };
    const inspector = startNode([join(bin, "mcp-inspector"), ...options.split(" ")], { env });
    const [asked] = await inspector.waitFor(/http:\S+\/dashboard\/authorize\?\S+/);
    const browser = new FormBrowser(() => url);
    await browser.signIn(link);
    const { pathname, search } = new URL(asked);
    const answer = await browser.approve(pathname + search);
    await fetch(`${callback}?${answer.toString()}`);
    expect(await inspector.exit).toBe(0);
    expect(inspector.output()).toContain("add_knowledge");
  });
});
