import { BLOCK_ELEMENTS } from "../elements.ts";
import type { FullSettings } from "../full_settings.ts";
import type { FullTreeAdapter } from "../full_tree_adapter.ts";
import { type Outline, TEXT } from "../outline/outline.ts";
import { textOfRange } from "../outline/text_visitor.ts";
import { Unseen } from "../outline/unseen.ts";
import { isHeadingName, type Title } from "./title.ts";

/**
 * Reads the text of a title.
 *
 * A title with a title of its kind in it has no text: the inner one counts. So each text belongs to one heading and one
 * other title at most, and all titles are read in linear time.
 */
export class TitleText<Node> {
  readonly #outline: Outline<Node>;
  readonly #settings: FullSettings;
  readonly #unseen: Unseen<Node>;
  /** Whether another title than a heading or a paragraph starts at an index. */
  readonly #isTitle: (index: number) => boolean;

  constructor(
    tree: FullTreeAdapter<Node>,
    outline: Outline<Node>,
    settings: FullSettings,
    isTitle: (index: number) => boolean,
  ) {
    this.#outline = outline;
    this.#settings = settings;
    this.#unseen = new Unseen(tree, outline, settings);
    this.#isTitle = isTitle;
  }

  /** Returns the text without permalinks; `undefined` when the element cannot be a title. */
  read(index: number, title: Title): string | undefined {
    const item = this.#outline[index];
    if (item === undefined || !this.#mayBeTitle(index, item.end, title)) return undefined;
    return this.#text(index + 1, item.end);
  }

  #text(from: number, to: number): string {
    if (!this.#settings.isVisibleOnly)
      return textOfRange(this.#outline, from, to, this.#unseen.inTitle(undefined));
    // A permalink that repeats the heading is known by the rest of the heading.
    const rest = textOfRange(this.#outline, from, to, this.#unseen.withoutFragmentLinks());
    return textOfRange(this.#outline, from, to, this.#unseen.inTitle(rest));
  }

  #mayBeTitle(index: number, end: number, title: Title): boolean {
    if (title.source === "bold") return this.#isBold(index, end);
    const isHeading = title.answer === "siblings";
    for (let at = index + 1; at < end; at++) {
      const name = this.#outline[at]?.name ?? "";
      if (this.#isTitle(at) || (isHeading && isHeadingName(name))) return false;
    }
    return true;
  }

  /** Whether all text of a paragraph is bold. */
  #isBold(index: number, end: number): boolean {
    let boldEnd = 0;
    for (let at = index + 1; at < end; at++) {
      const item = this.#outline[at];
      if (item === undefined || BLOCK_ELEMENTS.has(item.name) || this.#isTitle(at)) return false;
      if (item.name === "b" || item.name === "strong") boldEnd = Math.max(boldEnd, item.end);
      if (item.name === TEXT && at >= boldEnd && item.text.trim() !== "") return false;
    }
    return boldEnd > 0;
  }
}
