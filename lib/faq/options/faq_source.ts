/** Names of the elements that can be questions in addition to h2 and h3. */
export const FAQ_SOURCES = [
  "h4",
  "details",
  "dt",
  "bold",
  "yoast",
  "rank-math",
  "wordpress-accordion",
  "wordpress-details",
  "ghost-toggle",
  "notion-toggle",
  "divi",
  "elementor",
  "webflow",
  "spectra",
  "beaver-builder",
  "confluence-expand",
  "uswds",
  "microdata",
  "aria-accordion",
] as const;

/** An element that can be a question in addition to h2 and h3. `docs/faq_options.md` describes each. */
export type FaqSource = (typeof FAQ_SOURCES)[number];
