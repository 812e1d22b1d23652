import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { postern } from "../adapters/start_process.ts";
import { mountSmallDisk, smallDiskIsMissing } from "../faults/small_disk.ts";
import { freePort } from "../free_port.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { longPost as path, StandaloneWorld } from "./standalone_world.ts";

interface PipeReader {
  text(): string;
  waitFor(part: string): Promise<void>;
  end(): void;
}

/** Starts a program that reads a named pipe. */
function openReader(pipe: string): PipeReader {
  const child = spawn("cat", [pipe], { stdio: ["ignore", "pipe", "ignore"] });
  releaseAfterUse(() => child.kill("SIGKILL"));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return {
    text: () => text,
    waitFor: (part) => until(async () => text.includes(part)),
    end: () => void child.kill("SIGKILL"),
  };
}

describe("the JSON log", () => {
  it("has a line in the fields of pino-http for every request", async () => {
    const world = await StandaloneWorld.open();
    const headers = { "x-api-key": world.key, "x-request-id": "from-the-proxy", "user-agent": "test/1" };
    const before = Date.now();
    const answer = await world.send(`${path}?fields=*`, headers);
    await world.send("/nowhere");
    const lines = (await world.stop()).filter(({ req }) => req !== undefined);
    expect(lines).toHaveLength(2);
    const [post, nowhere] = lines;
    expect(post).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: world.process.child.pid,
      hostname: hostname(),
      req: {
        id: "from-the-proxy",
        method: "GET",
        url: `${path}?fields=*`,
        remoteAddress: "127.0.0.1",
        headers: { host: new URL(world.url).host, "user-agent": "test/1" },
      },
      res: { statusCode: 200, bytes: answer.body.length },
      responseTime: expect.any(Number),
      route: "/api/public/v1/post/{organizationSlug}/{slug}",
      keyId: world.keyId,
      organizationSlug: "acme",
      msg: "request completed",
    });
    expect(post?.time).toBeGreaterThanOrEqual(before);
    expect(post?.time).toBeLessThanOrEqual(Date.now());
    expect(nowhere).toMatchObject({ level: 40, res: { statusCode: 404 }, code: "path-not-found" });
    expect(nowhere).not.toHaveProperty("route");
  });

  it("has a line without a problem for a page of the dashboard", async () => {
    const world = await StandaloneWorld.open();
    await world.send("/dashboard/sign-in");
    const line = (await world.stop()).find(({ req }) => req !== undefined);
    expect(line).toMatchObject({ level: 30, res: { statusCode: 200 } });
    expect(line).not.toHaveProperty("code");
  });

  it("never contains a key, in any part of a request", async () => {
    const world = await StandaloneWorld.open("--log-level", "debug");
    const { key } = world;
    await world.send(path, { "x-api-key": key });
    await world.send(`${path}?api_key=${key}`, { referer: `http://x/${key}`, "user-agent": key });
    await world.send(`/api/public/v1/post/acme/${key.replaceAll("_", "%5F")}`, { "x-forwarded-for": key });
    await world.send(path, { "x-request-id": key, authorization: `Bearer ${key}`, cookie: key });
    await world.stop();
    const secret = key.split("_").at(-1) ?? "";
    expect(world.process.output()).not.toContain(secret);
    expect(world.process.output()).toContain(`postern_${world.keyId}_[redacted]`);
  });

  it("never contains sign-in secrets, and neither do the metrics", async () => {
    const world = await StandaloneWorld.openShared("--metrics", "0");
    const metricsUrl = await world.metricsUrl();
    const link = await world.createLink();
    const page = await world.send(`/dashboard/sign-in?token=${link}`);
    expect([page.status, page.headers["referrer-policy"]]).toEqual([200, "same-origin"]);
    const referer = `${world.url}/dashboard/sign-in?token=${link}`;
    await world.send("/dashboard/nothing", { referer });
    await world.send(`/dashboard/sign-in?"a\\"b=${link}\\`);
    await world.send(`/dashboard/sign-in/openid-connect/callback?state=x&code=${link}`);
    const metrics = await (await fetch(metricsUrl)).text();
    const asked = (await world.stop()).flatMap(({ req }) => (req === undefined ? [] : [req]));
    expect(asked.map(({ url, headers }) => headers["referer"] ?? url)).toEqual([
      "/dashboard/sign-in?[redacted]",
      `${world.url}/dashboard/sign-in?[redacted]`,
      "/dashboard/sign-in?[redacted]",
      "/dashboard/sign-in/openid-connect/callback?[redacted]",
    ]);
    await world.restart("--log", "text");
    await world.send(`/dashboard/sign-in?token=${link}`, { "x-request-id": "abc" });
    await world.process.stop();
    expect(world.process.output()).toMatch(/ GET \/dashboard\/sign-in\?\[redacted\] 200 .* id=abc$/m);
    expect(metrics).toContain("postern_http_request_duration_seconds");
    expect(metrics + JSON.stringify(asked) + world.process.output()).not.toContain(link);
  });

  it("loses no line when the server is stopped", async () => {
    const world = await StandaloneWorld.open();
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const requests = Array.from({ length: 1000 }, async () => {
      const [answer] = (await once(get(`${world.url}${path}`, { agent }), "response")) as [IncomingMessage];
      await answer.resume().toArray();
    });
    await Promise.all(requests);
    const lines = await world.stop();
    agent.destroy();
    expect(lines.filter(({ res }) => res?.statusCode === 200)).toHaveLength(1000);
  });

  it("has a line soon, even if no others follow", async () => {
    const world = await StandaloneWorld.open();
    await world.send(path);
    await expect.poll(() => world.lines().some(({ req }) => req?.url === path)).toBe(true);
  });

  it("counts the lines that a slow reader has lost", async () => {
    const world = await StandaloneWorld.open("--metrics", "0");
    const metricsUrl = await world.metricsUrl();
    const countDropped = async (): Promise<number> => {
      const text = await (await fetch(metricsUrl)).text();
      return Number(/^postern_log_lines_dropped (\d+)$/m.exec(text)?.[1]);
    };
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const requests = 3000;
    // 16 MiB wait at the most, and these are 21.
    const url = `${world.url}/${"x".repeat(7000)}`;
    world.process.child.stdout?.pause();
    await Promise.all(
      Array.from({ length: requests }, async () => {
        const [answer] = (await once(get(url, { agent }), "response")) as [IncomingMessage];
        await answer.resume().toArray();
      }),
    );
    expect(await countDropped()).toBeGreaterThan(0);
    world.process.child.stdout?.resume();
    const countWritten = (): number =>
      world.process.output().match(/"msg":"request completed"/g)?.length ?? 0;
    await expect.poll(async () => countWritten() + (await countDropped())).toBe(requests);
    agent.destroy();
  });

  it("omits levels below --log-level", async () => {
    const world = await StandaloneWorld.open();
    await world.restart("--log-level", "warn");
    await world.send("/healthz");
    await world.send(path);
    await world.send("/nowhere");
    expect((await world.stop()).map(({ level }) => level)).toEqual([40]);
  });

  /** Starts a server whose log goes where the shell's words say. Its metrics are at `metrics`. */
  async function serveInto(words: string): Promise<{ server: ChildProcess; url: string; metrics: string }> {
    const [port, metrics] = [await freePort(), await freePort()];
    const command = `exec "${process.execPath}" "${postern}" serve --storage memory: --log json --port ${port} --metrics ${metrics} ${words}`;
    const server = spawn("sh", ["-c", command], { cwd: scratchDirectory(), stdio: "ignore" });
    releaseAfterUse(() => server.kill("SIGKILL"));
    const url = `http://127.0.0.1:${port}`;
    await until(async () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return { server, url, metrics: `http://127.0.0.1:${metrics}/metrics` };
  }

  async function droppedAt(metrics: string): Promise<number> {
    const text = await (await fetch(metrics)).text();
    return Number(/^postern_log_lines_dropped (\d+)$/m.exec(text)?.[1]);
  }

  /** Sends a request whose line is longer than 7 KB: the log writes after every third. */
  const ask = async (url: string, name = ""): Promise<number> =>
    (await fetch(`${url}/${name}${"x".repeat(7000)}`)).status;

  it("goes on when its reader has gone, counts the lost lines, and has the lines for the next reader", async () => {
    const pipe = join(scratchDirectory(), "log");
    execFileSync("mkfifo", [pipe]);
    // Opening a named pipe waits for the other side.
    const first = openReader(pipe);
    const { server, url, metrics } = await serveInto(`> "${pipe}"`);
    await first.waitFor("Postern serves");
    first.end();
    const asked = 20;
    for (let request = 0; request < asked; request++) expect(await ask(url)).toBe(404);
    await expect.poll(() => droppedAt(metrics)).toBeGreaterThan(0);
    const second = openReader(pipe);
    let dropped = 0;
    await until(async () => {
      await ask(url, "later");
      dropped = Number(/Dropped (\d+) lines of the log: EPIPE/.exec(second.text())?.[1] ?? 0);
      return dropped > 0;
    });
    expect(dropped).toBe(await droppedAt(metrics));
    server.kill("SIGTERM");
    await once(server, "exit");
  });

  it.skipIf(smallDiskIsMissing())("resumes after a full disk", async () => {
    const disk = mountSmallDisk("128k");
    releaseAfterUse(disk.remove);
    const [file, ballast] = [join(disk.path, "log"), join(disk.path, "ballast")];
    writeFileSync(ballast, "x".repeat(65_536));
    const { server, url, metrics } = await serveInto(`>> "${file}"`);
    const asked = 40;
    for (let request = 0; request < asked; request++) expect(await ask(url)).toBe(404);
    expect(readFileSync(file, "utf8").split("x".repeat(7000)).length).toBeLessThan(asked);
    rmSync(ballast);
    execFileSync("mount", ["-o", "remount,size=16m", disk.path]);
    const linesOf = (): string[] => readFileSync(file, "utf8").trim().split("\n");
    await until(
      async () => linesOf().filter((line) => line.includes('"code":"path-not-found"')).length === asked,
    );
    for (const line of linesOf()) expect(() => void JSON.parse(line)).not.toThrow();
    expect(await droppedAt(metrics)).toBe(0);
    server.kill("SIGTERM");
    await once(server, "exit");
  });

  it("does not keep a stopping server when its reader does not read", async () => {
    const world = await StandaloneWorld.open();
    world.process.child.stdout?.pause();
    // More than a pipe holds.
    for (let request = 0; request < 60; request++) await world.send(`/${"x".repeat(7000)}`);
    const ended = once(world.process.child, "exit");
    world.process.child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    world.process.child.stdout?.resume();
  });
});

