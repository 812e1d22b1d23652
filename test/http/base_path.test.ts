import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

describe("basePath", () => {
  let api: PublicApi;
  beforeEach(async () => {
    api = createPublicApi({ storage: memoryDriver(), basePath: "/content/v2.0" });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (const name of ["One", "Two"]) await api.posts.create("acme", { name });
  });
  const get = (path: string): Promise<Response> => api.fetch(new Request(`http://localhost${path}`));

  it("precedes every path of the API", async () => {
    expect((await get("/content/v2.0/api/public/v1/post/acme/one")).status).toBe(200);
    expect((await get("/content/v2.0/api/public/v1/sitemap/acme")).status).toBe(200);
    for (const path of [
      "/api/public/v1/post/acme",
      "/content/v2x0/api/public/v1/post/acme",
      "/content/v2.0//api/public/v1/post/acme",
      "/x/content/v2.0/api/public/v1/post/acme",
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });

  it("needs not be in the address of the next page, which is relative", async () => {
    const list = "/content/v2.0/api/public/v1/post/acme";
    const first = await get(`${list}?limit=1&sort=name`);
    const next = /^<(\?[^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1];
    const { posts } = (await (await get(list + next)).json()) as { posts: { slug: string }[] };
    expect(posts.map(({ slug }) => slug)).toEqual(["two"]);
  });

  it("is in the type of every problem", async () => {
    for (const path of ["/content/v2.0/api/public/v1/post/none", "/elsewhere"]) {
      const { type } = (await (await get(path)).json()) as { type: string };
      expect(type).toMatch(/^\/content\/v2\.0\/api\/public\/v1\/docs\/problems#/);
    }
  });

  it.each([
    "content",
    "/",
    "/content/",
    "//a",
    "/a//b",
    "/a/../b",
    "/.",
    "/a b",
    "/%41",
    "/{a}",
    "/a?b",
    "/é",
  ])("is refused at the start if it is %j", (basePath) => {
    expect(() => createPublicApi({ storage: memoryDriver(), basePath })).toThrow(
      `Cannot create the API: basePath must be empty or a path such as "/content"`,
    );
  });

  it.each(["", "/a", "/a/b", "/v1.2", "/...", "/.well-known", "/~ann/_-"])("may be %j", (basePath) => {
    expect(() => createPublicApi({ storage: memoryDriver(), basePath })).not.toThrow();
  });
});
