import { context, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { type MetricName, metricTable } from "../../lib/http/metric_table.ts";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import type { AtomicDriver, SendWebhook } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { untilIdle } from "../until_idle.ts";
import { sdkIsMissing } from "./start_sdk.ts";
import { hello, postRoute, TracedWorld, type TracedOptions } from "./traced_world.ts";

const world = TracedWorld.forFile();

/** A driver whose queries wait for the end of the tick, so that concurrent requests share one. */
function batchingDriver(): AtomicDriver {
  const driver = slowDriver(memoryDriver(), 3);
  const atEndOfTick = (run: () => void): void => void setImmediate(run);
  return { ...driver, atomic: forwardAtomic(driver.atomic, { atEndOfTick }) };
}

describe.skipIf(sdkIsMissing())("the context of a request", () => {
  it.each<[name: string, open: () => AtomicDriver]>([
    ["memory", memoryDriver],
    ["a slow store", () => slowDriver(memoryDriver(), 3)],
    ["a store with batches", batchingDriver],
    ["LMDB", () => lmdbDriver({ path: scratchDirectory() })],
  ])("holds in code of the host and in calls to the store: %s", async (_name, open) => {
    const storage = open();
    releaseAfterUse(() => storage.dispose?.());
    const seen: (string | undefined)[] = [];
    const activeId = (): string | undefined => trace.getActiveSpan()?.spanContext().spanId;
    const findMember = async (): Promise<null> => {
      const before = activeId();
      await new Promise(setImmediate);
      seen.push(before === activeId() ? before : undefined);
      return null;
    };
    await world.open({ identity: { findMember } }, storage);
    const sent = Array.from({ length: 5 }, async () =>
      world.send(hello, { headers: { "x-api-key": world.key } }),
    );
    await Promise.all(sent);
    const spans = await world.spans();
    const requests = spans.filter(({ kind }) => kind === "server");
    expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(5);
    expect(new Set(seen)).toEqual(new Set(requests.map(({ spanId }) => spanId)));
    for (const { spanId, traceId } of requests) {
      const below = spans.filter(({ parentSpanId }) => parentSpanId === spanId);
      expect(below.map(({ name }) => name)).toContain("store.query");
      expect(below.every((span) => span.traceId === traceId)).toBe(true);
    }
    expect(spans.filter(({ parentSpanId }) => parentSpanId === "")).toHaveLength(5);
  });

  it("ends with the request: work after the response is in no trace", async () => {
    await world.open({ adminApi: true }, batchingDriver());
    const body = JSON.stringify({ name: "New", html: "<p>New</p>" });
    const headers = { "x-api-key": world.key, "content-type": "application/json" };
    expect(await world.send("/api/admin/v1/posts", { method: "POST", headers, body })).toBe(201);
    const during = [...(await world.spans())];
    expect(during.map(({ name }) => name)).toEqual(expect.arrayContaining(["store.query", "store.commit"]));
    await untilIdle(world.api);
    expect((await world.spans()).slice(during.length)).toEqual([]);
  });

  it("is that of the caller for methods of the library", async () => {
    await world.open({}, batchingDriver());
    await world.api.posts.get({ organizationSlug: "acme", slug: "hello" });
    expect(await world.spans()).toEqual([]);
    await trace.getTracer("host").startActiveSpan("host", async (span) => {
      await world.api.posts.get({ organizationSlug: "acme", slug: "hello" });
      span.end();
    });
    const [read, host] = await world.spans();
    expect(read).toMatchObject({ name: "store.getMany", parentSpanId: host?.spanId });
  });
});

describe.skipIf(sdkIsMissing())("the trace of a dashboard", () => {
  it.each([
    ["/dashboard/sign-in", "/dashboard/sign-in", 200],
    ["/dashboard/o/acme/posts/hello", "/dashboard/o/{organization}/posts/{slug}", 200],
    ["/dashboard/invitations", "/dashboard/invitations", 200],
    ["/dashboard/o/acme/none/of/these", undefined, 404],
  ])("has the route of the page: %s", async (path, route, status) => {
    await world.open();
    const identify = (): { id: string; name: string } => ({ id: world.userId, name: "Ann" });
    const dashboard = createDashboard(world.api, path.endsWith("sign-in") ? {} : { identify });
    const response = await dashboard.fetch(new Request(`http://cms.example${path}`));
    expect(response.status).toBe(status);
    const [request] = await world.requests();
    expect(request).toMatchObject({ name: route === undefined ? "GET" : `GET ${route}`, kind: "server" });
    expect(request?.attributes["http.route"]).toBe(route);
  });

  it("has the exception of a page that fails", async () => {
    const driver = memoryDriver();
    const getMany = (): never => {
      throw new Error("no answer");
    };
    await world.open({ storage: { ...driver, atomic: forwardAtomic(driver.atomic, { getMany }) } }, driver);
    const identify = (): { id: string; name: string } => ({ id: world.userId, name: "Ann" });
    const dashboard = createDashboard(world.api, { identify });
    const { status } = await dashboard.fetch(new Request("http://cms.example/dashboard/o/acme/posts"));
    expect(status).toBe(503);
    const request = (await world.requests()).at(-1);
    expect(request).toMatchObject({ isError: true, attributes: { "http.response.status_code": 503 } });
    expect(request?.exceptions).toHaveLength(1);
  });
});

describe.skipIf(sdkIsMissing())("the trace of a webhook", () => {
  const secret = "a random text of 32 characters or more";
  const url = "https://hooks.example:8443/services/T0001/path-is-secret";

  /** Opens an API with a webhook, whose requests get a status, and publishes a post in a request. */
  async function deliver(options: TracedOptions, status = 204): Promise<Record<string, string>> {
    const sent: Record<string, string>[] = [];
    const send: SendWebhook = async ({ headers }) => {
      sent.push({ ...headers });
      return { status, body: new Uint8Array() };
    };
    await world.open({ secret, webhooks: { send }, adminApi: true, ...options });
    await world.api.webhooks.create("acme", { url, events: ["post.published"] });
    await untilIdle(world.api);
    await world.forget();
    const headers = { "x-api-key": world.key, "content-type": "application/json" };
    const body = JSON.stringify({ name: "New", html: "<p>New</p>", status: "published" });
    expect(await world.send("/api/admin/v1/posts", { method: "POST", headers, body })).toBe(201);
    await untilIdle(world.api);
    expect(sent).toHaveLength(1);
    return sent[0] ?? {};
  }

  it.each([
    [204, false],
    [410, true],
  ])("is a trace of its own, without the path of the URL: %s", async (status, isError) => {
    const headers = await deliver({}, status);
    expect(Object.keys(headers).filter((name) => /trace|baggage|b3/i.test(name))).toEqual([]);
    const webhook = (await world.spans()).find(({ kind }) => kind === "client");
    expect(webhook).toMatchObject({ name: "POST", parentSpanId: "", isError });
    expect(webhook?.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.response.status_code": status,
      "server.address": "hooks.example",
      "server.port": 8443,
    });
    expect(world.receiver.text).not.toContain("path-is-secret");
  });

  it("is sent as traceparent, without baggage, if the host allows it", async () => {
    const baggage = propagation.createBaggage({ tenant: { value: "host" } });
    const headers = await context.with(propagation.setBaggage(ROOT_CONTEXT, baggage), async () =>
      deliver({ traces: { webhookTraceparent: true } }),
    );
    const webhook = (await world.spans()).find(({ kind }) => kind === "client");
    expect(headers["traceparent"]).toBe(`00-${webhook?.traceId}-${webhook?.spanId}-01`);
    expect(headers).not.toHaveProperty("baggage");
    expect(headers).toHaveProperty("webhook-signature");
  });
});

describe.skipIf(sdkIsMissing())("metrics", () => {
  it("have the names, labels and units of the table of metrics", async () => {
    await world.open();
    await world.send(hello, { headers: { "x-api-key": world.key } });
    await world.send(hello, { headers: { "x-api-key": "none" } });
    await world.spans();
    expect(world.receiver.points.length).toBeGreaterThan(0);
    for (const { name, attributes, unit, bounds } of world.receiver.points) {
      const row = metricTable[name as MetricName];
      expect(Object.keys(attributes)).toEqual(row.labels ?? []);
      expect(unit).toBe(row.unit ?? "");
      expect(bounds).toEqual(row.buckets);
    }
    const count = (status: number): number | undefined =>
      world.receiver.points.find(
        ({ name, attributes }) =>
          name === "postern_http_request_duration_seconds" &&
          attributes["status"] === status &&
          attributes["route"] === postRoute &&
          attributes["method"] === "GET",
      )?.value;
    const before = [count(200), count(401)].map(Number);
    await world.send(hello);
    await world.send(hello);
    await world.spans();
    expect(count(200)).toBe(Number(before[0]) + 2);
    expect(count(401)).toBe(before[1]);
  });
});
