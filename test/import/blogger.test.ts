import { describe, expect, it } from "vitest";
import { readBlogger } from "../../lib/import/mod.ts";
import { newApi, readAll, importText } from "./_import.ts";

const kind = (name: string): string =>
  `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${name}"/>`;

function feed(...entries: string[]): string {
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:app="http://purl.org/atom/app#" xmlns:thr="http://purl.org/syndication/thread/1.0" xmlns:blogger="http://schemas.google.com/blogger/2018"><id>tag:blogger.com,1999:blog-1.archive</id>
${entries.map((entry) => `<entry>${entry}</entry>`).join("\n")}</feed>`;
}

describe("a Blogger export", () => {
  it("of the old kind becomes posts, and its other entries are counted", async () => {
    const text = feed(
      `<id>tag:blogger.com,1999:blog-1.template</id>${kind("template")}<title>T</title><content type="text">x</content>`,
      `<id>tag:blogger.com,1999:blog-1.settings</id>${kind("settings")}<title>S</title><content type="text">x</content>`,
      `<id>tag:blogger.com,1999:blog-1.post-11</id><published>2023-05-01T10:00:00+01:00</published><updated>2023-05-02T10:00:00Z</updated>${kind("post")}<category scheme="http://www.blogger.com/atom/ns#" term="Markets"/><title type="text">Market day</title><content type="html">&lt;p&gt;Hello&lt;/p&gt;</content><link rel="replies" href="https://x.blogspot.com/feeds/1"/><link rel="alternate" type="text/html" href="https://x.blogspot.com/2023/05/market-day.html"/><author><name>Ada</name></author>`,
      `<id>tag:blogger.com,1999:blog-1.post-12</id><published>2023-05-03T10:00:00Z</published>${kind("post")}<title type="text"></title><content type="html">draft</content><app:control><app:draft>yes</app:draft></app:control>`,
      `<id>tag:blogger.com,1999:blog-1.page-13</id>${kind("page")}<title type="text">About us</title><content type="html">About</content>`,
      `<id>tag:blogger.com,1999:blog-1.post-14</id>${kind("comment")}<title>Nice</title><content type="html">Nice</content><thr:in-reply-to ref="x"/>`,
      `<id>tag:blogger.com,1999:blog-1.post-15</id>${kind("comment")}<title>Nice</title><content type="html">Nice</content>`,
    );
    const items = await readAll(readBlogger, text, 7);
    expect(items).toMatchObject([
      {
        kind: "post",
        input: {
          name: "Market day",
          slug: "market-day",
          html: "<p>Hello</p>",
          author: "Ada",
          tags: ["Markets"],
          status: "published",
          publishedAt: "2023-05-01T09:00:00.000Z",
          updatedAt: "2023-05-02T10:00:00.000Z",
        },
      },
      { kind: "post", input: { name: "(Untitled)", slug: "post-12", status: "draft" } },
      { kind: "post", input: { name: "About us", slug: "about-us" } },
      { kind: "note", category: "template", count: 1, isLoss: false },
      { kind: "note", category: "settings", count: 1, isLoss: false },
      {
        kind: "note",
        category: "comment",
        text: "entries of the kind comment are not imported: 2",
        count: 2,
      },
    ]);
  });

  it("of Google Takeout becomes posts by type and status", async () => {
    const entry = (type: string, status: string, more = ""): string =>
      `<id>tag:blogger.com,1999:blog-1.post-${status}</id><blogger:type>${type}</blogger:type><blogger:status>${status}</blogger:status><author><name>Ada</name><blogger:type>BLOGGER</blogger:type></author><title>${status}</title><content type="html">x</content>${more}`;
    const more =
      "<published>2019-11-09T19:43:00Z</published><blogger:metaDescription>About</blogger:metaDescription>" +
      '<category scheme="tag:blogger.com,1999:blog-1" term="Tips"/><blogger:filename>/2019/11/live-post.html</blogger:filename><link/>';
    const text = feed(
      entry("POST", "LIVE", more),
      entry("PAGE", "DRAFT"),
      entry("POST", "SOFT_TRASHED"),
      entry("COMMENT", "LIVE"),
    );
    const items = await readAll(readBlogger, text);
    expect(items).toMatchObject([
      { input: { slug: "live-post", status: "published", description: "About", tags: ["Tips"] } },
      { input: { slug: "draft", status: "draft" } },
      { kind: "skipped", reason: '"SOFT_TRASHED" has the status "SOFT_TRASHED"', isLoss: false },
      { kind: "note", category: "comment", count: 1 },
    ]);
  });

  it("is imported once", async () => {
    const api = await newApi();
    const text = feed(`${kind("post")}<title>A</title><content type="html">x</content>`);
    for (const outcome of ["created", "unchanged"])
      expect(await importText(api, readBlogger, text)).toEqual([`${outcome} a`]);
  });

  it("without entries is refused", async () => {
    await expect(readAll(readBlogger, feed())).rejects.toThrow("it is not a Blogger export");
  });
});
