import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createAcme, json, run, workInScratchDirectory, writeFiles } from "./run_command.ts";

const path = workInScratchDirectory();
beforeAll(createAcme);

describe("postern post import of a folder", () => {
  it("fails if no file has a post, and names the kinds of files", async () => {
    writeFiles({ "texts/a.txt": "a", "texts/b.txt": "b", "texts/c/LICENSE": "c" });
    mkdirSync("empty");
    const ran = await run("post import texts");
    expect(ran.code).toBe(1);
    expect(ran.error).toContain("Cannot import texts: it has no file of a post");
    expect(ran.error).toContain(".txt (2), without ending (1)");
    expect(ran.error).toContain(".md, .mdx");
    expect(await run("post import empty")).toMatchObject({
      code: 1,
      error: expect.stringContaining("It has no files") as string,
    });
  });

  it("reads only the files of --format, and refuses formats of exports", async () => {
    writeFiles({ "mixed/one.md": "# One", "mixed/two.html": "<h1>Two</h1>" });
    const list = async (): Promise<string[]> =>
      (await json<{ slug: string }[]>("post list")).map(({ slug }) => slug);
    expect(await run("post import mixed --format html")).toMatchObject({ code: 0 });
    expect(await list()).toEqual(["two"]);
    expect(await run("post import mixed --format wordpress")).toMatchObject({
      code: 1,
      error: expect.stringContaining("a folder has no files in the format wordpress") as string,
    });
    expect(await run("post import mixed --format markdown")).toMatchObject({ code: 0 });
    expect(await list()).toEqual(expect.arrayContaining(["one", "two"]));
  });

  it("names texts in formats that are not read", async () => {
    writeFiles({ "formats/one.md": "# One", "formats/two.adoc": "= Two", "formats/three.css": "" });
    expect(await run("post import formats --dry-run")).toMatchObject({
      code: 3,
      error:
        "skipped formats/two.adoc: files in the format .adoc are not read\nnote formats: files that are not read as posts: .css (1)\n",
    });
  });

  it("names symbolic links, and does not follow them", async () => {
    writeFiles({ "outside/secret.md": "# Secret", "linked/post.md": "# Post" });
    symlinkSync(join(path, "outside/secret.md"), "linked/file.md");
    symlinkSync("../outside", "linked/folder");
    symlinkSync(".", "linked/itself");
    symlinkSync("loop.md", "linked/loop.md");
    symlinkSync("missing.png", "linked/image.png");
    const ran = await run("post import linked --dry-run");
    expect(ran).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^would have imported 1, updated 0, unchanged 0, skipped 4\n/) as string,
    });
    for (const name of ["file.md", "folder", "itself", "loop.md"]) {
      expect(ran.error).toContain(`skipped linked/${name}: it is a symbolic link, which is not followed`);
    }
  });

  it("does not read symbolic links in the folder of a Substack export", async () => {
    writeFiles({ "secret.html": "<p>secret</p>", "substack/posts.csv": "post_id,title\n1.a,A\n" });
    mkdirSync("substack/posts");
    symlinkSync("../../secret.html", "substack/posts/1.a.html");
    const ran = await run("post import substack --dry-run");
    expect(ran.out).toContain("skipped 1");
    expect(ran.error).toContain('"A" has no HTML file');
  });

  it("keeps addresses of front matter within the site", async () => {
    writeFiles({
      "addresses/a.md":
        "---\ntitle: Out\nslug: ../../etc/out\npermalink: /../../y/\naliases: [../../../z, 'https://b.example/q', '//b.example/r']\n---\nx",
    });
    expect(await run("post import addresses")).toMatchObject({ code: 0 });
    expect(await json("post show out")).toMatchObject({ slug: "out", aliases: ["/z"] });
  });

  it("does not open a file of more than 16 MiB", async () => {
    writeFiles({ "large/a.md": "# A", "large/b.md": "# B", "large/c.html": "<h1>C</h1>" });
    for (const file of ["large/b.md", "large/c.html"]) truncateSync(file, 100_000_000);
    const ran = await run("post import large --dry-run");
    expect(ran.out).toMatch(/^would have imported 1, updated 0, unchanged 0, skipped 2\n/);
    expect(ran.error).toContain(
      "skipped large/b.md:1: it has 100000000 bytes, and at most 16777216 are read",
    );
  });

  it("reads a folder of content as a part of the site above it, with its links and old addresses", async () => {
    writeFiles({
      "docs-site/website/docusaurus.config.js":
        "module.exports = { baseUrl: '/', presets: [['classic', { docs: { path: '../docs' } }]] };",
      "docs-site/docs/01-start.md":
        "# Start\n\nimport X from 'x';\n\n[end](./02-end.md#last) [no](./none.md)",
      "docs-site/docs/02-end.md": "# End\n\n## Last\n\nText",
      "docs-site/docs/_part.md": "# Part",
    });
    const ran = await run("post import docs-site/docs --report docs-site.json");
    expect(ran).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^imported 2, updated 0, unchanged 0, skipped 0\n/) as string,
      error: expect.stringContaining("the files are read as a site of Docusaurus") as string,
    });
    expect(ran.error).toContain('note docs-site/docs/01-start.md:5: the link to "./none.md" has no target');
    const { html, markdownDialect } = await json<{ html: string; markdownDialect: string }>(
      "post show start",
    );
    expect(html).toBe(
      '<p><a href="https://acme.example/blog/end#last">end</a> <a href="./none.md">no</a></p>\n',
    );
    expect(markdownDialect).toBe("mdx");
    expect(await run("post import docs-site/docs --dry-run")).toMatchObject({
      out: expect.stringContaining("unchanged 2") as string,
    });
  });

  it("reads a folder as a site of --dialect, also if it has no configuration", async () => {
    writeFiles({ "material/a.md": '# Material\n\n!!! note "N"\n\n    x\n' });
    expect(await run("post import material --dialect mkdocs")).toMatchObject({ code: 0 });
    const { html } = await json<{ html: string }>("post show a");
    expect(html).toContain('<aside class="admonition note">');
    expect(await run("post import material --dialect other")).toMatchObject({ code: 2 });
  });
});
