import { describe, expect, it } from "vitest";
import { readMedium } from "../../lib/import/mod.ts";
import { importItems, newApi, siteUrl, postOf } from "./_import.ts";

const options = { path: "posts/2018-08-11_My-Post-abcdef123456.html", siteUrl, now: 0 };

function page(body: string, footer = published): string {
  return `<!DOCTYPE html><html><head><title>My Post</title></head><body><article class="h-entry">
<header><h1 class="p-name">My Post</h1></header>
<section data-field="subtitle" class="p-summary">About it</section>
<section data-field="body" class="e-content"><section class="section section--body"><div class="section-divider"><hr class="section-divider"></div><div class="section-content">${body}</div></section></section>
<footer>${footer}<p>Exported from <a href="https://medium.com">Medium</a> on September 21, 2018.</p></footer></article></body></html>`;
}

const published = `<p class="p-tags">Tagged in <a class="p-tag" href="https://medium.com/tag/things">Things</a>, <a class="p-tag">Stuff</a></p>
<p>By <a href="https://medium.com/@ada" class="p-author h-card">Ada</a> on <a><time class="dt-published" datetime="2018-08-11T11:23:34.123Z">August 11, 2018</time></a>.</p>
<p><a href="https://medium.com/@ada/a-slug-efefef121212" class="p-canonical">Canonical link</a></p>`;
const body =
  '<h3 class="graf graf--h3 graf--title">My “Post”</h3><h4 class="graf--subtitle">About it</h4><p>One</p><h3>Why?</h3><p>Two</p><hr><img src="/a.png" data-is-featured="true">';

describe("a post of a Medium export", () => {
  it("is read by its microformats, without the repeated title", () => {
    const items = [...readMedium(page(body.replace("“Post”", "Post")), "my.html", options)];
    expect(items).toEqual([
      {
        kind: "post",
        key: "posts/2018-08-11_My-Post-abcdef123456.html",
        sourceUrl: "https://medium.com/@ada/a-slug-efefef121212",
        otherAddresses: ["/p/efefef121212"],
        place: { file: "my.html", line: 1 },
        input: {
          name: "My Post",
          slug: "a-slug",
          description: "About it",
          image: "https://acme.example/a.png",
          author: "Ada",
          tags: ["Things", "Stuff"],
          status: "published",
          publishedAt: "2018-08-11T11:23:34.123Z",
          createdAt: "2018-08-11T11:23:34.123Z",
          html: expect.stringContaining("<p>One</p><h3>Why?</h3><p>Two</p><hr><img") as string,
        },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain("My Post</h3>");
    expect(JSON.stringify(items)).not.toContain("section-divider");
  });

  it("is a draft by its file name, with a slug of the name", () => {
    const path = "posts/draft_Some-Idea-0a1b2c3d4e5f.html";
    const [item] = readMedium(page("<p>a</p><p>b</p>", ""), "x.html", { ...options, path });
    expect(item).toMatchObject({ input: { slug: "some-idea", status: "draft" } });
    expect(item).not.toHaveProperty("input.publishedAt");
  });

  it("with one paragraph is probably a response, and becomes a draft", async () => {
    const api = await newApi();
    expect(await importItems(api, readMedium(page("<p>Nice</p>"), "x.html", options))).toEqual([
      "created a-slug",
      'note x.html:1: "My Post" is probably a response to another post, so it becomes a draft',
    ]);
    const post = await postOf(api, "a-slug");
    expect(post?.status).toBe("draft");
  });

  it("is skipped without a loss if it is another page of the export", () => {
    const items = [...readMedium("<h1>Profile</h1><p>Ada</p>", "profile.html", options)];
    expect(items).toMatchObject([{ kind: "skipped", category: "page", isLoss: false }]);
  });
});
