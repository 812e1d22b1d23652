import { beforeAll, expect, it } from "vitest";
import { expectProblem, type OpenStorage, World } from "./world.ts";

/** Text that no response may contain. */
const marker = "<p>kept from the public</p>";

const long = "a".repeat(10_000);

/** Parts of paths that name nothing, and have been known to name something they must not. */
const hostile = [
  "%2F",
  "acme%2Fhello",
  "..%2F..",
  "..%2fsecret%2fhidden",
  "..",
  "%2e%2e",
  "%2E.",
  ".",
  "%00",
  "hello%00",
  "hello%00.html",
  "hel%0Alo",
  "hello%20",
  "%20hello",
  "HELLO",
  "hello%2F",
  "hello!",
  "hello:",
  "hello%3Fx",
  "hello%23",
  "hello%5C",
  "hello$",
  "hello+",
  "organization",
  "post!hello",
  "__proto__",
  "constructor",
  "%EF%BC%8E%EF%BC%8E",
  "%25%32%65",
  "a%CC%81",
  long,
  "%61".repeat(3000),
  "%F0%9F%98%80".repeat(80),
];

const malformed = ["%", "%zz", "%ff", "%c0%ae", "%ed%a0%80", "hello%", "%e6%97"];

/** Tests how paths are read. Only published posts are found, and no path causes a fault. */
export function describePaths(openStorage: OpenStorage): void {
  const world = World.forSuite(openStorage);
  beforeAll(async () => {
    await world.api.organizations.create({ slug: "secret", name: "S", siteUrl: "https://s.example" });
    await world.createPost({ name: "Hello", html: marker });
    await world.api.posts.create("secret", { name: "Hidden", html: marker });
    await world.createPost({ name: "Draft", status: "draft", html: marker });
  });

  const status = async (path: string): Promise<number> => {
    const response = await world.get(path);
    const text = await response.text();
    expect(text).not.toContain(marker);
    return response.status;
  };

  it.each(hostile.map((part) => [part.slice(0, 24), part]))("finds no post at %s", async (_name, part) => {
    expect([400, 404]).toContain(await status(`/post/acme/${part}/x`));
    // URL parsers remove `.` and `..`, so the rest is another path.
    const left = /^(?:\.|%2e)+$/i.test(part) ? [404, 200] : [400, 404];
    expect(left).toContain(await status(`/post/acme/${part}`));
  });

  it.each(hostile.map((part) => [part.slice(0, 24), part]))(
    "finds no organization at %s",
    async (_name, part) => {
      for (const path of [
        `/post/${part}`,
        `/post/${part}/hello`,
        `/post/${part}/sitemap`,
        `/sitemap/${part}`,
      ]) {
        expect([400, 404]).toContain(await status(path));
      }
    },
  );

  it.each(malformed)("returns 400 for the malformed escape %s", async (part) => {
    for (const path of [`/post/${part}`, `/post/${part}/hello`, `/post/acme/${part}`, `/sitemap/${part}`]) {
      const problem = await expectProblem(await world.get(path), 400, "malformed-path");
      expect(problem.detail).toMatch(/organizationSlug|slug/);
    }
  });

  it("decodes an escaped slug once", async () => {
    expect((await world.get("/post/%61cme/h%65llo")).status).toBe(200);
    expect((await world.get("/post/acme/hello/")).status).toBe(200);
    expect(await status("/post/acme/h%2565llo")).toBe(404);
  });

  it("treats an escaped `sitemap` as the slug of a post, which does not exist", async () => {
    const problem = await expectProblem(await world.get("/post/acme/%73itemap"), 404, "post-not-found");
    expect(problem.detail).toContain("slug");
  });

  it("distinguishes an unknown organization from an unknown post", async () => {
    for (const path of ["/post/nobody", "/post/nobody/hello"]) {
      await expectProblem(await world.get(path), 404, "organization-not-found");
    }
    const problems = new Set<string>();
    for (const slug of ["nothing", "hidden", "draft"]) {
      const response = await world.get(`/post/acme/${slug}`);
      problems.add(JSON.stringify(await expectProblem(response, 404, "post-not-found")));
    }
    expect(problems.size).toBe(1);
  });

  it.each([
    ["/api/public/v1/post/acme", 0],
    ["/api/public/v1/post/acme/hello", 0],
    ["/api/public/v1/post/acme/nothing", 0],
    ["/api/public/v1/post/nobody", 0],
    ["/api/public/v1/knowledge-base", 0],
    ["/api/public/v1/sitemap/acme", 0],
    ["/", 1],
    ["/about", 1],
    ["/api/public/v1", 1],
    ["/api/public/v1/post", 1],
    ["/api/public/v1/post/", 1],
    ["/api/public/v1/post//hello", 1],
    ["/api/public/v1/post/acme/hello/more", 1],
    ["/api/public/v1/knowledge-base/x/y", 1],
    ["/api/public/v2/post/acme", 1],
    ["/API/public/v1/post/acme", 1],
    ["//api/public/v1/post/acme", 1],
  ])("passes %s on %i times", async (path, times) => {
    let passed = 0;
    const response = await world.api.handler({
      request: new Request(`http://localhost${path}`),
      ip: "",
      platform: undefined,
      env: () => undefined,
      passThrough: () => void passed++,
      waitUntil: () => undefined,
    });
    expect(passed).toBe(times);
    if (times === 1) await expectProblem(response, 404, "path-not-found");
  });
}
