import { join } from "node:path";
import { startRedis } from "../storage-drivers/_redis_server.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import type { EnteredFunction } from "./entered_functions.ts";
import { type KeyedPost, TracedServer } from "./traced_server.ts";

const postPath = "/api/public/v1/post/acme/hello";
const cli = "dist/adapters/cli/main.js";

/** A way to serve whose requests are traced. */
export type TraceName =
  | "createPublicApi, memory"
  | "serve, memory"
  | "serve, LMDB"
  | "serve, Redis"
  | "PUT by the admin API, memory"
  | "postern serve, LMDB"
  | "postern demo, memory";

/** The functions that a warm request for a post with a key enters, by the way it is served. Redis needs `redis-server`. */
export const traces: Readonly<Record<TraceName, () => Promise<EnteredFunction[]>>> = {
  "createPublicApi, memory": async () => belowServer(await traceServe("memory:")),
  "serve, memory": async () => traceServe("memory:"),
  "serve, LMDB": async () => inDirectory(async (path) => traceServe(`lmdb:${path}`)),
  "serve, Redis": traceRedis,
  "PUT by the admin API, memory": tracePut,
  "postern serve, LMDB": async () => inDirectory(async (path) => tracePosternServe(`lmdb:${path}`)),
  "postern demo, memory": tracePosternDemo,
};

/** The part of a trace that is the same for all servers. */
function belowServer(entered: readonly EnteredFunction[]): EnteredFunction[] {
  return entered.filter(({ file }) => !file.startsWith("adapters/"));
}

async function traceServe(setting: string): Promise<EnteredFunction[]> {
  return withServer(["test/trace/seeded_server.mjs", setting], async (server) =>
    server.trace(await seededPost(server)),
  );
}

async function tracePut(): Promise<EnteredFunction[]> {
  return withServer(["test/trace/seeded_server.mjs", "memory:"], async (server) => {
    const { url, key } = await seededPost(server);
    let number = 0;
    const toBody = (): string => JSON.stringify({ name: "Hello", html: `<p>Version ${++number}</p>` });
    return server.trace({ url: url.replace(postPath, "/api/admin/v1/posts/hello"), key, toBody });
  });
}

async function traceRedis(): Promise<EnteredFunction[]> {
  const redis = await startRedis();
  try {
    return await traceServe(redis.url);
  } finally {
    await redis.stop();
  }
}

/** With its defaults, which log each request and compress, and with metrics. */
async function tracePosternServe(setting: string): Promise<EnteredFunction[]> {
  const { key } = await withServer(["test/trace/seeded_server.mjs", setting], seededPost);
  const command = [cli, "serve", "--storage", setting, "--port", "0", "--metrics", "0"];
  return withServer(command, async (server) => {
    const [origin = ""] = await server.waitFor(/serves \S+ at (http:\/\/[^/\s]+)/);
    return server.trace({ url: `${origin}${postPath}`, key });
  });
}

async function tracePosternDemo(): Promise<EnteredFunction[]> {
  return withServer([cli, "demo", "--storage", "memory:", "--port", "0"], async (server) => {
    const [url = "", key = ""] = await server.waitFor(/'(http:\S+\/faq)' -H 'x-api-key: ([^']+)'/);
    return server.trace({ url, key });
  });
}

async function seededPost(server: TracedServer): Promise<KeyedPost> {
  const [key = "", origin = ""] = await server.waitFor(/^(\S+) works at (\S+)/m);
  return { url: `${origin}${postPath}`, key };
}

async function withServer<Result>(
  command: string[],
  action: (server: TracedServer) => Promise<Result>,
): Promise<Result> {
  const server = new TracedServer(...command);
  try {
    return await action(server);
  } finally {
    await server.stop();
  }
}

async function inDirectory<Result>(action: (path: string) => Promise<Result>): Promise<Result> {
  const { path, remove } = temporaryDirectory();
  try {
    return await action(join(path, "data"));
  } finally {
    remove();
  }
}
