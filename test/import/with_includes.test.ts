import { describe, expect, it } from "vitest";
import { type GeneratorName, readSiteConfig, withIncludes } from "../../lib/import/mod.ts";

/** Includes the files of a site in `docs/guide/a.md`. */
async function include(
  generator: GeneratorName,
  text: string,
  files: Readonly<Record<string, string>>,
): Promise<{ text: string; removed: string[]; paths: string[] }> {
  const site = readSiteConfig([], { generator });
  if (site === undefined) throw new Error("There is no site");
  const paths: string[] = [];
  const read = (path: string): Promise<string | undefined> => {
    paths.push(path);
    return Promise.resolve(files[path]);
  };
  return { ...(await withIncludes(text, { path: "docs/guide/a.md", site, read })), paths };
}

const numbered = "1\n2\n3\n4\n";

describe("withIncludes", () => {
  it.each<[generator: GeneratorName, text: string, files: Record<string, string>, expected: string]>([
    ["mkdocs", 'a\n\n  --8<-- "inc/x.md"\n\nb', { "inc/x.md": "x\n\ny\n" }, "a\n\n  x\n\n  y\n\nb"],
    [
      "mkdocs",
      '```\n--8<-- "x.py:part"\n```',
      { "docs/x.py": "0\n# --8<-- [start:part]\n1\n# --8<-- [end:part]\n2" },
      "```\n1\n```",
    ],
    ["mkdocs", '--8<-- "x.py:2:3"', { "x.py": numbered }, "2\n3"],
    ["mkdocs", "{!x.md!}", { "x.md": "x" }, "x"],
    ["mkdocs", "{* x/y.py hl[2] *}", { "x/y.py": "a\n" }, "```py\na\n```"],
    ["vitepress", "<!--@include: ./x.md-->", { "docs/guide/x.md": "---\ntitle: X\n---\nx" }, "x"],
    ["vitepress", "<!-- @include: ../x.md{2,3} -->", { "docs/x.md": numbered }, "2\n3"],
    ["vitepress", "<<< @/x.ts{1 js} [x.js]", { "x.ts": "```" }, "````js [x.js]\n```\n````"],
    [
      "vitepress",
      "<<< ./x.ts#r",
      { "docs/guide/x.ts": "0\n// #region r\n1\n// #endregion r\n2" },
      "```ts\n1\n```",
    ],
    [
      "mdbook",
      "```rust\n{{#rustdoc_include x.rs:here}}\n```",
      { "docs/guide/x.rs": "0\n// ANCHOR: here\n1\n// ANCHOR_END: here" },
      "```rust\n1\n```",
    ],
    ["mdbook", "{{#include x.rs:2}}", { "docs/guide/x.rs": numbered }, "2"],
    ["mdbook", "{{#playground x.rs editable}}", { "docs/guide/x.rs": numbered }, "```rs\n1\n2\n3\n4\n```"],
    [
      "docusaurus",
      "import X from './_x.md';\n\n<X />",
      { "docs/guide/_x.md": "x" },
      "import X from './_x.md';\n\n\n\nx\n\n",
    ],
    [
      "docusaurus",
      'import X from "@site/src/_x.mdx"\n\n<X a="b"></X>',
      { "src/_x.mdx": "x" },
      'import X from "@site/src/_x.mdx"\n\n\n\nx\n\n',
    ],
  ])(
    "puts the text of a file in the place of the form of %s: %s",
    async (generator, text, files, expected) => {
      expect(await include(generator, text, files)).toMatchObject({ text: expected, removed: [] });
    },
  );

  it.each<[generator: GeneratorName, text: string]>([
    ["vitepress", "```md\n<<< ./x.ts\n```"],
    ["docusaurus", "import X from './_x.md';\n\n`<X />`"],
    ["mdbook", "\\{{#include x.ts}}"],
    ["jekyll", '--8<-- "x.ts"'],
    ["mkdocs", '--8<-- "https://a.example/x.md"'],
  ])("leaves other text as it is: %s %s", async (generator, text) => {
    const found = await include(generator, text, {
      "docs/guide/x.ts": "x",
      "docs/guide/_x.md": "x",
      "x.ts": "x",
    });
    expect(found.text).toBe(text);
  });

  it("leaves a form whose file cannot be read to the dialect, and removes the forms that no dialect knows", async () => {
    expect(await include("mkdocs", 'a\n--8<-- "x.md"', {})).toMatchObject({
      text: 'a\n--8<-- "x.md"',
      removed: [],
    });
    expect(await include("mdbook", "a {{#include x.md}}", {})).toMatchObject({
      text: "a ",
      removed: ["x.md"],
    });
    const noPart = await include("mdbook", "a {{#include x.md:no}}", { "docs/guide/x.md": "x" });
    expect(noPart).toMatchObject({ text: "a ", removed: ["x.md"] });
  });

  it("never asks for a file outside of the site", async () => {
    const text = '--8<-- "../x.md"\n--8<-- "a/../../x.md"\n--8<-- "/../x.md"';
    const { paths } = await include("mkdocs", text, {});
    expect(paths.every((path) => !path.includes(".."))).toBe(true);
    expect((await include("vitepress", "<!--@include: ../../../x.md-->", {})).paths).toEqual([]);
  });

  it("ends for files that include themselves, and for many includes", async () => {
    const { text } = await include("mkdocs", '--8<-- "x.md"', { "x.md": 'x\n--8<-- "x.md"' });
    expect(text.match(/^x$/gm)).toHaveLength(5);
    const { paths } = await include("mkdocs", '--8<-- "x.md"\n'.repeat(10_000), {});
    expect(paths.length).toBeLessThanOrEqual(2000);
  });
});
