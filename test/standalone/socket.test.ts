import { once } from "node:events";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { runPostern, type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { findRecipes } from "../proxies/_recipes.ts";
import { isMissing, startNginx } from "../proxies/_started_proxy.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { publishPost } from "../storage-drivers/_publish_post.ts";
import { until } from "../storage-drivers/_redis_server.ts";

const path = "/api/public/v1/post/acme/hello";

interface Served {
  socket: string;
  process: StartedProcess;
  key: string;
}

/** Serves a store with a post on a socket. */
async function serve(...flags: string[]): Promise<Served> {
  const folder = scratchDirectory();
  const storage = `lmdb:${join(folder, "store")}`;
  const driver = await openStorageDriver(storage);
  const key = await publishPost(createPublicApi({ storage: driver }));
  await driver.dispose?.();
  const socket = join(folder, "http.sock");
  return { socket, process: await start(socket, ["--storage", storage, ...flags]), key };
}

async function start(socket: string, flags: string[]): Promise<StartedProcess> {
  const started = startPostern(["serve --socket", socket, ...flags].join(" "));
  await started.waitFor(/Postern serves/);
  return started;
}

/** Returns the status of a response at a socket. */
async function statusAt(socketPath: string, headers: Record<string, string> = {}): Promise<number> {
  const sent = request({ socketPath, path, headers, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  await response.resume().toArray();
  return response.statusCode ?? 0;
}

describe("postern serve --socket", () => {
  it("listens on a socket for owner and group, names it, and removes it at the end", async () => {
    const { socket, process } = await serve("--log", "json");
    expect(await statusAt(socket)).toBe(200);
    expect(statSync(socket).mode & 0o777).toBe(0o660);
    expect(process.output()).toContain(`at http://unix:${socket}:/api/public/v1"`);
    expect(await process.stop()).toBe(0);
    expect(process.output()).toContain('"remoteAddress":null');
    expect(existsSync(socket)).toBe(false);
  });

  it("removes the socket of a killed server when it starts", async () => {
    const { socket, process } = await serve();
    process.child.kill("SIGKILL");
    await process.exit;
    expect(existsSync(socket)).toBe(true);
    await start(socket, ["--storage memory:"]);
    expect(await statusAt(socket)).toBe(404);
  });

  it("is shared by workers, also while they are replaced", async () => {
    const { socket, process } = await serve("--workers", "2");
    expect(process.output()).toContain(`at http://unix:${socket}:/api/public/v1, with 2 workers`);
    const statuses: Promise<number>[] = [];
    process.child.kill("SIGHUP");
    const isReloaded = (): boolean => process.output().includes('"msg":"Reloaded"');
    await until(async () => {
      statuses.push(statusAt(socket));
      await statuses.at(-1);
      return isReloaded();
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    expect(statSync(socket).mode & 0o777).toBe(0o660);
    expect(await process.stop()).toBe(0);
    expect(existsSync(socket)).toBe(false);
  });

  it.skipIf(isMissing("nginx"))("serves nginx, with the clients' addresses", async () => {
    const { socket, key } = await serve("--trust-proxy", "1");
    const recipe = findRecipes().find(({ code }) => code.includes("unix:"));
    const { origin } = await startNginx(recipe?.code ?? "", socket);
    const response = await fetch(origin + path, { method: "OPTIONS", headers: { "x-api-key": key } });
    expect(response.headers.get("x-client-address")).toBe("127.0.0.1");
    expect((await fetch(origin + path)).status).toBe(200);
  });

  it.each([
    ["a file that is no socket", "file", [], 1, "is not a socket"],
    ["a socket of another process", "live", [], 1, "another process listens on"],
    ["a folder that does not exist", "missing/http.sock", [], 1, "does not exist"],
    ["a path that is too long", "x".repeat(108), [], 1, "has more than 107 bytes"],
    ["no path", "", [], 1, "must be a path"],
    ["a port", "http.sock", ["--port", "3000"], 2, "leave out --port"],
    ["a host", "http.sock", ["--host", "127.0.0.1"], 2, "leave out --host"],
    ["networks of proxies", "http.sock", ["--trust-proxy", "10.0.0.0/8"], 1, "must be the number of proxies"],
    ["an admin port without --api-origin", "http.sock", ["--admin-port", "0"], 1, "needs --api-origin"],
  ])("refuses %s", async (_name, name, flags, code, message) => {
    const cwd = scratchDirectory();
    writeFileSync(join(cwd, "file"), "kept");
    const other = createServer().listen(join(cwd, "live"));
    await once(other, "listening");
    releaseAfterUse(() => other.close());
    const ran = runPostern(["serve", "--storage", "memory:", "--socket", name, ...flags], { cwd });
    expect(ran.error).toContain(message);
    expect(ran.code).toBe(code);
    expect(existsSync(join(cwd, "file"))).toBe(true);
    rmSync(join(cwd, "file"));
  });

  it("counts before the port and host of the environment", async () => {
    const socket = join(scratchDirectory(), "http.sock");
    const started = startPostern("serve --storage memory:", {
      env: { POSTERN_SOCKET: socket, POSTERN_PORT: "1", HOST: "x" },
    });
    await started.waitFor(/Postern serves/);
    expect(await statusAt(socket)).toBe(404);
  });
});
