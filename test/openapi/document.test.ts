import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import { problems } from "../../lib/http/problems/problems.ts";
import type { OpenApiDocument } from "../../lib/http/openapi/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";

const create = (options: Partial<PublicApiOptions> = {}): PublicApi =>
  createPublicApi({ storage: memoryDriver(), clock: new ManualClock(), ...options });

const get = (api: PublicApi, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  api.fetch(new Request(`http://localhost${path}`, { headers }));

async function read(options: Partial<PublicApiOptions> = {}): Promise<OpenApiDocument> {
  const response = await get(create(options), `${options.basePath ?? ""}/api/public/v1/openapi.json`);
  expect(response.headers.get("content-type")).toBe("application/json");
  return (await response.json()) as OpenApiDocument;
}

const codesOf = (document: OpenApiDocument, path: string, method: string, status: number): string[] =>
  Object.values(document.paths[path]?.[method]?.responses[status]?.content ?? {}).flatMap(({ examples }) =>
    Object.keys(examples),
  );

describe("the OpenAPI document", () => {
  it("describes every endpoint, with a summary, a description and an example for every body", async () => {
    const { paths } = await read();
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId)).toEqual([
      "listPosts",
      "getPost",
      "listFaq",
      "getOrganization",
      "getSchema",
      "getMedia",
      "listTags",
      "listAuthors",
      "listRedirects",
      "getPostSitemap",
      "getOrganizationSitemap",
      "addKnowledge",
      "listKnowledge",
      "searchKnowledge",
      "getKnowledge",
      "putKnowledge",
      "deleteKnowledge",
      "searchPosts",
      "suggestPosts",
      "getContext",
      "listRelatedPosts",
      "getEvents",
      "getRss",
      "getAtom",
      "getJsonFeed",
      "getLlmsTxt",
      "getLlmsFullTxt",
      "getOpenApi",
      "getDocs",
      "getProblemDocs",
    ]);
    for (const { summary, description, responses, tags } of operations) {
      expect([summary, description, tags.length]).toEqual([
        expect.stringMatching(/\w/),
        expect.stringMatching(/\w/),
        1,
      ]);
      for (const { content = {} } of Object.values(responses)) {
        for (const { examples } of Object.values(content)) expect(Object.keys(examples)).not.toEqual([]);
      }
    }
  });

  it("has the limits that requests are held against", async () => {
    const { paths, components } = await read({ limits: { bodyBytes: 5000, textCharacters: 321 } });
    const limit = paths["/post/{organizationSlug}"]?.["get"]?.parameters?.find(
      ({ name }) => name === "limit",
    );
    expect(limit?.schema).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 50 });
    const body = paths["/knowledge-base"]?.["post"]?.requestBody;
    expect(body?.description).toContain("at most 5000 bytes");
    expect(body?.description).toContain("1 to 321 characters");
    expect(components.schemas["PostItem"]).toMatchObject({ additionalProperties: false, type: "object" });
    expect((await read({ rateLimit: { perDay: 7 } })).info.description).toContain("7 requests");
  });

  it("says that posts need a key where they do", async () => {
    const path = "/post/{organizationSlug}";
    const [open, closed] = [await read(), await read({ readAccess: "key" })];
    expect(open.paths[path]?.["get"]?.security).toEqual([{}, { apiKey: [] }]);
    expect(closed.paths[path]?.["get"]?.security).toEqual([{ apiKey: [] }]);
    expect(codesOf(open, path, "get", 401)).not.toContain("missing-key");
    expect(codesOf(closed, path, "get", 401)).toContain("missing-key");
    expect(closed.paths["/sitemap/{organizationSlug}"]?.["get"]?.security).toEqual([{}, { apiKey: [] }]);
  });

  it("leaves out the refusals that are turned off", async () => {
    const codes = async (options: Partial<PublicApiOptions>): Promise<string[]> =>
      codesOf(await read(options), "/knowledge-base", "post", 429);
    expect(await codes({})).toEqual(["quota-exceeded", "too-many-failures"]);
    expect(await codes({ rateLimit: { perSecond: 5, failures: false } })).toEqual([
      "quota-exceeded",
      "burst-exceeded",
    ]);
  });

  it("carries the base path", async () => {
    const { servers, components } = await read({ basePath: "/content" });
    expect(servers.map(({ url }) => url)).toEqual(["/content/api/public/v1"]);
    expect(components.examples["missing-key"]?.value).toMatchObject({
      type: "/content/api/public/v1/docs/problems#missing-key",
    });
    expect((await read()).servers.map(({ url }) => url)).toEqual(["/api/public/v1"]);
  });

  it("is the same bytes under the same ETag, and may be kept", async () => {
    const api = create();
    const first = await get(api, "/api/public/v1/openapi.json");
    const etag = first.headers.get("etag") ?? "";
    const again = await get(api, "/api/public/v1/openapi.json", { "if-none-match": etag });
    expect([again.status, again.headers.get("etag")]).toEqual([304, etag]);
    expect(first.headers.get("cache-control")).toContain("max-age=60");
    expect(first.headers.get("x-content-type-options")).toBe("nosniff");
    const other = await get(create({ readAccess: "key" }), "/api/public/v1/openapi.json");
    expect(other.headers.get("etag")).not.toBe(etag);
  });

  it("is readable without a key in every mode, and refuses a key that is none", async () => {
    const api = create({ readAccess: "key" });
    for (const path of ["openapi.json", "docs", "docs/problems", "docs/style.css"]) {
      expect((await get(api, `/api/public/v1/${path}`)).status).toBe(200);
      expect((await get(api, `/api/public/v1/${path}`, { "x-api-key": "x" })).status).toBe(401);
    }
  });
});

describe("the pages for people", () => {
  it.each(["/api/public/v1/docs", "/api/public/v1/docs/problems"])(
    "%s is small, safe and may be kept",
    async (path) => {
      const response = await get(create(), path);
      const text = await response.text();
      expect(text.length).toBeLessThan(180_000);
      // Examples may name other hosts as text. Attributes may not.
      expect(text).not.toMatch(/<script|style=|javascript:|\s(?:src|href|action|data)="(?:https?:)?\/\//);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain("unsafe");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const etag = response.headers.get("etag") ?? "";
      expect((await get(create(), path, { "if-none-match": etag })).status).toBe(304);
    },
  );

  it("have links that lead somewhere, under a base path too", async () => {
    const api = create({ basePath: "/content" });
    const pages = ["/content/api/public/v1/docs", "/content/api/public/v1/docs/problems"];
    for (const page of pages) {
      const text = await (await get(api, page)).text();
      const targets = [...text.matchAll(/href="([^"]+)"/g)].map(([, target = ""]) => target);
      expect(targets.length).toBeGreaterThan(20);
      for (const target of new Set(targets.filter((one) => one !== "data:,"))) {
        const [path = "", fragment] = target.split("#");
        const linked = await get(api, path === "" ? page : path);
        expect([target, linked.status]).toEqual([target, 200]);
        expect(await linked.text()).toContain(fragment === undefined ? "" : `id="${fragment}"`);
      }
    }
  });

  it("say of each problem what docs/problems.md says", async () => {
    const text = await (await get(create(), "/api/public/v1/docs/problems")).text();
    for (const [code, { title }] of Object.entries(problems)) {
      expect(text).toContain(`<section id="${code}">`);
      expect(text).toContain(title.replaceAll("'", "&#39;"));
    }
  });
});
