import { describe, expect, it } from "vitest";
import {
  generatorNames,
  generators,
  type ImportItem,
  type ImportNote,
  linkTranslations,
  PageLinks,
  readPostFile,
  readSiteConfig,
  SlugPlan,
} from "../../lib/import/mod.ts";
import { importItems, newApi, siteUrl } from "./_import.ts";

type Files = Readonly<Record<string, string>>;

/** A site in a folder: its configuration, and the name of the folder. */
interface Folder {
  config?: readonly [path: string, text: string];
  name?: string;
  /** Address of the old site. */
  sourceUrl?: string;
}

/** Reads the files of a folder with their links. Slugs are as in a new store, unless a plan is given. */
async function* read(
  files: Files,
  { config, name, sourceUrl }: Folder = {},
  plan?: SlugPlan,
): AsyncGenerator<ImportItem> {
  const siteFiles = config && { files: [{ path: config[0], text: config[1] }] };
  const site = siteFiles && readSiteConfig(siteFiles.files);
  const slugs = plan ?? new SlugPlan((await newApi()).posts, { organizationSlug: "acme" });
  const links = new PageLinks({
    slugs,
    addressOf: (slug) => `https://acme.example/p/${slug}`,
    site,
    name,
    sourceUrl,
  });
  const pass = function* (which: "keys" | "posts"): Generator<ImportItem> {
    for (const [path, text] of Object.entries(files)) {
      const options = { path, siteUrl, now: 0, linksLater: true, content: which === "posts" };
      const format = path.endsWith(".html") ? "html" : "markdown";
      yield* readPostFile({ format, text, file: path, options, ...(siteFiles && { siteFiles }) });
    }
  };
  yield* linkTranslations(pass, { links });
}

/** Reads the links of the file `a` in a folder, as HTML and as Markdown have them, and the notes. */
async function linksOf(
  files: Files,
  folder?: Folder,
): Promise<{ html: string[]; markdown: string; notes: ImportNote[] }> {
  const [html, notes]: [string[], ImportNote[]] = [[], []];
  let markdown = "";
  for await (const item of read(files, folder)) {
    if (item.kind === "note") notes.push(item);
    if (item.kind !== "post" || !/(?:^|\/)(?:[\d-]*-)?a\.\w+$/.test(item.key ?? "")) continue;
    markdown = item.input.markdown ?? "";
    html.push(
      ...[...(item.input.html ?? "").matchAll(/<a href="([^"]*)"/g)].map(([, address = ""]) => address),
    );
  }
  const isAboutLinks = ({ category = "" }: ImportNote): boolean => category.includes("link");
  return { html, markdown, notes: notes.filter(isAboutLinks) };
}

const b = "https://acme.example/p/b";

