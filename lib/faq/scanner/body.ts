import type { Collector } from "./collector.ts";
import { OpenElements } from "./open_elements.ts";
import { isSameName } from "./raw_text.ts";
import { Mode, Tables } from "./tables.ts";
import { endsName } from "./tag_reader.ts";
import { End, ENDS, kindOf, Start, STARTS, Trait, TRAITS } from "./tags.ts";

const A = kindOf("a");
const BR = kindOf("br");
const BUTTON = kindOf("button");
const DD = kindOf("dd");
const DT = kindOf("dt");
const FORM = kindOf("form");
const H2 = kindOf("h2");
const H3 = kindOf("h3");
const LI = kindOf("li");
const OPTGROUP = kindOf("optgroup");
const OPTION = kindOf("option");
const P = kindOf("p");
const RB = kindOf("rb");
const RTC = kindOf("rtc");
const RUBY = kindOf("ruby");
const SELECT = kindOf("select");
const TABLE = kindOf("table");
const XMP = kindOf("xmp");

/** Number of equal open formatting elements from which the parser drops the first (13.2.4.3, "Noah's Ark"). */
const ARK = 3;

/**
 * Applies tags to the open elements. Sets `open.unsure` to the reason if the scanner cannot follow the parser.
 *
 * Source: WHATWG HTML, 13.2.6.4.7 "in body".
 */
export class Body {
  readonly open: OpenElements;
  readonly #html: string;
  readonly #collector: Collector;
  readonly #tables: Tables;
  /** True if the form element pointer is set. */
  #hasForm = false;

  constructor(html: string, collector: Collector) {
    this.#html = html;
    this.#collector = collector;
    this.open = new OpenElements(collector);
    this.#tables = new Tables(this.open);
  }

  /** True if later markup cannot change the entries that were read. */
  get isSettled(): boolean {
    return this.open.isSettled(TABLE);
  }

  /** True if the parser would move text before the table. */
  get isInTableStructure(): boolean {
    return this.#tables.mode >= Mode.table;
  }

