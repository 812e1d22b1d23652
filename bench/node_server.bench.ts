// The Node server beside others that serve the same API, and beside a bare one that sends the same bytes.
// `npm run bench:node-server` prints the table and keeps it in bench/results/node_server.md. It needs wrk (apt-get install wrk).
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { createServer as createHattipServer } from "@hattip/adapter-node";
import { FastResponse, serve as serveSrvx } from "srvx";
import { serve } from "../adapters/node.ts";
import { createPublicApi, type PublicApi } from "../lib/mod.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";

const path = "/api/public/v1/post/acme/hello";
const rounds = Number(process.env["ROUNDS"] ?? 5);
const seconds = 3;

interface Target {
  port: number;
  key: string;
}

/** Each answers the same request with the same bytes. */
const contenders: Record<string, (api: PublicApi, key: string) => Promise<number>> = {
  "bare node:http, a prepared Buffer": listenBare,
  "postern/node": async (api) => (await serve(api, { port: 0 })).port,
  srvx: listenSrvx,
  "@hattip/adapter-node": (api) => listen(createHattipServer(api.handler)),
};

const [, , role, name = ""] = process.argv;
if (role === "serve") await answerRequests(name);
else await compare();

async function answerRequests(contender: string): Promise<void> {
  const api = createPublicApi({ storage: memoryDriver(), dailyRequestLimit: 1_000_000_000 });
  const key = await publish(api);
  const port = (await contenders[contender]?.(api, key)) ?? 0;
  process.stdout.write(JSON.stringify({ port, key } satisfies Target));
}

/** A post of about 12 KB of JSON, and a key to read it with. */
async function publish(api: PublicApi): Promise<string> {
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const user = await api.users.create({ name: "Ann" });
  await api.users.addToOrganization(user.id, { organizationSlug: "acme", role: "viewer" });
  const section = (index: number): string => `<h2>Question ${index}?</h2><p>${"word ".repeat(70)}</p>`;
  await api.posts.create("acme", {
    name: "Hello",
    html: Array.from({ length: 10 }, (_, i) => section(i)).join(""),
  });
  const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: user.id, name: "Bench" });
  return key;
}

async function listenBare(api: PublicApi, key: string): Promise<number> {
  const request = new Request(`http://localhost${path}`, { headers: { "x-api-key": key } });
  const response = await api.fetch(request);
  const headers = Object.fromEntries(response.headers);
  const body = Buffer.from(await response.arrayBuffer());
  return listen(createServer((_incoming, outgoing) => outgoing.writeHead(200, headers).end(body)));
}

async function listenSrvx(api: PublicApi): Promise<number> {
  const context = {
    ip: "",
    platform: { Response: FastResponse },
    env: () => undefined,
    passThrough: () => undefined,
    waitUntil: () => undefined,
  };
  const fetch = (request: Request): Promise<Response> | Response => api.handler({ request, ...context });
  const server = serveSrvx({ port: 0, hostname: "127.0.0.1", silent: true, fetch });
  await server.ready();
  return Number(new URL(server.url ?? "").port);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** One contender after the other, round after round, so that a machine that slows down slows all. */
async function compare(): Promise<void> {
  const rates = new Map(Object.keys(contenders).map((contender) => [contender, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [contender, measured] of rates) measured.push(await measure(contender));
  }
  const medians = [...rates].map(([contender, measured]) => [contender, median(measured)] as const);
  const [, bare = 1] = medians[0] ?? [];
  const rows = medians.map(
    ([contender, rate]) => `| ${contender} | ${rate.toFixed(0)} | ${(rate / bare).toFixed(2)} |`,
  );
  const table = `# The Node server, single post with key

Medians of ${rounds} rounds of ${seconds} s, in turns, wrk with 32 connections; memory store. Node ${process.version}, ${cpus()[0]?.model}.

| server | requests per second | of the bare server |
|---|---:|---:|
${rows.join("\n")}
`;
  mkdirSync("bench/results", { recursive: true });
  writeFileSync("bench/results/node_server.md", table);
  process.stdout.write(table);
}

async function measure(contender: string): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "serve", contender]);
  const [output] = (await once(child.stdout, "data")) as [Buffer];
  const { port, key } = JSON.parse(output.toString()) as Target;
  const wrk = ["-t1", "-c32", `-d${seconds}s`, "-H", `x-api-key: ${key}`, `http://127.0.0.1:${port}${path}`];
  const report = execFileSync("wrk", wrk, { encoding: "utf8" });
  child.kill("SIGKILL");
  if (/Non-2xx/.test(report))
    throw new Error(`Cannot measure ${contender}: it did not answer with 200\n${report}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]);
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
