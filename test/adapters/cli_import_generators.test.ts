import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { programIsMissing } from "../program_is_missing.ts";
import { createAcme, json, run, workInScratchDirectory, writeFiles } from "./run_command.ts";

const path = workInScratchDirectory();
beforeAll(createAcme);

interface Shown {
  html: string;
  author?: string;
  status: string;
  publishedAt?: string;
  tags?: string[];
}

async function show(slug: string): Promise<Shown> {
  return json<Shown>(`post show ${slug}`);
}

describe("postern post import of a site", () => {
  it.each<[name: string, config: Record<string, string>, post: string]>([
    [
      "docusaurus",
      {
        "docusaurus.config.js": "module.exports = { baseUrl: '/' };",
        "blog/authors.yml": "jane:\n  name: Jane Doe",
      },
      "blog/2024-01-02-of-docusaurus.md",
    ],
    [
      "material",
      {
        "mkdocs.yml": "site_name: A\nplugins:\n  - blog:\n      blog_dir: news",
        "docs/news/.authors.yml": "authors:\n  jane:\n    name: Jane Doe",
      },
      "docs/news/posts/of-material.md",
    ],
    [
      "jekyll",
      { "_config.yml": "title: A", "_data/authors.yml": "jane:\n  name: Jane Doe" },
      "_posts/2024-01-02-of-jekyll.md",
    ],
    [
      "hugo",
      { "hugo.toml": "baseURL = 'https://a.example'", "data/authors.yaml": "jane:\n  name: Jane Doe" },
      "content/posts/of-hugo.md",
    ],
  ])("of %s has the names of its list of authors", async (name, config, post) => {
    const files = {
      ...config,
      [post]: `---\ntitle: Of ${name}\nslug: of-${name}\ndate: 2024-01-02\nauthors: [jane]\n---\nText`,
    };
    writeFiles(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text])));
    expect(await run(`post import ${name}`)).toMatchObject({ code: 0 });
    expect(await show(`of-${name}`)).toMatchObject({ author: "Jane Doe" });
  });

  it("includes files inside of the folder only, by their real paths", async () => {
    writeFiles({
      "outside.md": "SECRET",
      "book/book.toml": "[book]",
      "book/.env": "SECRET",
      "book/src/code.rs": "fn main() {}\n",
      "book/src/included.md":
        "# Included\n\n```rust\n{{#include code.rs}}\n```\n\n{{#include ../../outside.md}} {{#include link.md}} {{#include ../.env}}",
    });
    symlinkSync(join(path, "outside.md"), "book/src/link.md");
    const ran = await run("post import book");
    expect(ran.code).toBe(3);
    for (const file of ["../../outside.md", "link.md", "../.env"])
      expect(ran.error).toContain(`the included file "${file}" is left out`);
    const { html } = await show("included");
    expect(html).toContain("fn main() {}");
    expect(html).not.toContain("SECRET");
    expect(html).not.toContain("{{");
  });

  it("names values that its configuration computes", async () => {
    writeFiles({
      "computed/astro.config.mjs": "export default { site: process.env.SITE }",
      "computed/src/content/blog/computed.md": "# Computed",
    });
    expect((await run("post import computed --dry-run")).error).toContain(
      "note computed/astro.config.mjs: the value of site is computed, so its default is used",
    );
  });
});

const isMissing =
  programIsMissing({ command: "python3", install: "python3-docutils" }) ||
  spawnSync("python3", ["-I", "-m", "docutils", "--version"]).status !== 0;

describe.skipIf(isMissing)("postern post import of reStructuredText", () => {
  beforeAll(() => {
    writeFiles({
      "secret.txt": "SECRET",
      "pelican/pelicanconf.py": "SITEURL = 'https://old.example'\nPATH = 'content'",
      "pelican/content/first.rst":
        "First\n#####\n\n:date: 2024-02-03 04:05\n:tags: a, b c\n:slug: first-rst\n\nText with :doc:`Second <second>` and *emphasis*.\n\nWhy?\n====\n\nBecause.\n\n.. code-block:: python\n   :caption: a.py\n   :linenos:\n\n   a < b\n\nCall :meth:`~a.b.run` and :func:`this <a.that>`.\n",
      "pelican/content/second.rst":
        "Second\n######\n\n:date: 2024-02-03\n:status: draft\n:slug: second-rst\n\nText\n",
      "pelican/content/third.rst":
        "Third\n#####\n\n:date: 2024-02-03\n:slug: third-rst\n\n.. include:: ../../secret.txt\n\n.. raw:: html\n\n   <script>SECRET</script>\n\n.. toctree::\n\n   SECRET\n\nText\n",
    });
  });

  it("converts it by Docutils, with the fields of Pelican", async () => {
    const ran = await run("post import pelican");
    expect(ran.out).toMatch(/^imported 3, updated 0, unchanged 0, skipped 0\n/);
    expect(await show("first-rst")).toMatchObject({
      publishedAt: "2024-02-03T04:05:00.000Z",
      tags: ["a", "b c"],
    });
    const { html } = await show("first-rst");
    expect(html).toContain("<em>emphasis</em>");
    expect(html).toContain("<h2>Why?</h2>");
    expect(html).toContain('<pre><code class="language-python">a &lt; b</code></pre>');
    expect(html).toContain("Text with Second and");
    expect(html).toContain("Call <code>run</code> and <code>this</code>.");
    expect(html).not.toMatch(/:doc:|system-message|First/);
    expect(await show("second-rst")).toMatchObject({ status: "draft" });
  });

  it("inserts neither files nor HTML, and names the directives that are left out", async () => {
    const ran = await run("post import pelican --dry-run");
    expect(ran.code).toBe(3);
    for (const [line, name] of [
      [7, "include"],
      [9, "raw"],
      [13, "toctree"],
    ])
      expect(ran.error).toContain(
        `note pelican/content/third.rst:${line}: the directive "${name}" was removed`,
      );
    expect((await show("third-rst")).html).toBe("<p>Text</p>");
  });
});
