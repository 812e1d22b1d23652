import { describe, expect, it } from "vitest";
import {
  type ConfigFile,
  type GeneratorName,
  generatorNames,
  generatorOf,
  type ImportItem,
  readMarkdown,
  readSiteConfig,
  type Site,
} from "../../lib/import/mod.ts";

const siteUrl = "https://acme.example";

function read(site: Site | undefined, path: string, frontMatter = "title: A Title"): ImportItem | undefined {
  const options = { path, siteUrl, now: 0, ...(site && { site }) };
  return [...readMarkdown(`---\n${frontMatter}\n---\n\nText`, path, options)][0];
}

function addressOf(site: Site | undefined, path: string, frontMatter?: string): string | undefined {
  const item = read(site, path, frontMatter);
  return item?.kind === "post" ? item.sourceUrl : item?.kind;
}

/** A site of a generator: its configuration, the dialect of its files, and the addresses that the generator gives them. */
interface Example {
  config: ConfigFile;
  dialect: string;
  /** Path and optional front matter, with the address. */
  addresses: readonly (readonly [path: string, address: string, frontMatter?: string])[];
}

const examples: Readonly<Record<GeneratorName, Example>> = {
  docusaurus: {
    config: {
      path: "docusaurus.config.ts",
      text: "const f = () => { const baseUrl = 'https://git.example/edit'; return baseUrl; };\nconst c = {\n  url: 'https://old.example', // the site\n  baseUrl: \"/p/\", presets: [['classic', ({ docs: { routeBasePath: 'guide' }, blog: { path: './news' } })]] };",
    },
    dialect: "mdx",
    addresses: [
      ["docs/01-start/02-first.md", "https://old.example/p/guide/start/first"],
      ["docs/a/index.md", "https://old.example/p/guide/a"],
      ["docs/a/README.md", "https://old.example/p/guide/a"],
      ["docs/a/a.md", "https://old.example/p/guide/a"],
      ["docs/a/b.md", "https://old.example/p/guide/a/own", "id: own"],
      ["docs/a/b.md", "https://old.example/p/guide/x/y", "slug: /x/y"],
      ["docs/a/b.md", "https://old.example/p/guide/a/z", "slug: z"],
      ["docs/index.md", "https://old.example/p/guide"],
      ["docs/2.0-notes.md", "https://old.example/p/guide/2.0-notes"],
      ["news/2024-02-01-hello.md", "https://old.example/p/blog/2024/02/01/hello"],
      ["news/2024-02-01-hello/index.md", "https://old.example/p/blog/2024/02/01/hello"],
      ["news/x.md", "https://old.example/p/blog/y", "slug: y"],
      ["src/pages/help.md", "https://old.example/p/help"],
      ["i18n/fr/docusaurus-plugin-content-docs/current/a/b.md", "https://old.example/p/fr/guide/a/b"],
      ["README.md", "skipped"],
      ["packages/tool/README.md", "skipped"],
      ["docs/_part.md", "skipped"],
      ["docs/_parts/b.md", "skipped"],
    ],
  },
  vitepress: {
    config: { path: "docs/.vitepress/config.mts", text: "export default { base: '/v/', cleanUrls: true }" },
    dialect: "vitepress",
    addresses: [
      ["docs/guide/a.md", "/v/guide/a"],
      ["docs/guide/index.md", "/v/guide/"],
    ],
  },
  mkdocs: {
    config: {
      path: "mkdocs.yml",
      text: "site_url: https://old.example/m/\nx: !!python/name:a.b\ndocs_dir: src\nplugins:\n  - search\n  - blog\n  - material/blog:\n      blog_dir: news\n      post_url_format: '{categories}/{date}-{file}'\n      post_url_date_format: yyyy-M",
    },
    dialect: "mkdocs",
    addresses: [
      ["src/a/b.md", "https://old.example/m/a/b/"],
      ["src/a/README.md", "https://old.example/m/a/"],
      ["src/index.md", "https://old.example/m/"],
      ["src/blog/index.md", "https://old.example/m/blog/"],
      [
        "src/blog/posts/2024/x.md",
        "https://old.example/m/blog/2024/02/03/its-a--b/",
        "title: It's A & B!\ndate: {created: 2024-02-03}",
      ],
      ["src/blog/posts/x.md", "https://old.example/m/blog/2024/02/03/own/", "slug: own\ndate: 2024-02-03"],
      [
        "src/news/posts/x.md",
        "https://old.example/m/news/some-news/2024-2-x/",
        "date: 2024-02-03\ncategories: [Some News]",
      ],
      ["CONTRIBUTING.md", "skipped"],
      ["theme/main.html", "skipped"],
    ],
  },
  eleventy: {
    config: { path: ".eleventy.js", text: "module.exports = () => ({ dir: { input: 'src' } })" },
    dialect: "liquid",
    addresses: [
      ["src/posts/2024-01-02-a.md", "/posts/a/"],
      ["src/about/about.md", "/about/"],
      ["src/x.md", "/own/", "permalink: /own/"],
    ],
  },
  astro: {
    config: { path: "astro.config.mjs", text: "defineConfig({ site: 'https://old.example', base: '/b' })" },
    dialect: "docusaurus",
    addresses: [
      ["src/content/docs/guides/a.md", "https://old.example/b/guides/a/"],
      ["src/content/blog/a.md", "https://old.example/b/blog/a/"],
      ["src/pages/about.md", "https://old.example/b/about/"],
    ],
  },
  gatsby: {
    config: { path: "gatsby-config.js", text: "module.exports = { pathPrefix: '/g' }" },
    dialect: "github",
    addresses: [["content/blog/a/index.md", "/g/blog/a/"]],
  },
  mdbook: {
    config: { path: "book.toml", text: '[output.html]\nsite-url = "/book/"' },
    dialect: "github",
    addresses: [
      ["src/ch/a.md", "/book/ch/a.html"],
      ["src/ch/README.md", "/book/ch/"],
    ],
  },
  pelican: {
    config: {
      path: "pelicanconf.py",
      text: "SITEURL = 'https://old.example'\nPATH = \"content\"\nPAGE_URL = '{slug}/'",
    },
    dialect: "github",
    addresses: [
      ["content/x.md", "https://old.example/a-title.html"],
      ["content/pages/x.md", "https://old.example/s/", "slug: s"],
      ["content/x.md", "https://old.example/own/x.html", "url: own/x.html"],
      [
        "content/x.md",
        "https://old.example/2024/Feb/s",
        "slug: s\ndate: 2024-02-03\nurl: '{date:%Y}/{date:%b}/{slug}'",
      ],
      ["content/News/x.md", "https://old.example/news/s/", "slug: s\nurl: '{category}/{slug}/index.html'"],
    ],
  },
  nikola: {
    config: { path: "conf.py", text: 'BLOG_TITLE = "A"\nSITE_URL = "https://old.example/"' },
    dialect: "github",
    addresses: [["posts/x.md", "https://old.example/posts/x/"]],
  },
  sphinx: {
    config: { path: "docs/conf.py", text: "project = 'A'\nextensions = []" },
    dialect: "github",
    addresses: [["docs/a/b.md", "/a/b.html"]],
  },
  hexo: {
    config: {
      path: "_config.yml",
      text: "new_post_name: :title.md\nroot: /h/\npermalink: :year/:month/:title/",
    },
    dialect: "liquid",
    addresses: [
      ["source/_posts/a.md", "/h/2024/02/a/", "title: A\ndate: 2024-02-03"],
      ["source/_posts/x/b.md", "/h/2024/02/x/b/", "title: A\ndate: 2024-02-03"],
      ["source/_posts/2024-02-03-a.md", "/h/2024/02/2024-02-03-a/", "title: A\ndate: 2024-02-03"],
      ["source/about/index.md", "/h/about/"],
    ],
  },
  jekyll: {
    config: { path: "_config.yml", text: "title: A" },
    dialect: "kramdown",
    addresses: [["_posts/2024-02-03-a.md", "/2024/02/03/a.html"]],
  },
  zola: {
    config: { path: "config.toml", text: 'base_url = "https://old.example/z"' },
    dialect: "liquid",
    addresses: [
      ["content/blog/2024-02-03-a.md", "https://old.example/z/blog/a/"],
      ["content/blog/a/index.md", "https://old.example/z/blog/a/"],
      ["content/a.md", "https://old.example/z/own/", "slug: own"],
      ["content/a.md", "https://old.example/z/x/y/", "path: x/y"],
    ],
  },
  hugo: {
    config: { path: "hugo.toml", text: 'baseURL = "https://old.example"' },
    dialect: "hugo",
    addresses: [["content/posts/a.md", "https://old.example/posts/a/"]],
  },
};

