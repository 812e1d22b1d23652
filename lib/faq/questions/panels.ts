import type { FaqSource } from "../options/faq_source.ts";
import type { OutlineItem } from "../outline/outline.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import { AriaAccordions } from "./aria_accordions.ts";
import { MicrodataQuestions } from "./microdata_questions.ts";
import { isPanelOf, type Title } from "./title.ts";

const NONE: readonly Title[] = [];

/** Finds the panels of the enabled sources while an outline is built: by their class, and by the attributes that link them to a title. */
export class Panels<Node> {
  readonly #sources: ReadonlySet<FaqSource>;
  readonly #microdata: MicrodataQuestions<Node> | undefined;
  readonly #aria: AriaAccordions<Node> | undefined;

  constructor(tree: FullTreeAdapter<Node>, sources: ReadonlySet<FaqSource>) {
    this.#sources = sources;
    this.#microdata = sources.has("microdata") ? new MicrodataQuestions(tree) : undefined;
    this.#aria = sources.has("aria-accordion") ? new AriaAccordions(tree) : undefined;
  }

  /**
   * Returns true if an HTML element counts as visible. A panel does even if it is hidden. Call it for the elements in document order.
   *
   * @param isHidden true if the element hides itself
   */
  isVisible(item: OutlineItem<Node>, at: number, isHidden: boolean, parent?: OutlineItem<Node>): boolean {
    const isAnswer = this.#microdata?.isPanel(item, at) === true;
    const isOpened = this.#aria?.isPanel(item, at) === true;
    if (isHidden && !isAnswer && !isOpened && !isPanelOf(item.classes, this.#sources)) return false;
    this.#microdata?.note(item, at);
    this.#aria?.note(item, at, parent);
    return true;
  }

  /** Returns the ways to read an element as a title whose attributes link it to a panel after it. */
  titlesAt({ end }: OutlineItem<Node>, at: number): readonly Title[] {
    if (this.#microdata === undefined && this.#aria === undefined) return NONE;
    const linked: Title[] = [];
    const add = (source: FaqSource, sign: string, panel: number | undefined): void => {
      if (panel !== undefined && panel >= end) linked.push({ answer: "panel", source, sign, panel });
    };
    add("microdata", "[itemprop=name]", this.#microdata?.panels.get(at));
    add("aria-accordion", "[aria-controls]", this.#aria?.panels.get(at));
    return linked;
  }
}
