import { beforeEach, expect, it } from "vitest";
import { expectProblem, type OpenStorage, World } from "../world.ts";

const path = "/llms-full/acme";

/** The content of an organization's posts for language models. */
export function describeLlmsFull(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  beforeEach(async () => {
    await world.updateOrganization({ feeds: true, description: "All about fish" });
  });

  const create = async (name: string, html: string, input: object = {}): Promise<unknown> =>
    world.createPost({ name, html, ...input });
  const text = async (): Promise<string> => (await world.get(path)).text();

  it("has the newest posts in Markdown, with their addresses", async () => {
    await create(
      "Fish [fresh]",
      "<h2>Fry</h2><p>In <em>butter</em>, see <a href='pan?a&b'>the pan</a>.</p>",
      {
        slug: "fish",
        createdAt: "2026-01-01",
      },
    );
    await create("Empty", "", { createdAt: "2026-01-02" });
    const response = await world.get(path);
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(response.headers.get("link")).toBe('<https://acme.example/>; rel="canonical"');
    expect(await response.text()).toBe(`# Acme

> All about fish

# Empty

Source: <https://acme.example/blog/empty>

# Fish \\[fresh\\]

Source: <https://acme.example/blog/fish>

## Fry

In *butter*, see [the pan](https://acme.example/blog/pan?a&b).
`);
  });

  it("exists if the organization has feeds", async () => {
    await world.updateOrganization({ feeds: false });
    const { detail } = await expectProblem(await world.get(path), 404, "feed-not-found");
    expect(detail).toContain("has no feeds");
  });

  it("ends before the first post that does not fit, at a whole post", async () => {
    const long = `<p>${"字".repeat(100_000)}</p>`;
    for (let day = 1; day <= 4; day++) await create(`Post ${day}`, long, { createdAt: `2026-01-0${day}` });
    const response = await world.get(path);
    const body = await response.text();
    const bytes = new TextEncoder().encode(body).length;
    expect([bytes > 900_000, bytes <= 1_000_000]).toEqual([true, true]);
    expect(body.match(/^# Post \d/gm)).toEqual(["# Post 4", "# Post 3", "# Post 2"]);
    expect(body.endsWith("字\n")).toBe(true);
  });

  it("leaves out posts that are not free, whatever the caller and the setting", async () => {
    await create("Paid", "<p>For subscribers</p>", { isAccessibleForFree: false });
    await create("Free", "<p>For everyone</p>");
    const { key } = await world.createKey();
    for (const paidContent of ["open", "key"] as const) {
      await world.updateOrganization({ paidContent });
      for (const response of [await world.get(path), await world.get(path, key)]) {
        const body = await response.text();
        expect([body.includes("everyone"), body.includes("subscribers")]).toEqual([true, false]);
      }
    }
  });

  it("needs a key where reading needs one, because it has content", async () => {
    await world.reopen({ readAccess: "key" });
    await world.updateOrganization({ feeds: true });
    await create("Fish", "<p>Fresh</p>");
    await expectProblem(await world.get(path), 401, "missing-key");
    const { key } = await world.createKey();
    expect(await (await world.get(path, key)).text()).toContain("Fresh");
  });

  it("changes at once, with its ETag", async () => {
    await create("Fish", "<p>Fresh</p>");
    const headers = { "if-none-match": await world.etagOf(path) };
    expect((await world.send("GET", path, { headers })).status).toBe(304);
    await world.updatePost("fish", { html: "<p>Smoked</p>" });
    expect(await text()).toContain("Smoked");
    await world.deletePost("fish");
    expect(await text()).toBe("# Acme\n\n> All about fish\n");
  });
}