  /** Handles the start tag of an element that is neither raw text nor foreign. */
  start(kind: number, nameStart: number, isHidden: boolean): void {
    const action = STARTS[kind] ?? Start.unsure;
    if (this.#tables.mode >= Mode.select && !this.#allowsInMode(action, kind)) return;
    switch (action) {
      case Start.ordinary:
        this.open.push(kind, nameStart, isHidden);
        return;
      case Start.formatting:
        this.#openFormatting(kind, nameStart, isHidden);
        return;
      case Start.block:
        this.closeParagraph();
        this.open.push(kind, nameStart, isHidden);
        return;
      case Start.link:
        this.#openLink(nameStart, isHidden);
        return;
      case Start.heading:
        this.#openHeading(kind, nameStart, isHidden);
        return;
      case Start.empty:
        if (kind === BR && !isHidden) this.#collector.lineBreak();
        return;
      default:
        this.#startOther(action, kind, nameStart, isHidden);
    }
  }

  #startOther(action: number, kind: number, nameStart: number, isHidden: boolean): void {
    switch (action) {
      case Start.listItem:
        this.#openItem(this.open.find(LI, Trait.listItemEdge), kind, nameStart, isHidden);
        return;
      case Start.description:
        this.#openItem(
          Math.max(this.open.find(DD, Trait.listItemEdge), this.open.find(DT, Trait.listItemEdge)),
          kind,
          nameStart,
          isHidden,
        );
        return;
      case Start.rule:
        this.closeParagraph();
        if (!isHidden) this.#collector.lineBreak();
        return;
      case Start.table:
        this.closeParagraph();
        this.#tables.openTable(nameStart, isHidden);
        return;
      case Start.tablePart:
        this.#tables.startPart(kind, nameStart, isHidden);
        return;
      case Start.form:
        this.#openForm(nameStart, isHidden);
        return;
      case Start.button:
        this.#openButton(nameStart, isHidden);
        return;
      case Start.marker:
        this.open.push(kind, nameStart, isHidden);
        return;
      case Start.select:
        this.open.push(kind, nameStart, isHidden);
        this.#tables.mode = Mode.select;
        return;
      case Start.option:
        this.#openOption(kind, nameStart, isHidden);
        return;
      case Start.rubyBase:
      case Start.rubyText:
        if (this.open.find(RUBY, Trait.scopeEdge) !== -1) {
          this.open.closeImplied(action === Start.rubyText ? RTC : -1);
        }
        this.open.push(kind, nameStart, isHidden || (kind !== RB && this.#collector.omitsRuby));
        return;
      case Start.ignored:
        return;
      default:
        this.open.unsure = "element not scanned";
    }
  }

  /** Handles an end tag. */
  end(kind: number, nameStart: number, nameEnd: number): void {
    const action = ENDS[kind] ?? End.unsure;
    // Fast path: nearly every end tag closes the current node.
    if (action <= End.simple && kind !== 0 && kind === this.open.current) {
      this.open.pop();
      return;
    }
    if (this.#tables.mode >= Mode.select) {
      this.#endInMode(action, kind);
      return;
    }
    switch (action) {
      case End.ordinary:
        this.#endOrdinary(kind, nameStart, nameEnd);
        return;
      case End.formatting:
        this.#endFormatting(kind);
        return;
      case End.block:
        this.#endAt(this.open.find(kind, Trait.scopeEdge));
        return;
      case End.paragraph:
        if (this.open.find(P, Trait.scopeEdge | Trait.buttonEdge) === -1) this.#collector.lineBreak();
        else this.closeParagraph();
        return;
      case End.listItem:
        this.#endAt(this.open.find(kind, Trait.scopeEdge | Trait.listEdge));
        return;
      case End.heading:
        this.#endAt(this.open.findTrait(Trait.heading, Trait.scopeEdge));
        return;
      default:
        this.#endOther(action, kind);
    }
  }

  #endOther(action: number, kind: number): void {
    switch (action) {
      case End.lineBreak:
        this.#collector.lineBreak();
        return;
      case End.ignored:
      case End.select:
        return;
      case End.form:
        this.#endForm();
        return;
      case End.marker: {
        const index = this.open.find(kind, Trait.scopeEdge);
        if (index !== -1) this.open.popToMarker(index);
        return;
      }
      case End.tablePart:
        this.#tables.endPart(kind);
        return;
      default:
        this.open.unsure = "element not scanned";
    }
  }

  /** Closes a `p` element that is in button scope. */
  closeParagraph(): void {
    const index = this.open.find(P, Trait.scopeEdge | Trait.buttonEdge);
    if (index !== -1) this.open.popTo(index);
  }

  /** Returns true if raw text is allowed here, and closes the elements that it closes. */
  beforeRawText(kind: number, isScriptOrStyle: boolean): boolean {
    const { mode } = this.#tables;
    if (mode === Mode.select || (mode >= Mode.table && !isScriptOrStyle) || mode === Mode.columnGroup)
      return false;
    if (kind === XMP) this.closeParagraph();
    return true;
  }

  /** True if foreign content is allowed here. */
  get allowsForeign(): boolean {
    return this.#tables.mode < Mode.select;
  }

