import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { metricTable } from "../../lib/http/metric_table.ts";
import { scratchDirectory, startForSuite } from "../servers/release_after_use.ts";
import { StandaloneWorld } from "../standalone/standalone_world.ts";
import { OtlpReceiver, type ReceivedSpan } from "./otlp_receiver.ts";
import { sdkDirectory, sdkIsMissing } from "./start_sdk.ts";
import { postRoute } from "./traced_world.ts";

const page = readFileSync("docs/operating.md", "utf8");
/** The file of docs/operating.md that starts the SDK. */
const [, starter = ""] = /```js\n\/\/ otel\.mjs\n([^]*?)```/.exec(page) ?? [];

describe("the table of metrics", () => {
  it("has the names and labels of docs/operating.md", () => {
    const rows = page.matchAll(/^\| `(?<name>postern_\w+)` +\| (?<labels>[^|]*) \|/gm);
    const documented = Array.from(rows, ({ groups = {} }) => [
      groups["name"],
      Array.from(groups["labels"]?.matchAll(/\w+/g) ?? [], String),
    ]);
    const table = Object.entries(metricTable).map(([name, { labels = [] }]) => [name, labels]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(table));
  });
});

/** Starts `postern serve`, with a file that Node loads first and a receiver. */
async function serve(url: string, code: string, ...flags: string[]): Promise<StandaloneWorld> {
  const folder = scratchDirectory();
  const file = join(folder, "otel.mjs");
  writeFileSync(file, code);
  symlinkSync(join(sdkDirectory, "node_modules"), join(folder, "node_modules"));
  vi.stubEnv("NODE_OPTIONS", `--import ${pathToFileURL(file).href}`);
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", url);
  vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json");
  try {
    return await StandaloneWorld.openShared("--log", "json", ...flags);
  } finally {
    vi.unstubAllEnvs();
  }
}

describe.skipIf(sdkIsMissing())("postern serve --otel", () => {
  const receiver = startForSuite(() => OtlpReceiver.start());
  const path = "/api/public/v1/post/acme/short";
  const requestsOf = (spans: readonly ReceivedSpan[]): ReceivedSpan[] =>
    spans.filter(({ kind }) => kind === "server");

  it("exports a request and its metrics before it ends, as docs/operating.md shows", async () => {
    const { spans } = receiver();
    const world = await serve(receiver().url, starter, "--otel", "--metrics", "0");
    const metrics = await (await fetch(await world.metricsUrl())).text();
    expect((await world.send(path, { "x-api-key": world.key })).status).toBe(200);
    expect((await world.send("/healthz")).status).toBe(200);
    expect((await world.send("/dashboard/sign-in")).status).toBe(200);
    const lines = await world.stop();
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    const [request, page, ...others] = requestsOf(spans);
    expect(others).toEqual([]);
    expect(page?.name).toBe("GET /dashboard/sign-in");
    expect(request).toMatchObject({ name: `GET ${postRoute}`, isError: false });
    expect(request?.attributes).toMatchObject({ "postern.key.id": world.keyId, "postern.quota.left": 1999 });
    const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(below.map(({ name }) => name)).toContain("store.query");
    const names = new Set(receiver().points.map(({ name }) => name));
    // Counters are exported from their first count on.
    const uncounted = Object.keys(metricTable).filter((name) => !name.endsWith("_total"));
    expect([...names]).toEqual(expect.arrayContaining(uncounted));
    for (const name of names) expect(metrics).toContain(`# TYPE ${name} `);
    expect(receiver().text).not.toContain(world.key);
  });

  it("is internal below the span of an instrumented server, which gets the route", async () => {
    const { spans } = receiver();
    spans.length = 0;
    const instrumented = `
import { createRequire } from "node:module";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { NodeSDK } from "@opentelemetry/sdk-node";
new NodeSDK({ serviceName: "postern", instrumentations: [new HttpInstrumentation()] }).start();
createRequire(import.meta.url)("node:http");
`;
    const world = await serve(receiver().url, instrumented, "--otel");
    expect((await world.send(path)).status).toBe(200);
    await world.stop();
    const [server, ...others] = requestsOf(spans);
    expect(others).toEqual([]);
    expect(server).toMatchObject({ name: `GET ${postRoute}` });
    const request = spans.find(({ parentSpanId }) => parentSpanId === server?.spanId);
    expect(request).toMatchObject({ name: `GET ${postRoute}`, kind: "internal" });
  });

  it("exports the requests of its workers", async () => {
    const { spans } = receiver();
    spans.length = 0;
    const world = await serve(receiver().url, starter, "--otel", "--workers", "2");
    await world.send(path);
    await world.send(path);
    await world.stop();
    expect(requestsOf(spans)).toHaveLength(2);
  });

  it("says so if no SDK was started", async () => {
    for (const flags of [["--otel"], []]) {
      const world = await serve(receiver().url, "", ...flags);
      expect((await world.send(path)).status).toBe(200);
      const lines = await world.stop();
      const warnings = lines.filter(({ msg }) => msg.includes("--otel exports no traces"));
      expect(warnings).toHaveLength(flags.length);
    }
  });
});
