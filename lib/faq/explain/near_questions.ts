import { runStepsSync } from "../../base/yielding.ts";
import { FAQ_SOURCES, type FaqSource } from "../options/faq_source.ts";
import type { FullSettings } from "../options/full_settings.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import { type Outline, type OutlineItem, outlineSteps } from "../outline/outline.ts";
import { isQuestion } from "../questions/is_question.ts";
import { isHeadingName, possibleTitles, type LinkedTitles, type Title } from "../questions/title.ts";
import { Panels } from "../questions/panels.ts";
import { markedItems } from "../questions/marked_items.ts";
import { TitleText } from "../questions/title_text.ts";
import { hasArmenianMark, markNearEnd, readsLikeQuestion } from "./question_signs.ts";

/** An element that is a question or resembles one. */
export interface NearQuestion<Node> {
  readonly node: Node;
  /** The element's name, with the sign of a title that has a panel, such as its class. */
  readonly element: string;
  /** The text according to the settings. */
  readonly text: string;
  /** The text that readers see. */
  readonly visibleText: string;
  /** The text without parts of the page, such as an edit link. */
  readonly cleanText: string;
  readonly isHidden: boolean;
  /** True if the option `skip` leaves it out. */
  readonly isSkipped: boolean;
  /** The ways to read the element as a title; empty for h1, h5 and h6. */
  readonly titles: readonly Title[];
}

const ALL_SOURCES: ReadonlySet<FaqSource> = new Set(FAQ_SOURCES);
/** Placeholder for h1, h5 and h6, which have text but are never titles. */
const NO_TITLE: Title = { answer: "siblings" };

/**
 * Finds every question and near-question of a tree in document order, including hidden elements.
 *
 * @param entries maps the entries' title nodes to their questions
 */
export function findNearQuestions<Node>(
  tree: FullTreeAdapter<Node>,
  root: Node,
  settings: FullSettings,
  entries: ReadonlyMap<Node, string>,
): NearQuestion<Node>[] {
  const panels = new Panels(tree, ALL_SOURCES);
  const steps = outlineSteps(tree, root, {
    panels,
    readsStyles: settings.isVisibleOnly,
    keepsHidden: true,
  });
  const outline = runStepsSync(steps);
  const finder = new NearQuestionFinder(tree, { outline, panels }, settings, entries);
  const lastEntry = lastEntryBefore(outline, entries);
  const found: NearQuestion<Node>[] = [];
  for (let at = 0; at < outline.length; at++) {
    const end = outline[at]?.end ?? at + 1;
    const near = finder.at(at);
    if (near === undefined) continue;
    // If the title is not an entry but contains one, the inner element is the question.
    if (!entries.has(near.node) && (lastEntry[end] ?? -1) > at) continue;
    found.push(near);
    at = end - 1;
  }
  return found;
}

/** Maps each index from 0 to the length to the last entry before it, or to -1. */
function lastEntryBefore<Node>(outline: Outline<Node>, entries: ReadonlyMap<Node, string>): Int32Array {
  const last = new Int32Array(outline.length + 1).fill(-1);
  outline.forEach(({ node }, at) => (last[at + 1] = entries.has(node) ? at : (last[at] ?? -1)));
  return last;
}

class NearQuestionFinder<Node> {
  readonly #outline: Outline<Node>;
  readonly #settings: FullSettings;
  /** The ways to read each element as a title. */
  readonly #titles: readonly (readonly Title[])[];
  readonly #marked: Uint8Array | undefined;
  readonly #whole: TitleText<Node>;
  readonly #visible: TitleText<Node>;
  readonly #clean: TitleText<Node>;
  readonly #entries: ReadonlyMap<Node, string>;

  constructor(
    tree: FullTreeAdapter<Node>,
    { outline, panels }: { outline: Outline<Node>; panels: LinkedTitles<Node> },
    settings: FullSettings,
    entries: ReadonlyMap<Node, string>,
  ) {
    this.#outline = outline;
    this.#entries = entries;
    this.#settings = settings;
    this.#marked = runStepsSync(markedItems(tree, outline, settings.skippedElements));
    this.#titles = outline.map((_, index) => possibleTitles(outline, index, panels));
    const isTitle = (index: number): boolean =>
      this.#titles[index]?.some(({ answer }) => answer !== "siblings") ?? false;
    this.#whole = new TitleText(tree, outline, settings, isTitle);
    this.#visible = new TitleText(tree, outline, { ...settings, isVisibleOnly: true }, isTitle);
    this.#clean = new TitleText(tree, outline, { ...settings, isClean: true }, isTitle);
  }

  at(index: number): NearQuestion<Node> | undefined {
    const item = this.#outline[index];
    if (item === undefined) return undefined;
    const titles = this.#titles[index] ?? [];
    const texts = this.#texts(index, item, titles);
    if (texts === undefined) return undefined;
    const element = item.name + (titles.find(({ sign }) => sign !== undefined)?.sign ?? "");
    const isSkipped = this.#marked?.[index] === 1 || this.#settings.isSkipped?.(texts.text) === true;
    return { node: item.node, element, ...texts, isHidden: item.isHidden, isSkipped, titles };
  }

  #texts(
    index: number,
    { node, name }: OutlineItem<Node>,
    titles: readonly Title[],
  ): Pick<NearQuestion<Node>, "text" | "visibleText" | "cleanText"> | undefined {
    const question = this.#entries.get(node);
    if (question !== undefined) return { text: question, visibleText: question, cleanText: question };
    const candidates = titles.length === 0 && isHeadingName(name) ? [NO_TITLE] : titles;
    for (const title of candidates) {
      const text = runStepsSync(this.#whole.read(index, title));
      if (text === undefined) continue;
      const visibleText = runStepsSync(this.#visible.read(index, title)) ?? text;
      if (!this.#isNear(text) && !this.#isNear(visibleText)) return undefined;
      return { text, visibleText, cleanText: runStepsSync(this.#clean.read(index, title)) ?? text };
    }
    return undefined;
  }

  #isNear(text: string): boolean {
    return (
      isQuestion(text, this.#settings) ||
      markNearEnd(text) !== undefined ||
      hasArmenianMark(text) ||
      readsLikeQuestion(text)
    );
  }
}
