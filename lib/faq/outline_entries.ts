import { AnswerRanges } from "./answer/answer_ranges.ts";
import { AnswerTextVisitor, walkAnswer } from "./answer/answer_text.ts";
import { HtmlVisitor } from "./answer/html_visitor.ts";
import { EntryList } from "./entry_list.ts";
import type { FaqEntry } from "./faq_entry.ts";
import type { FullSettings } from "./options/full_settings.ts";
import type { FullTreeAdapter } from "./tree/tree_adapter.ts";
import { outlineOf } from "./outline/outline.ts";
import { OmittedElements } from "./outline/omitted_elements.ts";
import { findQuestions } from "./questions/find_questions.ts";
import { markedItems } from "./questions/marked_items.ts";
import { isPanelOf } from "./questions/title.ts";

/** An entry and its title element. */
export interface FoundEntry<Node> {
  readonly node: Node;
  readonly entry: FaqEntry;
}

/** Extracts the entries of a tree with all options. With the scanner's options, the entries equal the scanner's. */
export function outlineEntries<Node>(
  tree: FullTreeAdapter<Node>,
  root: Node,
  settings: FullSettings,
): FoundEntry<Node>[] {
  const outline = outlineOf(tree, root, {
    isPanel: (_name, classes) => isPanelOf(classes, settings.sources),
    readsStyles: settings.isVisibleOnly,
    keepsHidden: false,
  });
  const questions = findQuestions(tree, outline, settings);
  const omitted = new OmittedElements(tree, outline, settings);
  const ranges = new AnswerRanges(outline, questions, omitted, settings);
  const marked = markedItems(tree, outline, settings.skippedElements);
  const list = new EntryList(settings);
  const found: FoundEntry<Node>[] = [];
  for (const question of questions) {
    if (marked?.[question.at] === 1) continue;
    const answer = ranges.of(question);
    const text = new AnswerTextVisitor<Node>();
    walkAnswer(outline, answer, text, omitted.inAnswer(question.text));
    list.add(question.text, text.sink.take());
    const entry = list.entries[found.length];
    const title = outline[question.at];
    if (entry === undefined || title === undefined) continue;
    if (settings.hasAnswerHtml) {
      const html = new HtmlVisitor(tree);
      walkAnswer(outline, answer, html, omitted.inAnswer(question.text));
      entry.answerHtml = html.take();
    }
    found.push({ node: title.node, entry });
    if (list.isFull) break;
  }
  return found;
}
