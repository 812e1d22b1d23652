import { itemsAtOnce, type Steps } from "../../base/yielding.ts";
import type { FullSettings } from "../options/full_settings.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import type { Outline } from "../outline/outline.ts";
import { asQuestion } from "./is_question.ts";
import type { Panels } from "./panels.ts";
import { isHeadingName, type Title, titlesOf } from "./title.ts";
import { TitleText } from "./title_text.ts";

/** A question and its title. */
export interface Question {
  /** The index of the title. */
  readonly at: number;
  readonly text: string;
  readonly title: Title;
  /** The index of the panel; -1 unless the answer is a `panel`. */
  readonly panel: number;
}

/**
 * Finds every question in document order, in steps. Of nested titles, the outermost question counts. For example, a heading in a
 * `summary` that is a question is part of the summary.
 */
export function* findQuestions<Node>(
  tree: FullTreeAdapter<Node>,
  outline: Outline<Node>,
  panels: Panels<Node>,
  settings: FullSettings,
): Steps<Question[]> {
  const enabled = { panels, sources: settings.sources };
  const titles: (readonly Title[])[] = [];
  while (titles.length < outline.length) {
    titles.push(titlesOf(outline, titles.length, enabled));
    if (titles.length % itemsAtOnce === 0) yield;
  }
  const isTitle = (index: number): boolean =>
    titles[index]?.some(({ answer }) => answer !== "siblings") ?? false;
  const text = new TitleText(tree, outline, settings, isTitle);
  const questions: Question[] = [];
  const answered = new Set<number>();
  for (let at = 0, read = 1; at < outline.length; at++, read++) {
    if (read % itemsAtOnce === 0) yield;
    const question = yield* questionAt(outline, at, titles[at] ?? [], isTitle, text, settings);
    // Several titles can name the same panel.
    if (question === undefined || answered.has(question.panel)) continue;
    questions.push(question);
    if (question.panel !== -1) answered.add(question.panel);
    at = (outline[at]?.end ?? at + 1) - 1;
  }
  return questions;
}

function* questionAt<Node>(
  outline: Outline<Node>,
  at: number,
  titles: readonly Title[],
  isTitle: (index: number) => boolean,
  reader: TitleText<Node>,
  settings: FullSettings,
): Steps<Question | undefined> {
  for (const title of titles) {
    const written = yield* reader.read(at, title);
    const text = written === undefined ? undefined : asQuestion(written, settings);
    if (text === undefined) continue;
    const { panelClass } = title;
    const panel =
      panelClass === undefined ? (title.panel ?? -1) : panelAfter(outline, at, panelClass, isTitle);
    if (title.answer !== "panel" || panel !== -1) return { at, text, title, panel };
  }
  return undefined;
}

/** Returns the index of the next panel, or -1 if a title or heading precedes it. */
function panelAfter<Node>(
  outline: Outline<Node>,
  title: number,
  panelClass: string,
  isTitle: (index: number) => boolean,
): number {
  for (let at = outline[title]?.end ?? outline.length; at < outline.length; at++) {
    const item = outline[at];
    if (item === undefined || isTitle(at) || isHeadingName(item.name)) return -1;
    if (item.classes.includes(panelClass)) return at;
  }
  return -1;
}
