import { execFile } from "node:child_process";
import { readdirSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { listen } from "../servers/listen.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { freePort } from "../free_port.ts";
import { type StartedProcess, startPostern } from "./start_process.ts";
import { curlIsMissing } from "../program_is_missing.ts";

const run = promisify(execFile);
let directory: string;
beforeEach(() => {
  directory = scratchDirectory();
});

const start = (line: string, env = {}): StartedProcess => startPostern(line, { cwd: directory, env });

async function end(line: string): Promise<{ code: number | null; output: string }> {
  const process = start(line);
  const code = await process.exit;
  return { code, output: process.output() };
}

/** Runs every curl line that the demonstration printed. */
async function runCurlLines(output: string): Promise<{ status: string; body: string }[]> {
  const lines = output.match(/^ {2}curl .*$/gm) ?? [];
  return Promise.all(
    lines.map(async (line) => {
      const { stdout } = await run("sh", ["-c", `${line} -w '\n%{http_code}'`]);
      const [status = "", ...body] = stdout.split("\n").toReversed();
      return { status, body: body.toReversed().join("\n") };
    }),
  );
}

describe("postern demo", () => {
  it.skipIf(curlIsMissing())("prints one curl line per endpoint, and each works", async () => {
    const demo = start("demo --port 0");
    await demo.waitFor(/Stop with Ctrl-C/);
    const answers = await runCurlLines(demo.output());
    expect(answers.map(({ status }) => status)).toEqual(["200", "200", "200", "200", "201", "200", "201"]);
    const [list, post, postSitemap, sitemap] = answers.map(({ body }) => body);
    expect(JSON.parse(list ?? "")).toMatchObject({ posts: [{}, {}, {}, {}, {}] });
    expect((JSON.parse(post ?? "") as { faqEntries: unknown[] }).faqEntries.length).toBeGreaterThan(4);
    expect(postSitemap).toContain("<loc>https://postern.example/blog/faq-ar</loc>");
    expect(sitemap).toContain("<loc>https://postern.example/</loc>");
    const own = JSON.parse(answers.at(-1)?.body ?? "") as Record<string, unknown>;
    // A page shows the name as its only h1.
    expect(own).toMatchObject({
      slug: "my-oven",
      name: "Our new oven",
      html: expect.not.stringContaining("<h1"),
    });
    expect(await demo.stop()).toBe(0);
  });

  it("prints a link that signs in to the dashboard, and more can be created while it runs", async () => {
    const demo = start("demo --port 0");
    const [first = ""] = await demo.waitFor(/http\S+sign-in\?token=\w+/);
    await demo.waitFor(/Ctrl-C/);
    const { origin } = new URL(first);
    const made = start(`user sign-in-link Demo@postern.example --origin ${origin}`);
    const [second = ""] = await made.waitFor(/http\S+sign-in\?token=\w+/);
    expect(await made.exit).toBe(0);
    for (const link of [first, second]) {
      const { href, searchParams } = new URL(link);
      const body = new URLSearchParams({ token: searchParams.get("token") ?? "" });
      const headers = { cookie: (await fetch(href)).headers.get("set-cookie")?.split(";")[0] ?? "" };
      const init: RequestInit = { method: "POST", body, headers, redirect: "manual" };
      const response = await fetch(href.split("?")[0] ?? "", init);
      expect([response.status, response.headers.get("location")]).toEqual([303, "/dashboard"]);
    }
    expect(await end("user sign-in-link nobody@postern.example")).toEqual({
      code: 1,
      output: 'postern: There is no user "nobody@postern.example". List all with "postern user list"\n',
    });
  });

  it("finds its data again, imports nothing twice, and accepts the key of the first start", async () => {
    const first = start("demo --port 0");
    const [, imported] = await first.waitFor(/\((\d+) posts imported now, 0 found/);
    const [, key = ""] = await first.waitFor(/API key {3}(\S+)/);
    await first.waitFor(/Ctrl-C/);
    await first.stop();
    const second = start("demo --port 0");
    const [, found] = await second.waitFor(/\(0 posts imported now, (\d+) found/);
    expect(found).toBe(imported);
    const [, base = ""] = await second.waitFor(/Base URL {2}(\S+)/);
    const answer = await fetch(`${base}/post/postern/faq`, { headers: { "x-api-key": key } });
    expect(answer.status).toBe(200);
  });

  it("leaves nothing behind with --storage memory:", async () => {
    const demo = start("demo --port 0 --storage memory:");
    await demo.waitFor(/Ctrl-C/);
    await demo.stop();
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe("postern serve", () => {
  it("listens on PORT and HOST, and --port overrides PORT", async () => {
    const port = await freePort();
    const server = start("serve --storage memory:", { PORT: String(port), HOST: "127.0.0.1" });
    const [, url] = await server.waitFor(/at (\S+)\/api\/public\/v1/);
    expect(url).toBe(`http://127.0.0.1:${port}`);
    const other = start("serve --storage memory: --port 0", { PORT: String(port) });
    const [, otherUrl] = await other.waitFor(/at (\S+)\/api\/public\/v1/);
    expect(otherUrl).not.toBe(url);
  });

  it("says in one line that a port is in use", async () => {
    const { port } = new URL(await listen(createServer()));
    expect(await end(`serve --storage memory: --port ${port}`)).toEqual({
      code: 1,
      output: `postern: Cannot serve: port ${port} of 127.0.0.1 is in use. Choose another port with --port\n`,
    });
  });

  it.each<[flags: string, message: string | RegExp]>([
    ["--port 70000", 'Cannot serve: --port must be a whole number from 0 to 65535, and is "70000"'],
    ["--storage mysql:x", "Cannot open the storage: the setting must have one of the forms memory:, fs:"],
    ["--storage lmdb:/proc/none", /Cannot open the store: .*ENOENT, \/proc\/none/],
    ["--storage memory: --deployment host", /atomic within one process, and .* "host"/],
    ["--storage fs:/proc/none", /Cannot open the store: .*\/proc\/none/],
    ["--read-access all", '--read-access must be one of public, key, and is "all"'],
    ["--host 203.0.113.1", "Cannot serve: 203.0.113.1 is not an address of this machine"],
    ["--port 3999 --admin-port 3999", "--port and --admin-port are both 3999"],
    ["--admin-host 127.0.0.1", "--admin-host needs --admin-port"],
    ["--admin-port 65536", "--admin-port must be a whole number from 0 to 65535"],
    ["--admin-port 0 --admin-host 203.0.113.1", "203.0.113.1 is not an address of this machine"],
    [
      "--admin-port 0 --admin-api off --dashboard off",
      "--admin-port needs --admin-api or --dashboard, and both are off",
    ],
    ["--metrics nowhere", '--metrics must be a whole number from 0 to 65535, and is "nowhere"'],
    ["--metrics 203.0.113.1:9", "Cannot serve: 203.0.113.1 is not an address of this machine"],
    ["--log xml", "Cannot serve: --log must be one of json, text, none, and is xml"],
    ["--log-level loud", "--log-level must be one of debug, info, warn, error, and is loud"],
    ["--workers 2", "memory: supports only one process"],
    ["--storage fs:other --workers 2", "fs: supports only one process"],
    ["--workers 0", "--workers must be a whole number from 1 to 1000, and is 0"],
    ["--workers 1 --host 203.0.113.1", "is not an address of this machine"],
  ])("names the problem in one line: %s", async (flags, message) => {
    const { code, output } = await end(`serve --storage memory: --port 0 ${flags}`);
    expect(code).toBe(1);
    expect(output).toMatch(message);
    expect(output).toMatch(/^postern: .*\n$/);
  });

  it("refuses an unknown flag, and reads settings from the environment", async () => {
    expect(await end("serve --prot 1")).toEqual({
      code: 2,
      output: expect.stringMatching(/^postern: Unknown flag --prot. Did you mean --port\?\n$/) as string,
    });
    const env = { POSTERN_STORAGE: "memory:", POSTERN_BASE_PATH: "/content" };
    const server = start("serve --port 0", env);
    const [, url] = await server.waitFor(/serves memory: at (http\S+\/content\/api\/public\/v1)/);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });

  it("says in one line that another process uses the store", async () => {
    const first = start("serve --port 0 --storage fs:store");
    await first.waitFor(/at http/);
    const { code, output } = await end("serve --port 0 --storage fs:store");
    expect(code).toBe(1);
    expect(output).toBe(
      `postern: Cannot open the store: ${realpathSync(directory)}/store is locked by process ${first.child.pid}\n`,
    );
  });

  it("says in one line that a store's folder is a file", async () => {
    writeFileSync(join(directory, "file"), "");
    const { code, output } = await end("serve --port 0 --storage lmdb:file/store");
    expect(code).toBe(1);
    expect(output).toMatch(/^postern: Cannot open the store: .*\(ENOTDIR, .*file\/store\)\n$/);
  });
});
