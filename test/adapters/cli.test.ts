import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../temporary_directory.ts";
import { postern, startNode, type StartedProcess } from "./start_process.ts";

const run = promisify(execFile);
let directory: { path: string; remove: () => void };
let started: StartedProcess[] = [];

beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(async () => {
  await Promise.all(started.map((process) => process.stop()));
  started = [];
  directory.remove();
});

function start(...args: string[]): StartedProcess {
  const process = startNode([postern, ...args], { cwd: directory.path });
  started.push(process);
  return process;
}

/** Takes a free port until `free` is called. */
async function takePort(): Promise<{ port: number; free: () => Promise<unknown> }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, free: () => once(server.close(), "close") };
}

/** Runs a command that must fail. Returns its exit code and output. */
async function fail(...args: string[]): Promise<{ code: number | null; output: string }> {
  const process = start(...args);
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
  it("prints one curl line per endpoint, and each works", async () => {
    const demo = start("demo", "--port", "0");
    await demo.waitFor(/Stop with Ctrl-C/);
    const answers = await runCurlLines(demo.output());
    expect(answers.map(({ status }) => status)).toEqual(["200", "200", "200", "200", "201", "201"]);
    const [list, post, postSitemap, sitemap] = answers.map(({ body }) => body);
    expect(JSON.parse(list ?? "")).toMatchObject({ posts: [{}, {}, {}, {}, {}] });
    expect((JSON.parse(post ?? "") as { faqEntries: unknown[] }).faqEntries.length).toBeGreaterThan(4);
    expect(postSitemap).toContain("<loc>https://postern.example/blog/faq-ar</loc>");
    expect(sitemap).toContain("<loc>https://postern.example/</loc>");
    expect(await demo.stop()).toBe(0);
  });

  it("prints a link that signs in to the dashboard, and more can be created while it runs", async () => {
    const demo = start("demo", "--port", "0");
    const [first = ""] = await demo.waitFor(/http\S+sign-in\?token=\w+/);
    await demo.waitFor(/Ctrl-C/);
    const { origin } = new URL(first);
    const made = start("user", "sign-in-link", "Demo@postern.example", "--origin", origin);
    const [second = ""] = await made.waitFor(/http\S+sign-in\?token=\w+/);
    expect(await made.exit).toBe(0);
    for (const link of [first, second]) {
      const { href, searchParams } = new URL(link);
      const body = new URLSearchParams({ token: searchParams.get("token") ?? "" });
      const response = await fetch(href.split("?")[0] ?? "", { method: "POST", body, redirect: "manual" });
      expect([response.status, response.headers.get("location")]).toEqual([303, "/dashboard"]);
    }
    expect(await fail("user", "sign-in-link", "nobody@postern.example")).toEqual({
      code: 1,
      output: 'postern: There is no user "nobody@postern.example". List all with "postern user list"\n',
    });
  });

  it("finds its data again, imports nothing twice, and accepts the key of the first start", async () => {
    const first = start("demo", "--port", "0");
    const [, imported] = await first.waitFor(/\((\d+) posts imported now, 0 found/);
    const [, key = ""] = await first.waitFor(/API key {3}(\S+)/);
    await first.waitFor(/Ctrl-C/);
    await first.stop();
    const second = start("demo", "--port", "0");
    const [, found] = await second.waitFor(/\(0 posts imported now, (\d+) found/);
    expect(found).toBe(imported);
    const [, base = ""] = await second.waitFor(/Base URL {2}(\S+)/);
    const answer = await fetch(`${base}/post/postern/faq`, { headers: { "x-api-key": key } });
    expect(answer.status).toBe(200);
  });

  it("leaves nothing behind with --storage memory:", async () => {
    const demo = start("demo", "--port", "0", "--storage", "memory:");
    await demo.waitFor(/Ctrl-C/);
    await demo.stop();
    expect(readdirSync(directory.path)).toEqual([]);
  });
});

describe("postern serve", () => {
  it("listens on PORT and HOST, and --port overrides PORT", async () => {
    const { port, free } = await takePort();
    await free();
    const server = startNode([postern, "serve", "--storage", "memory:"], {
      cwd: directory.path,
      env: { PORT: String(port), HOST: "127.0.0.1" },
    });
    started.push(server);
    const [, url] = await server.waitFor(/at (\S+)\/api\/public\/v1/);
    expect(url).toBe(`http://127.0.0.1:${port}`);
    const other = startNode([postern, "serve", "--storage", "memory:", "--port", "0"], {
      cwd: directory.path,
      env: { PORT: String(port) },
    });
    started.push(other);
    const [, otherUrl] = await other.waitFor(/at (\S+)\/api\/public\/v1/);
    expect(otherUrl).not.toBe(url);
  });

  it("says in one line that a port is in use", async () => {
    const { port, free } = await takePort();
    const { code, output } = await fail("serve", "--storage", "memory:", "--port", String(port));
    await free();
    expect({ code, output }).toEqual({
      code: 1,
      output: `postern: Cannot serve: port ${port} of 127.0.0.1 is in use. Choose another port with --port\n`,
    });
  });

  it.each([
    [["--port", "70000"], /Cannot serve: the port must be a whole number from 0 to 65535, and is "70000"/],
    [
      ["--storage", "mysql:x"],
      /Cannot open the storage: the setting must have one of the forms memory:, fs:DIRECTORY/,
    ],
    [["--storage", "lmdb:/proc/none"], /Cannot open the store: .*ENOENT, \/proc\/none/],
    [["--storage", "memory:", "--deployment", "host"], /atomic within one process, and .* "host"/],
    [["--storage", "fs:/proc/none"], /Cannot open the store: .*\/proc\/none/],
    [["--read-access", "all"], /readAccess must be one of public, key, and is "all"/],
    [["--host", "203.0.113.1"], /Cannot serve: 203\.0\.113\.1 is not an address of this machine/],
  ])("names the problem in one line: %j", async (args, message) => {
    const { code, output } = await fail("serve", "--storage", "memory:", "--port", "0", ...args);
    expect(code).toBe(1);
    expect(output).toMatch(message);
    expect(output.trimEnd().split("\n")).toHaveLength(1);
  });

  it("refuses an unknown flag, and reads settings from the environment", async () => {
    expect(await fail("serve", "--prot", "1")).toEqual({
      code: 2,
      output: expect.stringMatching(/^postern: Unknown flag --prot. Did you mean --port\?\n$/) as string,
    });
    const server = startNode([postern, "serve", "--port", "0"], {
      cwd: directory.path,
      env: { POSTERN_STORAGE: "memory:", POSTERN_BASE_PATH: "/content" },
    });
    started.push(server);
    const [, url] = await server.waitFor(/serves memory: at (http\S+?)\/api/);
    expect((await fetch(`${url}/content/api/public/v1/openapi.json`)).status).toBe(200);
  });

  it("says in one line that another process uses the store", async () => {
    const first = start("serve", "--port", "0", "--storage", "fs:store");
    await first.waitFor(/at http/);
    const { code, output } = await fail("serve", "--port", "0", "--storage", "fs:store");
    expect(code).toBe(1);
    expect(output).toBe(
      `postern: Cannot open the store: ${realpathSync(directory.path)}/store is locked by process ${first.child.pid}\n`,
    );
  });

  it("says in one line that a store's folder is a file", async () => {
    writeFileSync(join(directory.path, "file"), "");
    const { code, output } = await fail("serve", "--port", "0", "--storage", "lmdb:file/store");
    expect(code).toBe(1);
    expect(output).toMatch(/^postern: Cannot open the store: .*\(ENOTDIR, .*file\/store\)\n$/);
  });
});
