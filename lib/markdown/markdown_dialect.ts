/**
 * A dialect of Markdown, with the templates of its site generator:
 *
 * - `commonmark`: CommonMark and tables
 * - `github`: GFM with footnotes, alerts, definition lists and `:::` containers
 * - `kramdown`: kramdown with its GFM parser and Liquid, as in Jekyll
 * - `liquid`: GFM with Liquid, as in Eleventy
 * - `hugo`: Goldmark with Hugo's shortcodes
 * - `docusaurus`: GFM with `:::` containers, as in Docusaurus and Starlight
 * - `mdx`: `docusaurus` with components and expressions
 */
export type MarkdownDialect = "commonmark" | "github" | "kramdown" | "liquid" | "hugo" | "docusaurus" | "mdx";

/** Constructs that a dialect reads beyond CommonMark with tables. */
export interface DialectFeatures {
  /** Footnotes, task lists and struck text. */
  isExtended: boolean;
  /** Links from bare addresses. */
  hasAutolinks: boolean;
  hasDefinitionLists: boolean;
  /** `> [!NOTE]`. */
  hasAlerts: boolean;
  /** `:::note`. */
  hasContainers: boolean;
  /** `{: .class}` and the other extensions of kramdown. */
  isKramdown: boolean;
  /** `{#id .class}` at the end of a heading. */
  hasHeadingAttributes: boolean;
  /** Code by indentation. */
  hasIndentedCode: boolean;
  templates: "liquid" | "hugo" | "mdx" | "none";
}

const github: DialectFeatures = {
  isExtended: true,
  hasAutolinks: true,
  hasDefinitionLists: true,
  hasAlerts: true,
  hasContainers: true,
  isKramdown: false,
  hasHeadingAttributes: true,
  hasIndentedCode: true,
  templates: "none",
};

/** The features of each dialect. */
export const featuresOf: Readonly<Record<MarkdownDialect, DialectFeatures>> = {
  commonmark: {
    ...github,
    isExtended: false,
    hasAutolinks: false,
    hasDefinitionLists: false,
    hasAlerts: false,
    hasContainers: false,
    hasHeadingAttributes: false,
  },
  github,
  liquid: { ...github, templates: "liquid" },
  kramdown: {
    ...github,
    hasAutolinks: false,
    hasAlerts: false,
    hasContainers: false,
    isKramdown: true,
    templates: "liquid",
  },
  hugo: { ...github, hasContainers: false, templates: "hugo" },
  docusaurus: { ...github, hasDefinitionLists: false, hasAlerts: false },
  mdx: {
    ...github,
    hasDefinitionLists: false,
    hasAlerts: false,
    hasIndentedCode: false,
    templates: "mdx",
  },
};
