import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { StandaloneWorld } from "./standalone_world.ts";

const body = '{"text":"A text that comes in two parts"}';
/** All but the end of the headers. */
const readyz = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n";
let world: StandaloneWorld;

/** A connection, and all that was answered on it. */
async function open(): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
  releaseAfterUse(() => socket.destroy());
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, answer: () => answer };
}

/** Begins a request whose body is still to come. The server has it when it says that the body may follow. */
async function beginRequest(): Promise<{ socket: Socket; answer: () => string }> {
  const connection = await open();
  connection.socket.write(
    `POST /api/public/v1/knowledge-base HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${world.key}\r\n` +
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
