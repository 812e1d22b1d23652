/** Names of the dialects of Markdown. */
export const markdownDialects = [
  "editor",
  "commonmark",
  "github",
  "kramdown",
  "liquid",
  "hugo",
  "docusaurus",
  "mdx",
  "mkdocs",
  "vitepress",
] as const;

/**
 * A dialect of Markdown, with the templates of its site generator:
 *
 * - `editor`: `github` without generated ids of headings, for text that is written in Postern
 * - `commonmark`: CommonMark and tables
 * - `github`: GFM with footnotes, alerts, definition lists and `:::` containers
 * - `kramdown`: kramdown with its GFM parser and Liquid, as in Jekyll
 * - `liquid`: GFM with Liquid, as in Eleventy
 * - `hugo`: Goldmark with Hugo's shortcodes
 * - `docusaurus`: GFM with `:::` containers, as in Docusaurus and Starlight
 * - `mdx`: `docusaurus` with components and expressions
 * - `mkdocs`: GFM with the extensions of MkDocs and Material, such as `!!! note` and tabs
 * - `vitepress`: GFM with `:::` containers, includes and components, as in VitePress
 */
export type MarkdownDialect = (typeof markdownDialects)[number];
