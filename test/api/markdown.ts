import { beforeEach, expect, it } from "vitest";
import { markdownToPost } from "../../lib/import/mod.ts";
import { type OpenStorage, World } from "./world.ts";

const post = {
  name: 'Fish: "fresh" & <b>hot\u2028</b>',
  slug: "fish",
  html: '<h2>Is it?</h2>\n<p>It <strong>is</strong> *hot*, see <a href="/menu">the menu</a>.</p>\n<ul>\n<li>cod</li>\n</ul>\n',
  description: "---\ntitle: no",
  author: "Ada",
  tags: ["a, b", "#c"],
  articleSection: "Food",
  inLanguage: "en-GB",
  isAccessibleForFree: false,
  publishedAt: "2026-03-01T10:00:00.000Z",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-05-01T12:30:00.500Z",
};
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

/** A post as Markdown. */
export function describeMarkdown(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  beforeEach(async () => {
    await world.createPost(post);
  });
  const get = (accept?: string, headers: Record<string, string> = {}): Promise<Response> =>
    world.send("GET", "/post/acme/fish", {
      headers: accept === undefined ? headers : { ...headers, accept },
    });

  it.each([
    ["text/markdown", true],
    ["text/markdown, text/html;q=0.9, */*;q=0.1", true],
    ["text/markdown, */*", true],
    ["application/json;q=0.5, text/markdown", true],
    [undefined, false],
    ["*/*", false],
    ["application/json, text/markdown", false],
    ["application/json, text/plain, */*", false],
    ["text/markdown;q=0.5, application/json", false],
    ["text/markdown;q=0", false],
    ["text/html", false],
    [browser, false],
  ])("is returned for Accept: %s as %s", async (accept, isMarkdown) => {
    const { headers, status } = await get(accept);
    const type = isMarkdown ? "text/markdown; charset=utf-8" : "application/json";
    expect([status, headers.get("content-type")]).toEqual([200, type]);
    expect(headers.get("vary")).toBe("accept, x-api-key");
  });

  it("has the post's fields and content in the form that postern/import reads", async () => {
    const text = await (await get("text/markdown")).text();
    expect(text).toContain(
      "\n\n## Is it?\n\nIt **is** \\*hot\\*, see [the menu](https://acme.example/menu).\n\n- cod\n",
    );
    expect(text).toContain('\nurl: "https://acme.example/blog/fish"\n');
    const { markdown, ...read } = markdownToPost(text, "x");
    const html = post.html.replace("/menu", "https://acme.example/menu");
    expect(read).toEqual({ ...post, html, markdownDialect: "editor" });
    expect(markdown).toContain("## Is it?");
  });

  it("names the page that it is a copy of, also in a 304", async () => {
    const link = '<https://acme.example/blog/fish>; rel="canonical"';
    const { headers } = await get("text/markdown");
    const kept = await get("text/markdown", { "if-none-match": headers.get("etag") ?? "" });
    expect([headers.get("link"), kept.status, kept.headers.get("link")]).toEqual([link, 304, link]);
    expect((await get()).headers.get("link")).toBeNull();
  });

  it("has its own ETags, and is rendered once per version", async () => {
    const json = await get();
    const markdown = await get("text/markdown");
    const again = await get("text/markdown");
    expect(again.headers.get("etag")).toBe(markdown.headers.get("etag"));
    expect(markdown.headers.get("etag")).not.toBe(json.headers.get("etag"));
    expect(await again.text()).toBe(await markdown.text());
    expect((await get()).headers.get("content-type")).toBe("application/json");
    const etag = { "if-none-match": markdown.headers.get("etag") ?? "" };
    const kept = await get("text/markdown", etag);
    expect([kept.status, kept.headers.get("vary")]).toEqual([304, "accept, x-api-key"]);
    expect((await get("application/json", etag)).status).toBe(200);
    await world.updatePost("fish", { html: "<p>New</p>" });
    expect(await (await get("text/markdown")).text()).toContain("\n\nNew\n");
  });

  it.each([
    ["no content", "", /^---\n$/m],
    ["ten thousand nested elements", `${"<div>".repeat(10_000)}deep`, /deep/],
    ["open formatting in many paragraphs", "<p><b>x".repeat(2000), /x/],
    ["a script", "<script>alert(1)</script><p>text</p>", /---\n\ntext\n$/],
  ])("handles %s", async (_name, html, expected) => {
    await world.updatePost("fish", { html });
    const response = await get("text/markdown");
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(expected);
  });
}
