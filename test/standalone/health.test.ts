import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import { redisIsMissing, startRedis, until } from "../storage-drivers/_redis_server.ts";
import type { LogLine } from "./standalone_world.ts";

let server: StartedProcess;
let url: string;

describe.skipIf(redisIsMissing())("health", () => {
  const redis = startForSuite(startRedis);
  afterEach(() => redis().process.kill("SIGCONT"));

  async function start(): Promise<void> {
    server = startPostern(`serve --storage ${redis().url} --port 0`);
    [, url = ""] = await server.waitFor(/at (http:\S+?)\/api\/public\/v1/);
  }

  it("is at /healthz and /readyz, for GET and HEAD, and is not cached", async () => {
    await start();
    for (const path of ["/healthz", "/readyz", "/readyz?verbose"]) {
      const answer = await fetch(url + path);
      expect([answer.status, await answer.text()]).toEqual([200, "ok\n"]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const head = await fetch(url + path, { method: "HEAD" });
      expect([head.status, head.headers.get("content-length")]).toEqual([200, "3"]);
    }
    const post = await fetch(`${url}/healthz`, { method: "POST" });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await fetch(`${url}/healthz/`)).status).toBe(404);
  });

  it("responds to any Host of a load balancer", async () => {
    await start();
    for (const [path, host, status] of [
      ["/readyz?verbose", "a b", 200],
      ["/healthz", "a, b", 200],
      ["/healthz/", "a b", 400],
    ] as const) {
      const [answer] = (await once(get(url + path, { headers: { host } }), "response")) as [IncomingMessage];
      expect(answer.resume().statusCode).toBe(status);
    }
  });

  it("is alive but not ready while the store hangs, and then ready again", async () => {
    await start();
    redis().process.kill("SIGSTOP");
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, "the store does not respond\n"]);
    expect(ready.headers.get("retry-after")).toBe("5");
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    redis().process.kill("SIGCONT");
    await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  });

  it("logs the reason of a 503 with the request's id", async () => {
    await start();
    redis().process.kill("SIGSTOP");
    const answer = await fetch(`${url}/api/public/v1/post/acme`, { headers: { "x-request-id": "broken" } });
    expect([answer.status, answer.headers.get("x-request-id")]).toEqual([503, "broken"]);
    redis().process.kill("SIGCONT");
    await server.stop();
    const lines = server.output().trimEnd().split("\n");
    const failed = lines.map((line) => JSON.parse(line) as LogLine).filter(({ level }) => level === 50);
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({
      req: { id: "broken" },
      res: { statusCode: 503 },
      code: "store-unavailable",
      err: { type: "StoreUnavailableError", stack: expect.stringContaining("caused by: ") as string },
    });
  });
});
