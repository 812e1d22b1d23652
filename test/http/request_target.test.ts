import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

const base = "/content/api/public/v1";
const adminBase = "/content/api/admin/v1";

/** Paths that would lead to a post, or out of the API, if a server or proxy resolved them. */
const refused = [
  "/..\\..\\..\\dashboard/sign-in",
  "/%2e%2e\\%2e%2e\\admin/v1/members",
  "/../../admin/v1/members",
  "/%2E%2e/v1/post/acme",
  "/.%2e/v1/post/acme",
  "/%2e./v1/post/acme",
  "/./post/acme",
  "/post/%2e/acme",
  "/post/acme/..",
  "/post/acme/../",
  "/post/acme/%2E",
  "/post/acme/one/../one",
  "/post\\acme",
  "/post%5cacme",
  "/post/acme/%5C",
  "/post/acme/\u0001",
  "/post/acme/one\t",
  "/post/acme/one\u007f",
  "/post/acme/%00",
  "/post/acme/one%0d%0a",
  "/post/acme/%1F",
  "/post/acme/%7f",
  "/post/acme/a b",
  "/post/acme/grüße",
];

/** Similar paths that are allowed but have no resource. */
const allowed = [
  "/post/acme/...",
  "/post/acme/.one",
  "/post/acme/one.",
  "/post/acme/..one",
  "/post/acme/one;a=..",
  "/post/acme/%252e%252e",
  "/post/acme/%2e%2e%2f",
  "/post/acme/%20",
  "/post/acme/gr%C3%BC%C3%9Fe",
  "/post/acme/none#/../..",
];

interface Handled {
  status: number;
  body: { type: string; code: string; detail: string };
  isPassedOn: boolean;
}

describe("a path", () => {
  let api: PublicApi;
  beforeEach(async () => {
    api = createPublicApi({ storage: memoryDriver(), basePath: "/content", adminApi: true });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "One" });
  });

  /** Sends a request with an unresolved URL, because some runtimes do not resolve URLs. */
  async function handle(target: string, origin = "http://localhost", host?: string): Promise<Handled> {
    let isPassedOn = false;
    const headers = host === undefined ? {} : { host };
    const request = new Request("http://localhost", { headers });
    Object.defineProperty(request, "url", { value: origin + target, configurable: true });
    const response = await api.handler({
      request,
      ip: "",
      platform: undefined,
      env: () => undefined,
      waitUntil: () => undefined,
      passThrough: () => (isPassedOn = true),
    });
    return { status: response.status, body: (await response.json()) as Handled["body"], isPassedOn };
  }

  it.each(refused)("of the API is refused and not passed to the host: %j", async (path) => {
    for (const target of [base + path, `${base}${path}?token=x`, adminBase + path]) {
      const { status, body, isPassedOn } = await handle(target);
      expect([status, body.code, isPassedOn]).toEqual([400, "malformed-path", false]);
      expect(body.type).toBe("/content/api/public/v1/docs/problems#malformed-path");
      expect(body.detail).toMatch(/^The path must /);
    }
  });

  it.each(allowed)("that only looks invalid is looked up: %j", async (path) => {
    const { status, body } = await handle(base + path);
    expect([status, body.code]).toEqual([404, "post-not-found"]);
  });

  it("ends where the query begins", async () => {
    const { status, body } = await handle(`${base}/post/acme/none?a=../..\\..\\`);
    expect([status, body.code]).toEqual([400, "invalid-parameter"]);
  });

  it.each([
    "/x/../content/api/public/v1/post/acme",
    "/content\\api/public/v1/post/acme",
    "/content/./api/public/v1",
  ])("that resolves to the API but has a different prefix belongs to the host: %j", async (target) => {
    const { status, body, isPassedOn } = await handle(target);
    expect([status, body.code, isPassedOn]).toEqual([400, "malformed-path", true]);
  });

  it("is refused if a Request keeps it unresolved", async () => {
    for (const path of ["/post/acme/%5C", "/post/acme/%00"]) {
      expect((await api.fetch(new Request(`http://localhost${base}${path}`))).status).toBe(400);
    }
  });

  it.each([`${base}/post/acme`, `${base}/post/acme?limit=5`, `${base}/post/acme/`])(
    "is served if the runtime gives no host: %s",
    async (target) => {
      for (const host of [undefined, "localhost"]) {
        expect(await handle(target, "", host)).toMatchObject({ status: 200, isPassedOn: false });
      }
    },
  );

  it.each([
    `/x${base}/post/acme`,
    `//localhost${base}/post/acme`,
    `/x://localhost${base}/post/acme`,
    `/?http://localhost${base}/post/acme`,
  ])("is matched as it was sent if the runtime gives no host: %s", async (target) => {
    const { status, body, isPassedOn } = await handle(target, "");
    expect([status, body.code, isPassedOn]).toEqual([404, "path-not-found", true]);
  });

  it.each([
    "",
    "*",
    "localhost:443",
    base.slice(1),
    `xx${base}/post/acme`,
    `http:${base}/post/acme`,
    `http://${base}/post/acme`,
    `ftp://localhost${base}/post/acme`,
    `http://user@localhost${base}/post/acme`,
    `http://localhost:99999${base}/post/acme`,
    `http://a b${base}/post/acme`,
  ])("is refused, and belongs to the host, if it is not certain: %j", async (url) => {
    const { status, body, isPassedOn } = await handle(url, "");
    expect([status, body.code, isPassedOn]).toEqual([400, "malformed-path", true]);
  });

  it.each([
    "",
    " ",
    "localhost, localhost",
    "localhost/x",
    "localhost?",
    "localhost#",
    "localhost\\x",
    "user@localhost",
    "localhost:99999",
    "localhost:x",
    "a b",
    "[::1",
    "%6cocalhost",
  ])("is refused, and belongs to the host, with the Host %j", async (host) => {
    const { status, body, isPassedOn } = await handle(`${base}/post/acme`, "http://localhost", host);
    expect([status, body.code, isPassedOn]).toEqual([400, "invalid-header", true]);
  });

  it.each([
    "localhost",
    "localhost:",
    "LOCALHOST:80",
    "127.0.0.1:3000",
    "[::1]:3000",
    "my_service",
    "a.example.",
  ])("is served with the Host %j", async (host) => {
    expect((await handle(`${base}/post/acme`, `http://${host}`, host)).status).toBe(200);
  });

  it.each([
    ["localhost", 200],
    ["cms.example", 403],
  ])(
    "of the Model Context Protocol is served if the runtime gives no host, as by localhost: %s",
    async (name, status) => {
      const served = createPublicApi({ storage: memoryDriver(), mcp: mcp({ hosts: [name] }) });
      await served.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      const params = {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      };
      const init = {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
      };
      const url = { value: "/api/public/v1/mcp/acme", configurable: true };
      const request = Object.defineProperty(new Request("http://localhost", init), "url", url);
      expect((await served.fetch(request)).status).toBe(status);
    },
  );

  it.each(["?a=", "#", "?", "/#?", "/?#"])(
    "is not taken from the query or fragment after %s",
    async (start) => {
      const { status, body } = await handle(`${start}${base}/post/acme`);
      expect([status, body.code]).toEqual([404, "path-not-found"]);
    },
  );
});