describe("A site of", () => {
  it.each(generatorNames)("%s has the dialect and the addresses of its generator", (name) => {
    const { config, dialect, addresses } = examples[name];
    expect(generatorOf(config)).toBe(name);
    const site = readSiteConfig([config]);
    const found = addresses.map(([path, , frontMatter]) => [path, addressOf(site, path, frontMatter)]);
    expect(found).toEqual(addresses.map(([path, address]) => [path, address]));
    const item = read(site, addresses[0]?.[0] ?? "");
    expect(item).toMatchObject({ input: { markdownDialect: dialect } });
  });

  it.each(["astro", "eleventy", "hexo", "vitepress", "sphinx"] as const)(
    "%s does not publish a file that begins with _",
    (name) => {
      const { config, addresses } = examples[name];
      const path = [...(addresses[0]?.[0] ?? "").split("/").slice(0, -1), "_hidden.md"].join("/");
      expect(read(readSiteConfig([config]), path)).toMatchObject({
        input: { status: "draft", isAccessibleForFree: false },
      });
    },
  );

  it("Hexo takes the title of a post's address from the name of its file by the pattern of names", () => {
    const text = "new_post_name: :year-:month-:day-:title.md\npermalink: news/:year/:title/";
    const site = readSiteConfig([{ path: "_config.yml", text }]);
    const at = (path: string): string | undefined => addressOf(site, path, "title: A\ndate: 2024-02-03");
    expect(at("source/_posts/2024-02-03-hello.md")).toBe("/news/2024/hello/");
    expect(at("source/_posts/other.md")).toBe("/news/2024/other/");
  });

  it("Docusaurus with versions has the latest at the address of the docs", () => {
    const { config } = examples.docusaurus;
    const site = readSiteConfig([config, { path: "versions.json", text: '["2.0", "1.0"]' }]);
    const at = (path: string): string | undefined =>
      addressOf(site, path)?.replace("https://old.example/p", "");
    expect(at("docs/a.md")).toBe("/guide/next/a");
    expect(at("versioned_docs/version-2.0/a.md")).toBe("/guide/a");
    expect(at("versioned_docs/version-1.0/a.md")).toBe("/guide/1.0/a");
  });

  it("Docusaurus in a folder of the repository has the folders that its configuration names", () => {
    const text = "const c = { baseUrl: '/', presets: [['classic', { docs: { path: '../docs' } }]] };";
    const site = readSiteConfig([{ path: "website/docusaurus.config.js", text }], { folder: "" });
    expect(addressOf(site, "docs/a.md")).toBe("/docs/a");
    expect(addressOf(site, "website/blog/2024-01-02-a.md")).toBe("/blog/2024/01/02/a");
  });

  it("a given generator needs no configuration, and takes no other generator's", () => {
    const other = { path: "_config.yml", text: "title: A" };
    const site = readSiteConfig([other], { generator: "docusaurus" });
    expect(read(site, "a.md")).toMatchObject({ sourceUrl: "/docs/a", input: { markdownDialect: "mdx" } });
    expect(read(readSiteConfig([], { generator: "hugo" }), "content/a.md")).toMatchObject({
      sourceUrl: "/a/",
    });
  });

  it("a configuration that is computed has only its literal values", () => {
    const text =
      "/* baseUrl: '/x/' */ const u = `${a}`; export default { baseUrl: p ? '/a/' : '/b/', trailingSlash: true }";
    const site = readSiteConfig([{ path: "docusaurus.config.js", text }]);
    expect(addressOf(site, "docs/a.md")).toBe("/docs/a/");
  });

  it("a configuration that does not end is read in linear time", () => {
    for (const text of [
      "{".repeat(60_000),
      "/*".repeat(30_000),
      "`\\`".repeat(20_000),
      "a: '".repeat(15_000),
    ])
      expect(readSiteConfig([{ path: "astro.config.mjs", text }])?.generator).toBe("astro");
  });
});

it("Hexo's addresses of posts have no date from the name if the configuration says that names have one", () => {
  const text = "new_post_name: :year-:month-:day-:title.md # names\npermalink: n/:year/:title/";
  const site = readSiteConfig([{ path: "_config.yml", text }]);
  expect(addressOf(site, "source/_posts/2024-02-03-a.md", "title: A\ndate: 2024-02-03")).toBe("/n/2024/a/");
  expect(addressOf(site, "source/_posts/b.md", "title: B\ndate: 2024-02-03")).toBe("/n/2024/b/");
});
