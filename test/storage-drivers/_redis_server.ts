import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "../free_port.ts";
import { programIsMissing } from "../program_is_missing.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

/** A Redis server of a test. */
export interface RedisServer {
  port: number;
  url: string;
  process: ChildProcess;
  /** Sends one command on a separate connection. */
  command(...parts: [string, ...string[]]): Promise<unknown>;
  /** Kills the server as in a power cut, and keeps its files. */
  kill(): Promise<void>;
  /** Starts the server again with its files. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** True if tests on Redis cannot run here. With `CI` set, this is an error. */
export function redisIsMissing(): boolean {
  return programIsMissing({ command: "redis-server", install: "redis-server" });
}

/** Starts a server on a free port of the loopback interface. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const { path, remove } = temporaryDirectory();
  const port = await freePort();
  const spawnServer = (): ChildProcess =>
    spawn(
      "redis-server",
      ["--port", String(port), "--bind", "127.0.0.1", "--dir", path, "--save", "", ...settings],
      { stdio: "ignore" },
    );
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    process: spawnServer(),
    command: (...parts) => sendCommand(port, parts),
    kill: () => end(server.process, "SIGKILL"),
    restart: async () => {
      server.process = spawnServer();
      await untilReady(server);
    },
    stop: async () => {
      await server.kill();
      remove();
    },
  };
  await untilReady(server);
  return server;
}

/** A Redis cluster of a test. */
export interface RedisCluster {
  nodes: RedisServer[];
  url: string;
  stop(): Promise<void>;
}

/** Starts a cluster of three nodes. */
export async function startRedisCluster(...more: string[]): Promise<RedisCluster> {
  const settings = ["--cluster-enabled", "yes", "--cluster-node-timeout", "2000", ...more];
  const nodes = await Promise.all([1, 2, 3].map(() => startRedis(...settings)));
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
  execFileSync("redis-cli", ["--cluster", "create", ...hosts, "--cluster-yes"], { stdio: "ignore" });
  for (const node of nodes) {
    await until(async () => String(await node.command("CLUSTER", "INFO")).includes("cluster_state:ok"));
  }
  return {
    nodes,
    url: `redis+cluster://${hosts.join(",")}`,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

export async function until(condition: () => Promise<boolean>, milliseconds = 50_000): Promise<void> {
  const end = performance.now() + milliseconds;
  for (;;) {
    if (await condition().catch(() => false)) return;
    if (performance.now() > end) throw new Error(`The condition did not hold within ${milliseconds} ms`);
    await pause(20);
  }
}

export async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(process)) return;
  const exited = once(process, "exit");
  process.kill(signal);
  await exited;
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function untilReady(server: RedisServer): Promise<void> {
  await until(async () => (await server.command("PING")) === "PONG");
}

async function sendCommand(port: number, [name, ...values]: [string, ...string[]]): Promise<unknown> {
  const client = new Redis({ port, lazyConnect: true, retryStrategy: () => null, connectTimeout: 1000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await client.call(name, ...values);
  } finally {
    client.disconnect();
  }
}
