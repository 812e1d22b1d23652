import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { Standalone } from "../../adapters/standalone/create_standalone.ts";
import type { Log } from "../../adapters/standalone/log/log.ts";
import { type ServingParts, shutDown } from "../../adapters/standalone/shut_down.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { startPostern } from "../adapters/start_process.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { StandaloneWorld } from "./standalone_world.ts";

const body = '{"text":"A text that comes in two parts"}';
/** All but the end of the headers. */
const readyz = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n";
let world: StandaloneWorld;

/** A connection, and all that was answered on it. */
async function open(url = world.url): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  releaseAfterUse(() => socket.destroy());
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, answer: () => answer };
}

/** Begins a request whose body is still to come. The server has it when it says that the body may follow. */
async function beginRequest(url = world.url): Promise<{ socket: Socket; answer: () => string }> {
  const connection = await open(url);
  connection.socket.write(
    `POST /api/${url === world.url ? "public/v1/knowledge-base" : "admin/v1/posts"} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${world.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await until(async () => connection.answer() === "HTTP/1.1 100 Continue\r\n\r\n");
  connection.socket.write(body.slice(0, 10));
  return connection;
}

/** Sends SIGTERM, and waits until it is seen that the server has begun to stop. */
async function beginToStop(): Promise<void> {
  world.process.child.kill("SIGTERM");
  await until(async () =>
    world.send("/healthz").then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === "ECONNREFUSED",
    ),
  );
}

describe("a stop by SIGTERM", () => {
  it("finishes pending requests, reports that it is not ready, and accepts no connection", async () => {
    world = await StandaloneWorld.openShared("--shutdown-timeout", "3600");
    const slow = await beginRequest();
    const kept = await open();
    // The second request is begun when the first is answered, since both came in one packet.
    kept.socket.write(`${readyz}\r\n${readyz}`);
    await once(kept.socket, "data");
    await beginToStop();
    kept.socket.write("\r\n");
    await once(kept.socket, "close");
    expect(kept.answer()).toMatch(
      /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 503 [^]*connection: close[^]*shutting down\n$/i,
    );
    slow.socket.write(body.slice(10));
    await once(slow.socket, "close");
    expect(slow.answer()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
    expect(await world.process.exit).toBe(0);
    expect(world.lines().map(({ res }) => res?.statusCode)).toContain(201);
  });

  it("closes pending requests after --shutdown-timeout", async () => {
    world = await StandaloneWorld.openShared("--shutdown-timeout", "2");
    const hanging = await beginRequest();
    world.process.child.kill("SIGTERM");
    await once(hanging.socket, "close");
    expect(hanging.answer()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    expect(await world.process.exit).toBe(0);
    const told = world.lines().find(({ level, req }) => level === 40 && req === undefined);
    expect(told?.msg).toBe("Cut off 1 connection with pending requests after 2 seconds");
  });

  it.each([["one process"], ["workers", "--workers", "2"]])(
    "closes connections without a request on every port, of %s",
    async (_name, ...flags) => {
      const ports = ["--metrics", "0", "--admin-port", "0"];
      world = await StandaloneWorld.openShared("--shutdown-timeout", "3600", ...ports, ...flags);
      const urls = [world.url, await world.adminUrl(), await world.metricsUrl()];
      for (const url of urls) {
        for (const sent of ["", "GET", readyz]) {
          const { socket } = await open(url);
          socket.write(sent);
        }
        // Before a connection is closed, it must have reached a worker.
        expect((await fetch(url)).status).toBeLessThan(500);
      }
      expect(await world.process.stop()).toBe(0);
      expect(world.process.output()).not.toContain("Cut off");
      expect(world.process.output()).not.toContain("Killed");
    },
  );

  it("cuts off pending requests of the admin port, too, and counts no connection without a request", async () => {
    world = await StandaloneWorld.openShared("--shutdown-timeout", "1", "--admin-port", "0");
    const admin = await world.adminUrl();
    const hanging = await beginRequest(admin);
    for (const url of [world.url, admin]) await open(url);
    expect(await world.process.stop()).toBe(0);
    expect(hanging.answer()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    expect(world.process.output()).toContain("Cut off 1 connection with pending requests after 1 seconds");
  });

  it("ends immediately after a second signal", async () => {
    world = await StandaloneWorld.openShared("--shutdown-timeout", "3600");
    const hanging = await beginRequest();
    await beginToStop();
    world.process.child.kill("SIGTERM");
    await world.process.exit;
    expect(world.process.child.signalCode).toBe("SIGKILL");
    expect(hanging.answer()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  });
});

describe("a signal during the start", () => {
  it("is handled, and bounds a start that does not end", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    releaseAfterUse(() => silent.close());
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const started = startPostern(`serve --storage redis://127.0.0.1:${port} --shutdown-timeout 0`);
    await once(silent, "connection");
    expect(await started.stop()).toBe(130);
  });
});

describe("shutDown", () => {
  const log = { message: () => undefined, flush: () => undefined } as unknown as Log;
  const standalone = { drain: () => undefined } as unknown as Standalone;

  it.each([
    ["events that never end", { stopEvents: () => new Promise<void>(() => undefined) }],
    ["events that fail", { stopEvents: () => Promise.reject(new Error("failed")) }],
    ["a server that fails", { servers: [{ drain: () => Promise.reject(new Error("failed")) }] }],
  ])("closes the store in spite of %s", async (_name, broken) => {
    const parts = {
      standalone,
      log,
      servers: [],
      stopEvents: async () => undefined,
      metricsServer: undefined,
    };
    let isClosed = false;
    const storage = { ...memoryDriver(), dispose: () => void (isClosed = true) };
    await shutDown({ ...parts, ...broken, storage } as unknown as ServingParts, 0).catch(() => undefined);
    expect(isClosed).toBe(true);
  });
});
