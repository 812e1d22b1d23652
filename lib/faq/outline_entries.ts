import { runStepsSync } from "../base/yielding.ts";
import { type AnswerRange, AnswerRanges } from "./answer/answer_ranges.ts";
import { AnswerTextVisitor, walkAnswer } from "./answer/answer_text.ts";
import { HtmlVisitor } from "./answer/html_visitor.ts";
import { EntryList } from "./entry_list.ts";
import type { FaqEntry } from "./faq_entry.ts";
import type { FullSettings } from "./options/full_settings.ts";
import type { FullTreeAdapter } from "./tree/tree_adapter.ts";
import { type Outline, outlineSteps } from "./outline/outline.ts";
import { OmittedElements } from "./outline/omitted_elements.ts";
import { findQuestions } from "./questions/find_questions.ts";
import { markedItems } from "./questions/marked_items.ts";
import { Panels } from "./questions/panels.ts";

/** An entry, its title, and the parts of its answer. */
export interface FoundEntry<Node> {
  readonly node: Node;
  readonly entry: FaqEntry;
  /** The index of the title. */
  readonly at: number;
  readonly ranges: readonly AnswerRange[];
}

/** The entries of a tree, and the outline in which they were found. */
export interface OutlineReading<Node> {
  readonly outline: Outline<Node>;
  readonly omitted: OmittedElements<Node>;
  readonly found: readonly FoundEntry<Node>[];
}

/** Extracts the entries of a tree with all options. With the scanner's options, the entries equal the scanner's. */
export function outlineEntries<Node>(
  tree: FullTreeAdapter<Node>,
  root: Node,
  settings: FullSettings,
): readonly FoundEntry<Node>[] {
  return readOutline(tree, root, settings).found;
}

/** Extracts the entries of a tree as {@link outlineEntries} does, and keeps the outline. */
export function readOutline<Node>(
  tree: FullTreeAdapter<Node>,
  root: Node,
  settings: FullSettings,
): OutlineReading<Node> {
  return runStepsSync(entrySteps(tree, root, settings));
}

/** Reads the outline as {@link readOutline} does, and yields after every 2,000 items of each pass and every 64 questions. */
export function* entrySteps<Node>(
  tree: FullTreeAdapter<Node>,
  root: Node,
  settings: FullSettings,
): Generator<void, OutlineReading<Node>> {
  const panels = new Panels(tree, settings.sources);
  const outline = yield* outlineSteps(tree, root, {
    panels,
    readsStyles: settings.isVisibleOnly,
    keepsHidden: false,
  });
  const questions = yield* findQuestions(tree, outline, panels, settings);
  const omitted = new OmittedElements(tree, outline, settings);
  const ranges = new AnswerRanges(outline, questions, omitted, settings);
  const marked = yield* markedItems(tree, outline, settings.skippedElements);
  const list = new EntryList(settings);
  const found: FoundEntry<Node>[] = [];
  for (const [index, question] of questions.entries()) {
    if (index % 64 === 0) yield;
    if (marked?.[question.at] === 1) continue;
    const answer = yield* ranges.of(question);
    const text = new AnswerTextVisitor<Node>();
    yield* walkAnswer(outline, answer, text, omitted.inAnswer(question.text));
    list.add(question.text, text.sink.take());
    const entry = list.entries[found.length];
    const title = outline[question.at];
    if (entry === undefined || title === undefined) continue;
    if (settings.hasAnswerHtml) {
      const html = new HtmlVisitor(tree);
      yield* walkAnswer(outline, answer, html, omitted.inAnswer(question.text));
      entry.answerHtml = html.take();
    }
    found.push({ node: title.node, entry, at: question.at, ranges: answer });
    if (list.isFull) break;
  }
  return { outline, omitted, found };
}
