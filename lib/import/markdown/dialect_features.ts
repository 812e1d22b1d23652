import type { MarkdownDialect } from "../../content/mod.ts";

/** Constructs that a dialect reads beyond CommonMark with tables. */
export interface DialectFeatures {
  /** Footnotes, task lists and struck text. */
  isExtended: boolean;
  /** `~text~` is struck, as `~~text~~` is. */
  hasSingleTildes: boolean;
  /** Emphasis beside scripts without spaces, which CommonMark does not have. */
  hasUnspacedEmphasis: boolean;
  /** Links from bare addresses. */
  hasAutolinks: boolean;
  hasDefinitionLists: boolean;
  /** `:::note`. */
  hasContainers: boolean;
  /** `{: .class}` and the other extensions of kramdown. */
  isKramdown: boolean;
  /** `{#id .class}` at the end of a heading. */
  hasHeadingAttributes: boolean;
  /** Ids of headings from their texts. */
  hasHeadingIds: boolean;
  /** Code by indentation. */
  hasIndentedCode: boolean;
  templates: "liquid" | "hugo" | "mdx" | "mkdocs" | "vue" | "none";
}

const github: DialectFeatures = {
  isExtended: true,
  hasSingleTildes: true,
  hasUnspacedEmphasis: true,
  hasAutolinks: true,
  hasDefinitionLists: true,
  hasContainers: true,
  isKramdown: false,
  hasHeadingAttributes: true,
  hasHeadingIds: true,
  hasIndentedCode: true,
  templates: "none",
};

export const featuresOf: Readonly<Record<MarkdownDialect, DialectFeatures>> = {
  commonmark: {
    ...github,
    isExtended: false,
    hasUnspacedEmphasis: false,
    hasAutolinks: false,
    hasDefinitionLists: false,
    hasContainers: false,
    hasHeadingAttributes: false,
    hasHeadingIds: false,
  },
  github,
  editor: { ...github, hasHeadingIds: false },
  liquid: { ...github, hasSingleTildes: false, templates: "liquid" },
  kramdown: {
    ...github,
    hasSingleTildes: false,
    hasAutolinks: false,
    hasContainers: false,
    isKramdown: true,
    templates: "liquid",
  },
  hugo: { ...github, hasContainers: false, templates: "hugo" },
  docusaurus: { ...github, hasDefinitionLists: false },
  mkdocs: { ...github, hasSingleTildes: false, hasAutolinks: false, templates: "mkdocs" },
  vitepress: { ...github, hasSingleTildes: false, hasDefinitionLists: false, templates: "vue" },
  mdx: {
    ...github,
    hasDefinitionLists: false,
    hasIndentedCode: false,
    templates: "mdx",
  },
};
