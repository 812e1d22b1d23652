import type { FaqSource } from "../options/faq_source.ts";

/** A source that marks titles and panels with classes. The panel of a title is the next panel after it. */
export interface ClassSource {
  readonly source: FaqSource;
  readonly title: string;
  readonly panel: string;
}

/**
 * Class names of page builders' questions and answers.
 *
 * Source: the markup of Yoast SEO, Rank Math, WordPress core/accordion, Ghost, Divi and Elementor.
 */
export const CLASS_SOURCES: readonly ClassSource[] = [
  { source: "yoast", title: "schema-faq-question", panel: "schema-faq-answer" },
  { source: "rank-math", title: "rank-math-question", panel: "rank-math-answer" },
  {
    source: "wordpress-accordion",
    title: "wp-block-accordion-heading__toggle-title",
    panel: "wp-block-accordion-panel",
  },
  { source: "wordpress-accordion", title: "wp-block-accordion-heading", panel: "wp-block-accordion-panel" },
  { source: "ghost-toggle", title: "kg-toggle-heading-text", panel: "kg-toggle-content" },
  { source: "divi", title: "et_pb_toggle_title", panel: "et_pb_toggle_content" },
  { source: "elementor", title: "elementor-tab-title", panel: "elementor-tab-content" },
];
