import { context, createContextKey, propagation, ROOT_CONTEXT, trace, TraceFlags } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { sdkIsMissing } from "./start_sdk.ts";
import { hello, postRoute, type SentRequest, TracedWorld, type TracedOptions } from "./traced_world.ts";

/** The trace context that a sender claims. */
const claimed = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const traceparent = `00-${claimed.traceId}-${claimed.spanId}-01`;

const world = TracedWorld.forFile();

describe.skipIf(sdkIsMissing())("the trace of a request", () => {
  it("has a server span by the semantic conventions, and its call to the store below", async () => {
    await world.open();
    await world.send(hello, { headers: { "x-api-key": world.key } });
    await world.forget();
    expect(await world.send(hello, { headers: { "x-api-key": world.key } })).toBe(200);
    const [query, request, ...others] = await world.spans();
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      name: `GET ${postRoute}`,
      kind: "server",
      parentSpanId: "",
      links: [],
      isError: false,
      exceptions: [],
    });
    expect(request?.attributes).toEqual({
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "http.route": postRoute,
      "postern.key.id": world.keyId,
      "postern.organization.slug": "acme",
      "postern.quota.left": 1998,
      "server.address": "api.example",
      "url.path": hello,
      "url.scheme": "http",
    });
    expect(query).toMatchObject({ name: "store.query", kind: "internal", attributes: {}, isError: false });
    expect(query).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
  });

  it.each<[name: string, options: TracedOptions, sent: SentRequest, trusted: boolean | undefined]>([
    ["no trace context", {}, {}, undefined],
    ["a malformed one", { trustProxy: 1 }, { headers: { traceparent: "00-1-2-3" } }, undefined],
    [
      "two of them",
      { trustProxy: 1 },
      { headers: { traceparent: `${traceparent}, ${traceparent}` } },
      undefined,
    ],
    ["that of a client", {}, { headers: { traceparent } }, false],
    ["that of a client with an address", {}, { headers: { traceparent }, ip: "10.0.0.1" }, false],
    ["that of a proxy", { trustProxy: 1 }, { headers: { traceparent }, ip: "203.0.113.7" }, true],
    ["that of a proxy at a Unix socket", { trustProxy: 1 }, { headers: { traceparent } }, true],
    [
      "that of a named proxy",
      { trustProxy: ["10.0.0.0/8"] },
      { headers: { traceparent }, ip: "10.0.0.1" },
      true,
    ],
    [
      "that of another sender",
      { trustProxy: ["10.0.0.0/8"] },
      { headers: { traceparent }, ip: "11.0.0.1" },
      false,
    ],
    [
      "that of another sender with a forged chain",
      { trustProxy: ["10.0.0.0/8"] },
      { headers: { traceparent, "x-forwarded-for": "10.0.0.1, 10.0.0.1" }, ip: "11.0.0.1" },
      false,
    ],
    ["that of an unknown sender", { trustProxy: ["10.0.0.0/8"] }, { headers: { traceparent } }, false],
  ])(
    "continues the trace of a trusted proxy, and links others: %s",
    async (_name, options, sent, trusted) => {
      await world.open(options);
      await world.send(hello, sent);
      const [request] = await world.requests();
      expect(request).toMatchObject({
        kind: "server",
        parentSpanId: trusted === true ? claimed.spanId : "",
        links: trusted === false ? [claimed] : [],
      });
      expect(request?.traceId === claimed.traceId).toBe(trusted === true);
    },
  );

  it("takes no baggage from clients", async () => {
    let found: string | undefined;
    const see = (): void => void (found = propagation.getActiveBaggage()?.getEntry("role")?.value);
    const findMember = async (): Promise<null> => (see(), null);
    for (const trustProxy of [false, 1] as const) {
      await world.open({ trustProxy, identity: { findMember } });
      found = undefined;
      const headers = { "x-api-key": world.key, traceparent, baggage: "role=owner" };
      await world.send(hello, { headers });
      expect(found).toBe(trustProxy === 1 ? "owner" : undefined);
    }
  });

  it("is internal below a span of the host, whose trace it continues", async () => {
    await world.open({ trustProxy: 1 });
    await trace.getTracer("host").startActiveSpan("host", async (span) => {
      await world.send(hello, { headers: { traceparent } });
      span.end();
    });
    const [request, host] = await world.requests();
    expect(request).toMatchObject({ kind: "internal", links: [], traceId: host?.traceId });
    expect(request?.parentSpanId).toBe(host?.spanId);
  });

  it("has a server span below a remote span that the host has activated", async () => {
    await world.open();
    const remote = { ...claimed, isRemote: true, traceFlags: TraceFlags.SAMPLED };
    await context.with(trace.setSpanContext(ROOT_CONTEXT, remote), async () => world.send(hello));
    expect((await world.requests())[0]).toMatchObject({ kind: "server", parentSpanId: claimed.spanId });
  });

  it("gives the span of the host's server its route", async () => {
    await world.open();
    const metadata: { type: string; route?: string } = { type: "http" };
    const key = createContextKey("OpenTelemetry SDK Context Key RPC_METADATA");
    await context.with(ROOT_CONTEXT.setValue(key, metadata), async () => world.send(hello));
    expect(metadata.route).toBe(postRoute);
  });

  it("has the base path in its route", async () => {
    await world.open({ basePath: "/content" });
    await world.send(`/content${hello}`);
    expect((await world.requests())[0]?.attributes["http.route"]).toBe(`/content${postRoute}`);
  });

  it.each<[path: string, sent: SentRequest, status: number, name: string, attributes: object]>([
    [`${hello}-2`, {}, 404, `GET ${postRoute}`, { "postern.problem.code": "post-not-found" }],
    ["/api/public/v1/none/of/these", {}, 404, "GET", { "url.path": "/api/public/v1/none/of/these" }],
    [hello, { method: "PUT" }, 405, `PUT ${postRoute}`, { "http.request.method": "PUT" }],
    [
      hello,
      { method: "PROPFIND" },
      405,
      `HTTP ${postRoute}`,
      { "http.request.method": "_OTHER", "http.request.method_original": "PROPFIND" },
    ],
    [hello, { headers: { "x-api-key": "none" } }, 401, `GET ${postRoute}`, {}],
  ])("is no error below status 500: %s %j", async (path, sent, status, name, attributes) => {
    await world.open();
    expect(await world.send(path, sent)).toBe(status);
    const [request] = await world.requests();
    expect(request).toMatchObject({ name, isError: false, exceptions: [] });
    expect(request?.attributes).toMatchObject({ "http.response.status_code": status, ...attributes });
    expect(request?.attributes).not.toHaveProperty("error.type");
  });

  it("has the exception of a 5xx, with its causes and without secrets", async () => {
    const driver = memoryDriver();
    const query = (): never => {
      throw new Error(`no answer to ${world.key}`);
    };
    await world.open({ storage: { ...driver, atomic: forwardAtomic(driver.atomic, { query }) } }, driver);
    expect(await world.send(hello, { headers: { "x-api-key": world.key } })).toBe(503);
    const [stored, request] = await world.spans();
    expect(stored).toMatchObject({ name: "store.query", isError: true });
    expect(request).toMatchObject({ isError: true, attributes: { "error.type": "StoreUnavailableError" } });
    const [exception, ...others] = request?.exceptions ?? [];
    expect(others).toEqual([]);
    expect(exception?.["exception.type"]).toBe("StoreUnavailableError");
    expect(exception?.["exception.stacktrace"]).toContain("caused by: Error: no answer to postern_");
    expect(world.receiver.text).not.toContain(world.key);
  });

  it("has no secrets, queries and addresses, unless the host asks for the client's address", async () => {
    for (const clientAddress of [false, true]) {
      await world.open({ trustProxy: 1, traces: { clientAddress }, adminApi: true });
      await world.forget();
      const { token } = await world.api.sessions.createLink(world.userId);
      const headers = { "x-api-key": world.key, "x-forwarded-for": "198.51.100.20", "user-agent": "robot/1" };
      await world.send("/api/public/v1/search/acme?q=pineapple", { headers });
      await world.send(`/api/public/v1/post/acme/${world.key}`, { headers });
      await world.send(`/api/admin/v1/posts`, { method: "POST", headers, body: "pineapple" });
      const dashboard = createDashboard(world.api);
      await dashboard.fetch(new Request(`http://cms.example/dashboard/sign-in?token=${token}`));
      expect(await world.requests()).toHaveLength(4);
      const { text } = world.receiver;
      for (const secret of [world.key, token, "pineapple", "robot"]) expect(text).not.toContain(secret);
      expect(text.includes("198.51.100.20")).toBe(clientAddress);
    }
  });

  it("does not exist for paths of the host", async () => {
    await world.open();
    expect(await world.send("/about")).toBe(404);
    expect(await world.spans()).toEqual([]);
  });
});
