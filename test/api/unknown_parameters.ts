import { beforeAll, expect, it } from "vitest";
import { expectProblem, type OpenStorage, World } from "./world.ts";

/** Query parameters that no endpoint has. */
export function describeUnknownParameters(openStorage: OpenStorage): void {
  const world = World.forSuite(openStorage);
  beforeAll(async () => {
    await world.updateOrganization({ feeds: true });
    await world.createPost({ name: "Hello" });
  });

  const listed = "sort, limit, cursor, section, language, tag, notTag, author, updatedSince, total, fields";

  it.each(["page", "filter", "search", "writer", "LIMIT", "limit[]", "", "__proto__"])(
    "refuses %j on lists and single posts, and lists the known ones",
    async (name) => {
      for (const [path, known] of [
        ["/post/acme", listed],
        ["/post/acme/hello", "fields, format, preview"],
      ] as const) {
        const query = new URLSearchParams([[name, "2"]]).toString();
        const problem = await expectProblem(await world.get(`${path}?${query}`), 400, "invalid-parameter");
        expect(problem.detail).toBe(
          `The query parameter ${JSON.stringify(name)} is unknown: the endpoint takes ${known}`,
        );
      }
    },
  );

  it("refuses them at a post in Markdown", async () => {
    const headers = { accept: "text/markdown" };
    const response = await world.send("GET", "/post/acme/hello?page=2", { headers });
    const { detail } = await expectProblem(response, 400, "invalid-parameter");
    expect(detail).toContain('"page" is unknown');
  });

  it("refuses all of them at the knowledge base, and adds nothing", async () => {
    const { key } = await world.createKey();
    const response = await world.send("POST", "/knowledge-base?dryRun=1", {
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ text: "We are closed on Sundays" }),
    });
    const { detail } = await expectProblem(response, 400, "invalid-parameter");
    expect(detail).toBe('The query parameter "dryRun" is unknown: the endpoint takes no query parameters');
    for await (const text of world.api.knowledgeBase.iterate("acme")) expect.fail(text.id);
  });

  it.each([
    "/post/acme/sitemap",
    "/sitemap/acme",
    "/feed/acme/rss.xml",
    "/feed/acme/atom.xml",
    "/feed/acme/feed.json",
    "/llms/acme",
    "/llms-full/acme",
    "/openapi.json",
    "/docs",
  ])("ignores them at %s, where crawlers and caches add their own", async (path) => {
    const [plain, marked] = await Promise.all([world.get(path), world.get(`${path}?utm_source=x&v=2`)]);
    expect([plain.status, marked.status]).toEqual([200, 200]);
    expect(await marked.text()).toBe(await plain.text());
  });
}
