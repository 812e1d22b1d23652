import type { FaqSource } from "../options/faq_source.ts";
import type { Outline, OutlineItem } from "../outline/outline.ts";

/** A source whose questions are the `summary` elements of `details`. */
interface DetailsSource {
  readonly source: FaqSource;
  /** Class of the `details`. */
  readonly details?: string;
  /** Class of the list that contains the `details`. */
  readonly list?: string;
}

/**
 * Sources, most specific first.
 *
 * Source: the markup of WordPress core/details, Elementor's nested accordion and Notion's export.
 */
const DETAILS_SOURCES: readonly DetailsSource[] = [
  { source: "wordpress-details", details: "wp-block-details" },
  { source: "elementor", details: "e-n-accordion-item" },
  { source: "notion-toggle", list: "toggle" },
  { source: "details" },
];

/** Returns the sources that a `summary` belongs to. */
export function detailsSourcesOf<Node>(outline: Outline<Node>, summary: OutlineItem<Node>): FaqSource[] {
  const details = outline[summary.parent];
  if (summary.name !== "summary" || details?.name !== "details") return [];
  const list = outline[outline[details.parent]?.parent ?? -1];
  return DETAILS_SOURCES.filter(
    (source) =>
      (source.details === undefined || details.classes.includes(source.details)) &&
      (source.list === undefined || list?.classes.includes(source.list) === true),
  ).map(({ source }) => source);
}
