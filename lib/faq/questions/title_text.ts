import type { Steps } from "../../base/yielding.ts";
import { BLOCK_ELEMENTS } from "../tree/elements.ts";
import type { FullSettings } from "../options/full_settings.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import { type Outline, type OutlineItem, TEXT } from "../outline/outline.ts";
import { textSteps } from "../outline/text_visitor.ts";
import { OmittedElements } from "../outline/omitted_elements.ts";
import type { Skip } from "../outline/walk_range.ts";
import { isHeadingName, type Title } from "./title.ts";

/**
 * Reads the text of a title.
 *
 * A title that contains a title of the same kind has no text: the inner title counts. So each text belongs to at most one
 * heading and one other title, and reading all titles takes linear time.
 */
export class TitleText<Node> {
  readonly #outline: Outline<Node>;
  readonly #settings: FullSettings;
  readonly #omitted: OmittedElements<Node>;
  /** Returns true if a title other than a heading or a paragraph starts at an index. */
  readonly #isTitle: (index: number) => boolean;

  constructor(
    tree: FullTreeAdapter<Node>,
    outline: Outline<Node>,
    settings: FullSettings,
    isTitle: (index: number) => boolean,
  ) {
    this.#outline = outline;
    this.#settings = settings;
    this.#omitted = new OmittedElements(tree, outline, settings);
    this.#isTitle = isTitle;
  }

  /** Returns the text without permalinks in steps, or `undefined` if the element cannot be a title. */
  *read(index: number, title: Title): Steps<string | undefined> {
    const item = this.#outline[index];
    if (item === undefined || !this.#canBeTitle(index, item, title)) return undefined;
    const { parts } = this.#omitted;
    // A button can be all of a title.
    const text = parts === undefined ? "" : yield* this.#read(index, item, parts.skip());
    return text === "" ? yield* this.#read(index, item, () => false) : text;
  }

  *#read(index: number, title: OutlineItem<Node>, isPart: Skip<Node>): Steps<string> {
    const read = (skip: Skip<Node>): Steps<string> =>
      textSteps(
        this.#outline,
        { from: index + 1, to: title.end },
        (inner, at) => isCovered(inner, title) || skip(inner, at) || isPart(inner, at),
      );
    const { isVisibleOnly, isClean } = this.#settings;
    if (!isVisibleOnly && !isClean) return yield* read(this.#omitted.inTitle(undefined));
    // A permalink can repeat the heading, so the rest of the heading is read first.
    const rest = yield* read(this.#omitted.withoutFragmentLinks());
    return yield* read(this.#omitted.inTitle(rest));
  }

  #canBeTitle(index: number, title: OutlineItem<Node>, { source, answer }: Title): boolean {
    if (source === "bold") return this.#isBold(index, title);
    const isHeading = answer === "siblings";
    for (let at = index + 1; at < title.end; at++) {
      const item = this.#outline[at];
      if (item === undefined || isCovered(item, title)) continue;
      if (this.#isTitle(at) || (isHeading && isHeadingName(item.name))) return false;
    }
    return true;
  }

  /** Returns true if all text of a paragraph is bold. */
  #isBold(index: number, paragraph: OutlineItem<Node>): boolean {
    let boldEnd = 0;
    for (let at = index + 1; at < paragraph.end; at++) {
      const item = this.#outline[at];
      if (item === undefined || isCovered(item, paragraph)) continue;
      if (BLOCK_ELEMENTS.has(item.name) || this.#isTitle(at)) return false;
      if (item.name === "b" || item.name === "strong") boldEnd = Math.max(boldEnd, item.end);
      if (item.name === TEXT && at >= boldEnd && item.text.trim() !== "") return false;
    }
    return boldEnd > 0;
  }
}

/** Returns true if an item is hidden but its title is not. Only outlines for explanations have hidden items. */
function isCovered<Node>(item: OutlineItem<Node>, title: OutlineItem<Node>): boolean {
  return item.isHidden && !title.isHidden;
}