  /** Returns true for the few elements that are allowed in a `select` or between the parts of a table. */
  #allowsInMode(action: number, kind: number): boolean {
    const isSelect = this.#tables.mode === Mode.select;
    const isAllowed = isSelect ? action === Start.option : action === Start.tablePart;
    if (!isAllowed) this.open.unsure = isSelect ? "element in a select" : "foster parenting";
    if (isAllowed && isSelect) {
      if (this.open.current === OPTION) this.open.pop();
      if (kind === OPTGROUP && this.open.current === OPTGROUP) this.open.pop();
    }
    return isAllowed;
  }

  #endInMode(action: number, kind: number): void {
    if (this.#tables.mode !== Mode.select) {
      if (action === End.tablePart) this.#tables.endPart(kind);
      else if (action !== End.ignored || this.#tables.mode === Mode.columnGroup)
        this.open.unsure = "foster parenting";
      return;
    }
    if (kind === OPTION) {
      if (this.open.current === OPTION) this.open.pop();
    } else if (kind === OPTGROUP) {
      this.#endOptionGroup();
    } else if (kind === SELECT) {
      this.open.popTo(this.open.find(SELECT, 0));
      this.#tables.resetMode();
    } else {
      this.open.unsure = "element in a select";
    }
  }

  #endOptionGroup(): void {
    const { open } = this;
    if (open.current === OPTION && open.kindAt(open.length - 2) === OPTGROUP) open.pop();
    if (open.current === OPTGROUP) open.pop();
  }

  #openFormatting(kind: number, nameStart: number, isHidden: boolean): void {
    if (this.open.count(kind) >= ARK) this.open.unsure = "formatting nested in itself";
    this.open.push(kind, nameStart, isHidden);
  }

  #openLink(nameStart: number, isHidden: boolean): void {
    // A link inside a link closes the outer link.
    if (this.open.count(A) > 0) this.#endFormatting(A);
    this.#openFormatting(A, nameStart, isHidden);
    this.#collector.openedLink(this.open.length);
  }

  #openHeading(kind: number, nameStart: number, isHidden: boolean): void {
    this.closeParagraph();
    if (((TRAITS[this.open.current] ?? 0) & Trait.heading) !== 0) this.open.pop();
    const isVisible = !isHidden && !this.#collector.isHidden;
    if (isVisible && this.#collector.isInQuestion) this.open.unsure = "heading in a heading";
    this.open.push(kind, nameStart, isHidden);
    if (isVisible) this.#collector.openedHeading(this.open.length, kind === H2 || kind === H3);
  }

  #openItem(index: number, kind: number, nameStart: number, isHidden: boolean): void {
    if (index !== -1) this.open.popTo(index);
    this.closeParagraph();
    this.open.push(kind, nameStart, isHidden);
  }

  #openForm(nameStart: number, isHidden: boolean): void {
    if (this.#hasForm) return;
    this.#hasForm = true;
    this.closeParagraph();
    this.open.push(FORM, nameStart, isHidden);
  }

  #openButton(nameStart: number, isHidden: boolean): void {
    this.#endAt(this.open.find(BUTTON, Trait.scopeEdge));
    this.open.push(BUTTON, nameStart, isHidden);
  }

  #openOption(kind: number, nameStart: number, isHidden: boolean): void {
    if (this.open.current === OPTION) this.open.pop();
    this.open.push(kind, nameStart, isHidden);
  }

  #endAt(index: number): void {
    if (index !== -1) this.open.popTo(index);
  }

  #endForm(): void {
    const hadForm = this.#hasForm;
    this.#hasForm = false;
    if (!hadForm || this.open.find(FORM, Trait.scopeEdge) === -1) return;
    this.open.closeImplied(-1);
    if (this.open.current === FORM) this.open.pop();
    else this.open.unsure = "form not nested";
  }

  #endFormatting(kind: number): void {
    const index = this.open.find(kind, Trait.marker);
    if (index === -1) return;
    if (index < this.open.length - 1 && this.open.findTrait(Trait.special, 0) > index) {
      this.open.unsure = "formatting not nested";
      return;
    }
    while (this.open.length > index + 1) {
      if (((TRAITS[this.open.current] ?? 0) & Trait.formatting) !== 0)
        this.open.unsure = "formatting not nested";
      this.open.pop();
    }
    this.open.pop();
  }

  #endOrdinary(kind: number, nameStart: number, nameEnd: number): void {
    const index = kind === 0 ? this.#findName(nameStart, nameEnd) : this.open.find(kind, Trait.special);
    if (index !== -1) this.open.popTo(index);
  }

  #findName(nameStart: number, nameEnd: number): number {
    for (let index = this.open.length - 1; index >= 0; index--) {
      const kind = this.open.kindAt(index);
      if (kind === 0 && this.#hasName(index, nameStart, nameEnd)) return index;
      if (((TRAITS[kind] ?? 0) & Trait.special) !== 0) return -1;
    }
    return -1;
  }

  #hasName(index: number, nameStart: number, nameEnd: number): boolean {
    const start = this.open.nameStartAt(index);
    const length = nameEnd - nameStart;
    return (
      isSameName(this.#html, start, nameStart, length) && endsName(this.#html.charCodeAt(start + length))
    );
  }
}