describe("request ids", () => {
  it.each(["", "a b", "x".repeat(129), "é"])("are generated if %j was sent", async (given) => {
    const world = await StandaloneWorld.open("--log", "none");
    const answer = await world.send(path, { "x-request-id": given });
    expect(answer.headers["x-request-id"]).toMatch(/^[\da-f]{32}$/);
  });

  it("are unique for many requests", async () => {
    const world = await StandaloneWorld.open("--log", "none");
    const ids = new Set<unknown>();
    for (let count = 0; count < 600; count++) ids.add((await world.send(path)).headers["x-request-id"]);
    expect(ids.size).toBe(600);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/);
  });
});

describe("with --log text", () => {
  it("is readable text", async () => {
    const world = await StandaloneWorld.open("--log", "text");
    await world.send(`${path}?%1b[2J`, { "x-request-id": "abc", "x-api-key": world.key });
    await world.process.stop();
    expect(world.process.output()).toMatch(
      new RegExp(
        `^\\d\\d:\\d\\d:\\d\\d\\.\\d{3} GET ${path}\\?%1b\\[2J 400 [\\d.]+ ms \\d+ B invalid-parameter key=${world.keyId} id=abc$`,
        "m",
      ),
    );
  });
});

describe("with --log none", () => {
  it("is silent except for server events", async () => {
    const world = await StandaloneWorld.open("--log", "none");
    await world.send(path);
    await world.send("/nowhere");
    await world.process.stop();
    expect(world.process.output()).toMatch(/^Postern serves fs:\S+ at \S+\n$/);
  });
});
