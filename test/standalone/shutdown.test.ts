import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StandaloneWorld } from "./standalone_world.ts";

const body = '{"text":"A text that comes in two parts"}';
let world: StandaloneWorld;
let sockets: Socket[] = [];

beforeEach(async () => {
  world = await StandaloneWorld.openShared("--shutdown-timeout", "3");
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await world.close();
});

/** A connection, and all that was answered on it. */
async function open(): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
  sockets.push(socket);
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, answer: () => answer };
}

/** Begins a request whose body is still to come. */
async function beginRequest(): Promise<{ socket: Socket; answer: () => string }> {
  const connection = await open();
  connection.socket.write(
    `POST /api/public/v1/knowledge-base HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${world.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  await pause(100);
  return connection;
}

describe("a stop by SIGTERM", () => {
  it("finishes the request under way, tells that it is not ready, and takes no connection", async () => {
    const slow = await beginRequest();
    const idle = await open();
    idle.socket.write("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(idle.socket, "data");
    world.process.child.kill("SIGTERM");
    await pause(200);
    await expect(world.send("/healthz")).rejects.toThrow("ECONNREFUSED");
    idle.socket.write("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(idle.socket, "close");
    expect(idle.answer()).toMatch(
      /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 503 [^]*connection: close[^]*shutting down\n$/i,
    );
    slow.socket.write(body.slice(10));
    await once(slow.socket, "close");
    expect(slow.answer()).toMatch(/^HTTP\/1\.1 201 /);
    expect(await world.process.exit).toBe(0);
    expect(world.lines().map(({ res }) => res?.statusCode)).toContain(201);
  });

  it("cuts off what is still under way after --shutdown-timeout", async () => {
    const hanging = await beginRequest();
    world.process.child.kill("SIGTERM");
    await once(hanging.socket, "close");
    expect(await world.process.exit).toBe(0);
    const told = world.lines().find(({ level, req }) => level === 40 && req === undefined);
    expect(told?.msg).toBe("Cut off 1 connection with a request under way after 3 seconds");
  });

  it("ends at once by a second signal", async () => {
    await beginRequest();
    world.process.child.kill("SIGTERM");
    await pause(200);
    const begun = performance.now();
    world.process.child.kill("SIGTERM");
    await once(world.process.child, "exit");
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(world.process.child.signalCode).toBe("SIGKILL");
  });
});