describe("Links between files", () => {
  const target = { "docs/x/b.md": "# B\n\n## Why not\n\nText" };
  const kinds: readonly (readonly [kind: string, text: string, address: string, folder?: Folder])[] = [
    ["a path", "[b](./x/b.md)", b],
    ["a path with a heading", "[b](x/b.md#why-not)", `${b}#why-not`],
    ["a path without extension", "[b](x/b)", b],
    ["a path in angle brackets", "[b](<x/b.md> 'Title')", b],
    ["a path from the root", "[b](/docs/x/b.md)", b],
    ["a path below the imported folder", "[b](/docs/x/b)", b, { name: "docs" }],
    ["a definition", "[b][it]\n\n[it]: ./x/b.md", b],
    ["HTML", 'a <a href="x/b.md">b</a>', b],
    ["a wiki's name", "[[B]]", b],
    ["a wiki's name with a heading and a text", "[[b#Why not|the text]]", `${b}#why-not`],
    [
      "Docusaurus's address",
      "[b](/docs/x/b)",
      b,
      { config: ["docusaurus.config.js", "x = { baseUrl: '/' }"] },
    ],
    [
      "Docusaurus's path from the root",
      "[b](@site/docs/x/b.md)",
      b,
      { config: ["docusaurus.config.js", ""] },
    ],
    [
      "an address of the old host",
      "[b](https://www.old.example/x/b/)",
      b,
      { config: ["mkdocs.yml", "site_url: https://old.example"] },
    ],
    [
      "an address relative to the page",
      "[b](../x/b/)",
      b,
      { config: ["mkdocs.yml", "site_url: https://old.example"] },
    ],
    [
      "an address of the source",
      "[b](https://www.old.example/docs/x/b)",
      b,
      { sourceUrl: "https://old.example/" },
    ],
    ["VitePress's address", "[b](/x/b.html)", b, { config: ["docs/.vitepress/config.ts", ""] }],
    ["a page that is not translated", "[b](/fr/x/b/)", b, { config: ["mkdocs.yml", "language: en"] }],
  ];
  const rows = kinds.map(([kind, text, address, folder]) => ({ kind, text, address, folder }));
  it.each(rows)("are replaced: $kind", async ({ text, address, folder }) => {
    const { html, markdown, notes } = await linksOf({ "docs/a.md": `# A\n\n${text}`, ...target }, folder);
    expect({ html, notes }).toEqual({ html: [address], notes: [] });
    expect(markdown).toContain(address);
  });

  it.each<readonly [kind: string, text: string, address: string, path: string, folder: Folder]>([
    ["Zola", "[b](@/x/b.md#why)", "#why", "content/x/b.md", { config: ["config.toml", 'base_url = "/"'] }],
    [
      "Hugo's ref",
      '[b]({{< ref "x/b.md#why" >}})',
      "#why",
      "content/x/b.md",
      { config: ["hugo.toml", 'baseURL = "/"'] },
    ],
    [
      "Hugo's relref by name",
      '[b]({{% relref "b" %}})',
      "",
      "content/x/b.md",
      { config: ["hugo.toml", 'baseURL = "/"'] },
    ],
    [
      "Jekyll's link",
      "[b]({{ site.baseurl }}{% link x/b.md %})",
      "",
      "x/b.md",
      { config: ["_config.yml", "title: A"] },
    ],
    [
      "Jekyll's post_url",
      "[b]({% post_url 2024-01-02-b %})",
      "",
      "_posts/2024-01-02-b.md",
      { config: ["_config.yml", "title: A"] },
    ],
    [
      "Jekyll's relative_url",
      "[b]({{ '/x/b.html' | relative_url }})",
      "",
      "x/b.md",
      { config: ["_config.yml", "title: A"] },
    ],
    [
      "Hexo's post_link",
      "{% post_link b The text %}",
      "",
      "source/_posts/b.md",
      { config: ["_config.yml", "new_post_name: x"] },
    ],
    [
      "Hexo's url_for",
      "{% url_for 'The text' x/b.html %}",
      "",
      "source/x/b.md",
      { config: ["_config.yml", "new_post_name: x"] },
    ],
    [
      "a parenthesis in the name",
      "[b]({% link x/b).md %})",
      "",
      "x/b).md",
      { config: ["_config.yml", "title: A"] },
    ],
    ["Eleventy's url", "[b]({{ '/x/b/' | url }})", "", "x/b.md", { config: [".eleventy.js", ""] }],
  ])("are replaced in templates: %s", async (_kind, text, fragment, path, folder) => {
    const files = {
      "content/2024-01-01-a.md": `---\ntitle: A\n---\n\n${text}`,
      [path]: "---\ntitle: B\n---\n\n## Why\n\nText",
    };
    const { html, markdown, notes } = await linksOf(files, folder);
    expect({ html, notes }).toEqual({ html: [b + fragment], notes: [] });
    expect(markdown).toContain(b + fragment);
  });

  it("are relative to the address of the page, unless they name a file", async () => {
    const files = {
      "_config.yml": "",
      "_articles/fr/a.md": "---\ntitle: A\npermalink: /fr/a/\n---\n\n[1](../b/) [2](../b.md)",
      "_articles/b.md": "---\ntitle: B\npermalink: /b/\nslug: b\n---\n\nText",
      "_articles/fr/b.md": "---\ntitle: B\npermalink: /fr/b/\nslug: fr-b\n---\n\nText",
    };
    const { html } = await linksOf(files, {
      config: ["_config.yml", "collections: { articles: { output: true } }"],
    });
    expect(html).toEqual(["https://acme.example/p/fr-b", b]);
  });

  it("are text outside of addresses", async () => {
    const files = { "content/a.md": '---\ntitle: A\n---\n\n{{< ref "x/b" >}}', "content/x/b.md": "# B" };
    const html: (string | undefined)[] = [];
    for await (const item of read(files, { config: ["hugo.toml", 'baseURL = "/"'] }))
      if (item.kind === "post") html.push(item.input.html);
    expect(html[0]).toBe("<p>b</p>\n");
  });

  it("stay in code, and if they lead to other sites or to files", async () => {
    const text =
      "# A\n\n`[b](b.md)` [[ -f x ]] [c](https://c.example/b.md) [d](/b.pdf) [e](mailto:a@b.example) [f](#a)\n\n## A\n\n```\n[b](b.md) [[b]] {% link b.md %}\n```\n\n    [b](b.md)\n";
    const link = "\n\n[b](b.md)\n";
    const { html, markdown, notes } = await linksOf({ "a.md": text + link, "b.md": "# B" });
    expect(html).toEqual(["https://c.example/b.md", "/b.pdf", "mailto:a@b.example", "#a", b]);
    expect(`# A\n${markdown}`).toBe(text + link.replace("b.md", b));
    expect(notes).toEqual([]);
  });

  it("in HTML files are replaced", async () => {
    const files = {
      "a.html": '<h1>A</h1><p><a href="b.html?x=1#c">b</a></p>',
      "b.html": '<h1>B</h1><p id="c">x</p>',
    };
    expect(await linksOf(files)).toMatchObject({ html: [`${b}?x=1#c`], notes: [] });
  });

  it("without a target are named with file, line and address", async () => {
    const text = "---\ntitle: A\n---\n\n[x](x.md)\n\n[b](b.md#none) [y](/y)\n[x](x.md) [[Nobody here]]";
    const { html, notes } = await linksOf({ "a.md": text, "b.md": "# B\n\n## Some" });
    expect(html).toEqual(["x.md", `${b}#none`, "/y", "x.md", "Nobody%20here"]);
    const at = (line: number): object => ({ place: { file: "a.md", line } });
    expect(notes).toEqual([
      expect.objectContaining({
        category: "dead-link",
        count: 2,
        isLoss: true,
        text: 'the link to "x.md" has no target among the posts',
        ...at(5),
      }),
      expect.objectContaining({ category: "link-to-other-page", ...at(7) }),
      expect.objectContaining({
        category: "dead-link",
        text: 'the link to "Nobody here" has no target among the posts',
        ...at(8),
      }),
      expect.objectContaining({ category: "link-fragment", ...at(7) }),
    ]);
  });

  it("within a post are named if the post has no heading with their id", async () => {
    const text =
      "---\ntitle: The *title*\n---\n\n[1](#one) [2](#two) [3](#three) [top](#top) [none](#) [title](#the-title) [q](?q=a)\n\n## One\n\n<a name=two></a>";
    const { html, notes } = await linksOf({ "a.md": text });
    expect(html).toEqual(["#one", "#two", "#three", "#top", "#", "#the-title", "?q=a"]);
    const place = { file: "a.md", line: 5 };
    expect(notes).toEqual([
      expect.objectContaining({ category: "link-to-other-page", place }),
      expect.objectContaining({ category: "link-fragment", place }),
    ]);
  });

  it("without a target are counted beyond the first hundred of a post", async () => {
    const text = Array.from({ length: 300 }, (_, index) => `[x](x${index}.md)`).join("\n");
    const { notes } = await linksOf({ "a.md": `# A\n\n${text}` });
    expect(notes.length).toBe(101);
    expect(notes.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(300);
  });

  it("lead to the slugs that the import gives, also if slugs are taken or the import is repeated", async () => {
    const api = await newApi();
    await api.posts.put("acme", { slug: "b", name: "Before", html: "<p>x</p>" });
    const files = {
      "a.md": "# A\n\n[1](x/b.md) [2](y/b.md)",
      "x/b.md": "# B1",
      "y/b.md": "# B2\n\n[a](../a.md)",
    };
    const importAll = async (): Promise<string | undefined> => {
      const plan = new SlugPlan(api.posts, { organizationSlug: "acme", source: "s" });
      const lines = await importItems(api, read(files, {}, plan), { source: "s" });
      expect(lines.filter((line) => line.startsWith("updated"))).toEqual([]);
      return (await api.posts.get({ organizationSlug: "acme", slug: "a" }))?.html;
    };
    const html = await importAll();
    for (const slug of ["b-2", "b-3"]) {
      expect(html).toContain(`href="https://acme.example/p/${slug}"`);
      expect(await api.posts.get({ organizationSlug: "acme", slug })).toMatchObject({ slug });
    }
    expect(await importAll()).toBe(html);
  });

  it("are found in linear time in hostile texts", async () => {
    for (const text of ["[](", "[a]: ", '<a href="', "[[a", "](<a", "`", "{% link a", "{{< ref "]) {
      const files = { "a.md": `# A\n\n[b](b.md) ${text.repeat(5000)}`, "b.md": "# B" };
      expect((await linksOf(files)).markdown.length).toBeGreaterThan(5000);
    }
  });
});

describe("Pictures and files without --media", () => {
  const places: readonly (readonly [source: string, counts: Record<string, number>])[] = [
    ["![](./x.png) ![](../y.png)", { "dead-media": 2 }],
    ['<img src="x.png" srcset="y.png 2x">', { "dead-media": 2 }],
    ["[PDF](files/x.pdf)", { "dead-media": 1 }],
    ["![](/img/x.png) [zip](/x.zip) ![](y.png)", { "media-on-site": 2, "dead-media": 1 }],
    ["![](https://old.example/x.png) ![](//cdn.example/x.png) `![](x.png)`", {}],
  ];
  it.each(places.map(([source, counts]) => ({ source, counts })))(
    "are named and counted: $source",
    async ({ source, counts }) => {
      const found: Record<string, number> = {};
      for await (const item of read({ "a.md": `---\ntitle: A\n---\n\nText\n\n${source}` })) {
        if (item.kind !== "note" || !item.category?.includes("media")) continue;
        found[item.category] = item.count ?? 1;
        expect(item).toMatchObject({
          isLoss: item.category === "dead-media",
          place: { file: "a.md", line: 7 },
        });
      }
      expect(found).toEqual(counts);
    },
  );
});

describe("addresses that are no URL", () => {
  const addresses = ["http://[", "//[x", "https://", "//", "http://a b/", "%", "a\\b", "../../.."];
  const places = ["slug", "id", "permalink", "url", "path", "aliases", "redirect_from"];

  it.each(generatorNames)("do not end the import of a site of %s", async (generator) => {
    for (const address of addresses) {
      const frontMatter = (place: string): string =>
        `---\ntitle: A\n${place}: ${JSON.stringify(address)}\n---\n`;
      const files = Object.fromEntries(
        places.map((place) => [`docs/${place}.md`, `${frontMatter(place)}[b](${address}) [c](./id.md)`]),
      );
      const [path = ""] = generators[generator].files;
      const text = ["path", "url", "base", "baseUrl", "docs_dir", "srcDir", "site_url", "src", "input"]
        .map((key) => (/\.[cm]?[jt]s$/.test(path) ? `const ${key} = "${address}"` : `${key}: "${address}"`))
        .join("\n");
      const configs: Folder[] = /\.(?:[cm]?[jt]s|py)$/.test(path) ? [{ config: [path, text] }, {}] : [{}];
      for (const folder of configs) {
        const keys: unknown[] = [];
        for await (const item of read(files, folder)) if (item.kind !== "note") keys.push(item.place.file);
        expect(keys).toEqual(Object.keys(files));
      }
    }
  });
});
