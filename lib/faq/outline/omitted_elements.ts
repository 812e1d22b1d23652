import { questionKey } from "../entry_list.ts";
import type { FullSettings } from "../options/full_settings.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import { isPermalinkText } from "../text/permalink.ts";
import { isCopyButton, isFootnoteMark, isForScreenReaders } from "./auxiliary_elements.ts";
import type { Outline, OutlineItem } from "./outline.ts";
import { isPermalinkLabel } from "./is_permalink_label.ts";
import { textOfRange } from "./text_visitor.ts";
import type { Skip } from "./walk_range.ts";

/** Decides which elements do not belong to a title or an answer. */
export class OmittedElements<Node> {
  readonly #tree: FullTreeAdapter<Node>;
  readonly #outline: Outline<Node>;
  readonly #settings: FullSettings;

  constructor(tree: FullTreeAdapter<Node>, outline: Outline<Node>, settings: FullSettings) {
    this.#tree = tree;
    this.#outline = outline;
    this.#settings = settings;
  }

  /** Skips elements that do not belong to a title. `rest` is the title's text without links to fragments. */
  inTitle(rest: string | undefined): Skip<Node> {
    const isPermalink = this.#outermost((link, at) => this.isPermalink(link, at, rest));
    return (item, at) => this.#isAuxiliary(item, at) || isPermalink(item, at);
  }

  /** Skips elements that do not belong to a title, and all links to fragments. */
  withoutFragmentLinks(): Skip<Node> {
    return (item, at) => this.#isAuxiliary(item, at) || this.#isFragmentLink(item);
  }

  /** Skips elements that do not belong to an answer. */
  inAnswer(question: string): Skip<Node> | undefined {
    if (!this.#settings.isVisibleOnly) return undefined;
    const isPermalink = this.#outermost((link, at) => this.#isVisiblePermalink(link, at, question));
    const isCopy = this.#outermostButton();
    return (item, at) =>
      isFootnoteMark(this.#tree, this.#outline, item, at) || isCopy(item, at) || isPermalink(item, at);
  }

  /** Returns true if a link in or after a title is a permalink, by rule 3 or by its label. */
  isPermalink(link: OutlineItem<Node>, at: number, title: string | undefined): boolean {
    const { isVisibleOnly, questionMarks } = this.#settings;
    if (isPermalinkText(textOfRange(this.#outline, at, link.end), questionMarks)) return true;
    return isVisibleOnly && this.#isVisiblePermalink(link, at, title);
  }

  #isVisiblePermalink(link: OutlineItem<Node>, at: number, title: string | undefined): boolean {
    // If the title has no other text, the link is the title.
    if (title === undefined || title === "" || !this.#isFragmentLink(link)) return false;
    if (isPermalinkLabel(this.#tree.attribute(link.node, "aria-label") ?? "")) return true;
    const visible = textOfRange(this.#outline, at, link.end, (item) => isForScreenReaders(this.#tree, item));
    if (isPermalinkText(visible, this.#settings.questionMarks) || isPermalinkLabel(visible)) return true;
    return questionKey(visible) === questionKey(title);
  }

  #isFragmentLink(item: OutlineItem<Node>): boolean {
    return item.name === "a" && (this.#tree.attribute(item.node, "href") ?? "").includes("#");
  }

  #isAuxiliary(item: OutlineItem<Node>, at: number): boolean {
    if (!this.#settings.isVisibleOnly) return false;
    return isForScreenReaders(this.#tree, item) || isFootnoteMark(this.#tree, this.#outline, item, at);
  }

  /** Applies a decision to outermost links only, so that the text of nested links is read once. */
  #outermost(decides: (link: OutlineItem<Node>, at: number) => boolean): Skip<Node> {
    let end = 0;
    return (item, at) => {
      if (item.name !== "a" || at < end) return false;
      end = item.end;
      return decides(item, at);
    };
  }

  #outermostButton(): Skip<Node> {
    let end = 0;
    return (item, at) => {
      if (at < end || !isCopyButton(this.#tree, this.#outline, item, at)) return false;
      end = item.end;
      return true;
    };
  }
}
