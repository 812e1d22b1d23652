/** A documentation site whose Markdown is in a public repository. */
export interface Site {
  /** Name in the file of its queries: `queries/<name>.json`. */
  name: string;
  language: string;
  /** The repository on GitHub, as `owner/name`. */
  repository: string;
  /** The addresses of the queries are paths in this commit. */
  commit: string;
  /** Folder of the pages in the repository. */
  folder: string;
}

/** The sites of the judged queries. */
export const sites: readonly Site[] = [
  {
    name: "react",
    language: "en",
    repository: "reactjs/react.dev",
    commit: "12d692da47e77cdc558b928fcfbaf4e71c6d0cec",
    folder: "src/content",
  },
  {
    name: "uv",
    language: "en",
    repository: "astral-sh/uv",
    commit: "26a9dd4b2125bc271b47855e1fa0c49af3365db5",
    folder: "docs",
  },
  {
    name: "hugo",
    language: "en",
    repository: "gohugoio/hugoDocs",
    commit: "1c613349f4220ae84070df25979d720c43e5cfa6",
    folder: "content/en",
  },
  {
    name: "mastodon",
    language: "en",
    repository: "mastodon/documentation",
    commit: "2903485da54a20f1da5e7dfb8b34712e6196e8f7",
    folder: "content/en",
  },
  {
    name: "fastapi",
    language: "de",
    repository: "fastapi/fastapi",
    commit: "c3f316b7e814667e8ee81e03a7330d00ee61e45c",
    folder: "docs/de/docs",
  },
  {
    name: "rust",
    language: "de",
    repository: "rust-lang-de/rustbook-de",
    commit: "4aafbc0ebecbb81479c19517a83c414a3212ed5d",
    folder: "src",
  },
  {
    name: "astro",
    language: "fr",
    repository: "withastro/docs",
    commit: "741c1b89ba13cf9b4ac4087ef09dc269e113fa77",
    folder: "src/content/docs/fr",
  },
  {
    name: "react_es",
    language: "es",
    repository: "reactjs/es.react.dev",
    commit: "e91a76a98e0291fd3ae2abeb3da31442981a77f1",
    folder: "src/content",
  },
  {
    name: "vue_zh",
    language: "zh",
    repository: "vuejs-translations/docs-zh-cn",
    commit: "c2715ff75bae5376bc5bf212280ae76e30089fbd",
    folder: "src",
  },
  {
    name: "vue_ja",
    language: "ja",
    repository: "vuejs-translations/docs-ja",
    commit: "c627102bfabf8bc5ecaa6eb763b965a0a5d43a5b",
    folder: "src",
  },
];
