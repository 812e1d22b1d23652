import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { wordpressExport, wordpressExportWithEvents } from "../uploads/_upload.ts";
import { createAcme, run, workInScratchDirectory, writeFiles } from "./run_command.ts";

workInScratchDirectory();
beforeAll(createAcme);

const medium = (title: string): string =>
  `<html><body><article class="h-entry"><h1 class="p-name">${title}</h1><section class="e-content"><p>a</p><p>b</p></section><footer><time class="dt-published" datetime="2020-01-01T00:00:00Z"></time><a href="https://medium.com">Medium</a></footer></article></body></html>`;

describe("postern post import detects", () => {
  it("the folder of a Medium export, and a file of it", async () => {
    writeFiles({
      "medium/posts/2020-01-01_First-abcdef123456.html": medium("First"),
      "medium/posts/draft_Second-abcdef123457.html": medium("Second"),
      "medium/profile/profile.html": "<h1>Profile</h1>",
    });
    const ran = await run("post import medium");
    expect(ran.out + ran.error).toContain("it is no post of Medium");
    expect(ran.out + ran.error).toContain("imported 2, updated 0, unchanged 0, skipped 0");
    const one = await run("post import medium/posts/2020-01-01_First-abcdef123456.html");
    expect(one.out + one.error).toContain("unchanged 1");
  });

  it("the folder of a Substack export, and its list", async () => {
    writeFiles({
      "substack/posts.csv":
        "post_id,post_date,is_published,type,audience,title,subtitle\n1.hello,2020-01-01T00:00:00Z,true,newsletter,everyone,Hello,\n../../secret,,true,newsletter,everyone,Secret,",
      "substack/posts/1.hello.html": "<p>Hello</p>",
      "substack/posts/9.unlisted.html": "<p>Lost</p>",
      "secret.html": "<p>secret</p>",
    });
    const ran = await run("post import substack");
    expect(ran.out + ran.error).toContain('"Secret" has no HTML file');
    expect(ran.out + ran.error).toContain("posts.csv does not name the post");
    expect(ran.out + ran.error).toContain("imported 1, updated 0, unchanged 0, skipped 2");
    const list = await run("post import substack/posts.csv");
    expect(list.out + list.error).toContain("unchanged 1");
  });

  it("a Blogger export", async () => {
    const kind = (name: string): string =>
      `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${name}"/>`;
    writeFiles({
      "blog.xml": `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>tag:blogger.com,1999:blog-1.archive</id><entry>${kind("post")}<title>Blog</title><content type="html">x</content></entry><entry>${kind("comment")}<title>Nice</title></entry></feed>`,
    });
    const ran = await run("post import blog.xml");
    expect(ran.out + ran.error).toContain("entries of the kind comment are not imported: 1");
    expect(ran.out + ran.error).toContain("imported 1, updated 0, unchanged 0, skipped 0");
  });

  it("a WordPress export, and counts each item of an unknown type", async () => {
    writeFiles({ "wordpress.xml": wordpressExportWithEvents() });
    const ran = await run("post import wordpress.xml --json");
    expect(JSON.parse(ran.out)).toMatchObject({ imported: 1, skipped: 2, lost: 2 });
  });

  it("the links between the posts of a WordPress export and of a Substack export", async () => {
    const html = '<p><a href="https://old.example/0#x">x</a> <a href="?p=9">y</a></p>';
    writeFiles({
      "linked.xml": wordpressExport(["First", "Second"], html).replaceAll("post-", "linked-"),
      "letters/posts.csv":
        "post_id,is_published,audience,title\n1.opening,true,everyone,F\n2.next,true,everyone,N",
      "letters/posts/1.opening.html": "<p>x</p>",
      "letters/posts/2.next.html": '<p><a href="https://letters.example/p/opening">x</a></p>',
    });
    const ran = await run("post import linked.xml --source linked --json");
    expect(JSON.parse(ran.out)).toMatchObject({
      categories: expect.arrayContaining([
        expect.objectContaining({ category: "dead-link", isLoss: true, count: 2 }),
        expect.objectContaining({ category: "link-fragment", count: 2 }),
      ]),
    });
    expect((await run("post show linked-1 --html")).out).toContain(
      'href="https://acme.example/blog/linked-0#x"',
    );
    await run("post import letters --source-url https://letters.example");
    expect((await run("post show next --html")).out).toContain('href="https://acme.example/blog/opening"');
  });

  it("a table that is no Substack list as no export", async () => {
    writeFiles({ "folder/posts.csv": "a,b\n1,2", "folder/other.md": "# Other folder\n\nx" });
    const ran = await run("post import folder");
    expect(ran.out + ran.error).toContain("imported 1");
  });
});

describe("postern post import reads the configuration of a site", () => {
  const sourceUrls = async (folder: string): Promise<unknown[]> => {
    await run(`post import ${folder} --dry-run --report site.json`);
    const { posts } = JSON.parse(readFileSync("site.json", "utf8")) as { posts: { sourceUrl?: string }[] };
    return posts.map(({ sourceUrl }) => sourceUrl);
  };

  it("in the folder, and above _posts and content", async () => {
    writeFiles({
      "jekyll/_config.yml": "url: https://old.example\npermalink: pretty\n",
      "jekyll/_posts/2020-01-05-hello.md": "---\ntitle: Hello\n---\n\nx",
      "hugo/config/_default/hugo.toml": 'baseURL = "https://old.example/"\n',
      "hugo/config/_default/languages.fr.toml": 'contentDir = "content/fr"\n',
      "hugo/content/fr/posts/hello.md": "---\ntitle: Bonjour\n---\n\nx",
    });
    for (const folder of ["jekyll", "jekyll/_posts"])
      expect(await sourceUrls(folder)).toEqual(["https://old.example/2020/01/05/hello/"]);
    for (const folder of ["hugo", "hugo/content"])
      expect(await sourceUrls(folder)).toEqual(["https://old.example/fr/posts/hello/"]);
  });

  it("and the list pages in and above the folder", async () => {
    writeFiles({
      "lists/hugo.toml": 'baseURL = "https://old.example/"\n',
      "lists/content/_index.md": "---\ncascade:\n  build: { render: never }\n---\n",
      "lists/content/posts/one.md": "---\ntitle: One\n---\n\nx",
      "broken/_config.toml": "",
      "broken/hugo.toml": "baseURL = [",
      "broken/content/posts/_index.md": "---\ncascade: { params: { private: true } }\n---\n",
      "broken/content/posts/one.md": "---\ntitle: One\n---\n\nx",
      "zola/posts/_index.md": "---\ndraft: true\nextra: { private: true }\n---\n",
      "zola/posts/one.md": "---\ntitle: One\nprivate: yes\n---\n\nx",
    });
    for (const folder of [
      "lists",
      "lists/content",
      "lists/content/posts",
      "broken",
      "broken/content/posts",
      "zola",
    ]) {
      const ran = await run(`post import ${folder} --dry-run`);
      expect(ran.out).toContain('"One" is not for everybody');
      expect(ran.out).toContain("noted not-public: 1");
    }
  });

  it("unless it is malformed, with a note", async () => {
    writeFiles({ "bad/_config.yml": "a: [b", "bad/_posts/2020-01-05-bad.md": "---\ntitle: Bad\n---\n\nx" });
    const ran = await run("post import bad --dry-run");
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("noted site-configuration: 1, such as bad/_config.yml: Cannot");
    expect(ran.out).toContain("would have imported 1");
  });
});
