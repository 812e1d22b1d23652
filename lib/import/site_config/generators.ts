import type { MarkdownDialect } from "../../content/mod.ts";

/** Names of the site generators whose sites are read as a whole. */
export const generatorNames = [
  "docusaurus",
  "vitepress",
  "mkdocs",
  "eleventy",
  "astro",
  "gatsby",
  "mdbook",
  "pelican",
  "nikola",
  "sphinx",
  "hexo",
  "jekyll",
  "zola",
  "hugo",
] as const;

export type GeneratorName = (typeof generatorNames)[number];

/** A site generator, as its sites show it. */
export interface Generator {
  /** Name as the generator's own pages spell it. */
  title: string;
  /** Paths of its configuration from the root of a site, the first that is looked for first. */
  files: readonly string[];
  /** A part of the configuration that only this generator has. Default: no other generator has such files. */
  sign?: RegExp;
  /** Dialect of the files `.md`. */
  dialect: MarkdownDialect;
  /** Folders of content, from the root of the site. Empty for the root itself. */
  content: readonly string[];
  /** Paths of the list of authors, from the root of the site or a folder of content. Default: it has none. */
  authors?: readonly string[];
}

const scripts = ["js", "ts", "mjs", "mts", "cjs", "cts"];

/** Returns the names of a configuration in JavaScript or TypeScript. */
function inScript(...names: readonly string[]): string[] {
  return names.flatMap((name) => scripts.map((extension) => `${name}.${extension}`));
}

/** Returns the paths of a file with data, in all formats. */
function inData(path: string): string[] {
  return ["yml", "yaml", "toml", "json"].map((extension) => `${path}.${extension}`);
}

/** The generators in the order in which their files are looked for: files that several generators have come last. */
export const generators: Readonly<Record<GeneratorName, Generator>> = {
  docusaurus: {
    title: "Docusaurus",
    files: inScript("docusaurus.config", "website/docusaurus.config", "docs/docusaurus.config"),
    dialect: "mdx",
    content: ["docs", "blog", "src/pages"],
    authors: inData("authors"),
  },
  vitepress: {
    title: "VitePress",
    files: inScript(
      ".vitepress/config",
      "docs/.vitepress/config",
      ".vuepress/config",
      "docs/.vuepress/config",
    ),
    dialect: "vitepress",
    content: [""],
  },
  mkdocs: {
    title: "MkDocs",
    files: ["mkdocs.yml", "mkdocs.yaml"],
    dialect: "mkdocs",
    content: ["docs"],
    authors: ["blog/.authors.yml", ".authors.yml", "../.authors.yml"],
  },
  eleventy: {
    title: "Eleventy",
    files: [...inScript("eleventy.config", ".eleventy")],
    dialect: "liquid",
    content: [""],
    authors: inData("_data/authors"),
  },
  astro: {
    title: "Astro",
    files: inScript("astro.config"),
    dialect: "docusaurus",
    content: ["src/content/docs", "src/content", "src/pages"],
  },
  gatsby: {
    title: "Gatsby",
    files: inScript("gatsby-config"),
    dialect: "github",
    content: ["content", "src/pages", ""],
  },
  mdbook: { title: "mdBook", files: ["book.toml"], dialect: "github", content: ["src"] },
  pelican: { title: "Pelican", files: ["pelicanconf.py"], dialect: "github", content: ["content"] },
  nikola: {
    title: "Nikola",
    files: ["conf.py"],
    sign: /^BLOG_TITLE\s*=/m,
    dialect: "github",
    content: ["posts", "pages"],
  },
  sphinx: {
    title: "Sphinx",
    files: ["", "docs/", "doc/", "source/", "docs/source/", "doc/source/"].map(
      (folder) => `${folder}conf.py`,
    ),
    sign: /^(?:extensions|project|html_theme|master_doc)\s*=/m,
    dialect: "github",
    content: [""],
  },
  hexo: {
    title: "Hexo",
    files: ["_config.yml", "_config.yaml"],
    sign: /^(?:new_post_name|source_dir|post_asset_folder|default_layout|filename_case|render_drafts)\s*:/m,
    dialect: "liquid",
    content: ["source/_posts", "source"],
    authors: inData("_data/authors"),
  },
  jekyll: {
    title: "Jekyll",
    files: ["_config.yml", "_config.yaml"],
    dialect: "kramdown",
    content: [""],
    authors: inData("_data/authors"),
  },
  zola: {
    title: "Zola",
    files: ["config.toml", "zola.toml"],
    sign: /^base_url\s*=/m,
    dialect: "liquid",
    content: ["content"],
  },
  hugo: {
    title: "Hugo",
    files: ["", "config/_default/"].flatMap((folder) =>
      ["hugo", "config"].flatMap((name) =>
        ["toml", "yaml", "yml", "json"].map((extension) => `${folder}${name}.${extension}`),
      ),
    ),
    dialect: "hugo",
    content: ["content"],
    authors: inData("data/authors"),
  },
};

/** Returns the generator that a configuration file shows, or undefined. */
export function generatorOf({ path, text }: { path: string; text: string }): GeneratorName | undefined {
  return generatorNames.find((name) => {
    const { files, sign } = generators[name];
    return files.includes(path) && (sign === undefined || sign.test(text));
  });
}
