/**
 * CPU time of a read with a key, from the request to the response, without the server and its bytes. It is measured without the option
 * `telemetry`, with it and no SDK, and with the SDK of OpenTelemetry. Each has processes of its own, because code that two of them share is
 * slower. The report has the least time of several processes.
 *
 * Run it with `npm run bench:telemetry`, after `npm ci --prefix test/opentelemetry/sdk`.
 */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { openTelemetry } from "../lib/api/opentelemetry/mod.ts";
import { type HandleIncoming, type Incoming, incomingHandlerOf } from "../lib/http/mod.ts";
import { createPublicApi } from "../lib/mod.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";

/** Share of the traces that the SDK records, or undefined without the SDK. */
const modes: Readonly<Record<string, { hasOption: boolean; share: number | undefined }>> = {
  "without the option": { hasOption: false, share: undefined },
  "without the option, with an SDK": { hasOption: false, share: 1 },
  "without an SDK": { hasOption: true, share: undefined },
  "no request recorded": { hasOption: true, share: 0 },
  "1 request in 10 recorded": { hasOption: true, share: 0.1 },
  "all requests recorded": { hasOption: true, share: 1 },
};

const target = "/api/public/v1/post/acme/hello";
const processes = 5;
const rounds = 25;
const requests = 4000;

interface Sdk {
  BatchSpanProcessor: new (options: object) => object;
  NodeSDK: new (options: object) => { start(): void };
  TraceIdRatioBasedSampler: new (share: number) => object;
}

/** Starts the SDK with an exporter that drops everything. */
function startSdk(share: number): void {
  const load = createRequire(`${process.cwd()}/test/opentelemetry/sdk/package.json`);
  const sdk = { ...load("@opentelemetry/sdk-node"), ...load("@opentelemetry/sdk-trace") } as Sdk;
  const exporter = {
    export: (_spans: unknown, done: (result: { code: number }) => void) => done({ code: 0 }),
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  new sdk.NodeSDK({
    autoDetectResources: false,
    instrumentations: [],
    metricReaders: [],
    sampler: new sdk.TraceIdRatioBasedSampler(share),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, maxQueueSize: 100_000 })],
  }).start();
}

/** Creates an API with a post and a key. Returns its handler and the key. */
async function open(hasOption: boolean): Promise<{ handle: HandleIncoming; key: string }> {
  const api = createPublicApi({
    storage: memoryDriver(),
    insight: false,
    rateLimit: { perDay: 1_000_000_000 },
    ...(hasOption && { telemetry: openTelemetry() }),
  });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { name: "Hello", html: `<p>${"A sentence. ".repeat(1000)}</p>` });
  const { id: userId } = await api.users.create({ name: "Ann" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Bench" });
  const handle = incomingHandlerOf(api.handler);
  if (handle === undefined) throw new Error("Cannot measure: the API has no handler");
  return { handle, key };
}

/** Measures in this process, and prints the least CPU time of a request in microseconds. */
async function measure(mode: string): Promise<void> {
  const { hasOption, share } = modes[mode] ?? { hasOption: false, share: undefined };
  if (share !== undefined) startSdk(share);
  const { handle, key } = await open(hasOption);
  const sent = new Map([
    ["x-api-key", key],
    ["host", "api.example"],
  ]);
  const { signal } = new AbortController();
  const headers = { get: (name: string) => sent.get(name) ?? null, has: (name: string) => sent.has(name) };
  const url = `http://api.example${target}`;
  const rest = { address: "127.0.0.1", body: null, request: new Request(url), signal, passOn: () => false };
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    for (let request = 0; request < requests; request++) {
      const incoming: Incoming = { method: "GET", target, headers, url, ...rest };
      const outgoing = await handle(incoming);
      if (outgoing?.status !== 200) throw new Error(`Cannot measure: status ${outgoing?.status}`);
    }
    const { user, system } = process.cpuUsage(before);
    if (round > 2) least = Math.min(least, (user + system) / requests);
    await new Promise(setImmediate);
  }
  console.log(least);
}

const [, script = "", only] = process.argv;
if (only === undefined) {
  const least = new Map<string, number>();
  for (let run = 0; run < processes; run++) {
    for (const mode of Object.keys(modes)) {
      const time = Number(execFileSync(process.execPath, [script, mode], { encoding: "utf8" }));
      least.set(mode, Math.min(least.get(mode) ?? Infinity, time));
    }
  }
  for (const [mode, time] of least) console.log(`${mode.padEnd(34)}${time.toFixed(1)} µs`);
} else {
  await measure(only);
}
