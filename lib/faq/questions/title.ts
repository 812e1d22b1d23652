import { HEADINGS, QUESTION_HEADINGS } from "../tree/elements.ts";
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
function detailsSourcesOf<Node>(outline: Outline<Node>, summary: OutlineItem<Node>): FaqSource[] {
  const details = outline[summary.parent];
  if (summary.name !== "summary" || details?.name !== "details") return [];
  const list = outline[outline[details.parent]?.parent ?? -1];
  return DETAILS_SOURCES.filter(
    (source) =>
      (source.details === undefined || details.classes.includes(source.details)) &&
      (source.list === undefined || list?.classes.includes(source.list) === true),
  ).map(({ source }) => source);
}

/** A source that marks titles and panels with classes. The panel of a title is the next panel after it. */
interface ClassSource {
  readonly source: FaqSource;
  readonly title: string;
  readonly panel: string;
}

/**
 * Class names of page builders' questions and answers.
 *
 * Source: the markup of Yoast SEO, Rank Math, WordPress core/accordion, Ghost, Divi and Elementor. Further sources are Webflow's
 * Dropdown, Spectra's FAQ, Beaver Builder's accordion, Confluence's expand macro and the accordion of the U.S. Web Design System.
 */
const CLASS_SOURCES: readonly ClassSource[] = [
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
  { source: "webflow", title: "w-dropdown-toggle", panel: "w-dropdown-list" },
  { source: "spectra", title: "uagb-question", panel: "uagb-faq-content" },
  { source: "beaver-builder", title: "fl-accordion-button-label", panel: "fl-accordion-content" },
  { source: "confluence-expand", title: "expand-control-text", panel: "expand-content" },
  { source: "confluence-expand", title: "expand-control", panel: "expand-content" },
  { source: "uswds", title: "usa-accordion__button", panel: "usa-accordion__content" },
];

/**
 * Location of a title's answer.
 *
 * - `siblings`: the elements after the title, up to the next heading or question
 * - `panel`: the next element with the panel's class
 * - `details`: the rest of the `details`
 * - `definitions`: the `dd` elements up to the next `dt`
 */
type AnswerKind = "siblings" | "panel" | "details" | "definitions";

/** One way to read an element as the title of a question. */
export interface Title {
  /** The source that must be enabled; absent for h2 and h3. */
  readonly source?: FaqSource;
  readonly answer: AnswerKind;
  /** The sign of the title as a selector, for `panel`. */
  readonly sign?: string;
  /** The class of the panel, unless attributes link it. */
  readonly panelClass?: string;
  /** The index of the panel, if attributes link it. */
  readonly panel?: number;
}

/** Finds the titles that attributes link to a panel. */
export interface LinkedTitles<Node> {
  titlesAt(item: OutlineItem<Node>, index: number): readonly Title[];
}

const HEADING: Title = { answer: "siblings" };
const H4: Title = { answer: "siblings", source: "h4" };
const DT: Title = { answer: "definitions", source: "dt" };
const BOLD: Title = { answer: "siblings", source: "bold" };
const NONE: readonly Title[] = [];

/** Returns every way to read an element as a title, with all sources enabled. The first match counts. */
export function possibleTitles<Node>(
  outline: Outline<Node>,
  index: number,
  panels: LinkedTitles<Node>,
): readonly Title[] {
  const item = outline[index];
  if (item === undefined) return NONE;
  const titles = item.classes.length === 0 ? [] : panelTitles(item.classes);
  titles.push(...panels.titlesAt(item, index));
  const { name } = item;
  if (name === "summary") {
    const sources = detailsSourcesOf(outline, item);
    for (const source of sources) titles.push({ answer: "details", source });
  } else if (name === "dt") titles.push(DT);
  else if (name === "h4") titles.push(H4);
  else if (QUESTION_HEADINGS.has(name)) titles.push(HEADING);
  else if (name === "p") titles.push(BOLD);
  return titles.length === 0 ? NONE : titles;
}

function panelTitles(classes: readonly string[]): Title[] {
  return CLASS_SOURCES.filter(({ title }) => classes.includes(title)).map(({ source, title, panel }) => ({
    answer: "panel",
    source,
    sign: `.${title}`,
    panelClass: panel,
  }));
}

/** Returns the ways to read an element as a title with the enabled sources. */
export function titlesOf<Node>(
  outline: Outline<Node>,
  index: number,
  { panels, sources }: { panels: LinkedTitles<Node>; sources: ReadonlySet<FaqSource> },
): readonly Title[] {
  const titles = possibleTitles(outline, index, panels);
  if (titles.length === 0) return titles;
  return titles.filter(({ source }) => source === undefined || sources.has(source));
}

/** Returns true for h1 to h6. */
export function isHeadingName(name: string): boolean {
  return HEADINGS.has(name);
}

/** Returns true if an element is a title or panel of any page builder. */
export function isPanelOrTitle(classes: readonly string[]): boolean {
  return (
    classes.length > 0 &&
    CLASS_SOURCES.some(({ title, panel }) => classes.includes(title) || classes.includes(panel))
  );
}

/** Returns true if an element is the panel of an enabled source. */
export function isPanelOf(classes: readonly string[], sources: ReadonlySet<FaqSource>): boolean {
  return (
    classes.length > 0 &&
    CLASS_SOURCES.some(({ source, panel }) => sources.has(source) && classes.includes(panel))
  );
}
