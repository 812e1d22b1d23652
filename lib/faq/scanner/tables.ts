import type { OpenElements } from "./open_elements.ts";
import { kindOf } from "./tags.ts";

/** The insertion modes that the scanner supports (WHATWG HTML, 13.2.4.1). */
export const Mode = {
  body: 0,
  cell: 1,
  caption: 2,
  select: 3,
  // From this mode on, only parts of a table are allowed.
  table: 4,
  section: 5,
  row: 6,
  columnGroup: 7,
} as const;

const TABLE = kindOf("table");
const TR = kindOf("tr");
const TD = kindOf("td");
const TH = kindOf("th");
const CAPTION = kindOf("caption");
const COL = kindOf("col");
const COLGROUP = kindOf("colgroup");
const TBODY = kindOf("tbody");
const THEAD = kindOf("thead");
const TFOOT = kindOf("tfoot");

const MODES = new Map<number, number>([
  [TABLE, Mode.table],
  [TBODY, Mode.section],
  [THEAD, Mode.section],
  [TFOOT, Mode.section],
  [TR, Mode.row],
  [TD, Mode.cell],
  [TH, Mode.cell],
  [CAPTION, Mode.caption],
  [COLGROUP, Mode.columnGroup],
]);

/**
 * Opens and closes the parts of tables if they are correctly placed, or if the missing tags are implied. In table modes,
 * the current node is the mode's element. In all other cases the scanner gives up.
 *
 * Source: WHATWG HTML, 13.2.6.4.9 "in table" to 13.2.6.4.15 "in cell".
 */
export class Tables {
  mode: number = Mode.body;
  readonly #open: OpenElements;

  constructor(open: OpenElements) {
    this.#open = open;
  }

  openTable(nameStart: number, isHidden: boolean): void {
    this.#open.push(TABLE, nameStart, isHidden);
    this.mode = Mode.table;
  }

  /** Recomputes the mode after an element with a mode was closed. */
  resetMode(): void {
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const mode = MODES.get(this.#open.kindAt(index));
      if (mode !== undefined) {
        this.mode = mode;
        return;
      }
    }
    this.mode = Mode.body;
  }

  /** Handles the start tag of a table part. Ignores it outside of tables. */
  startPart(kind: number, nameStart: number, isHidden: boolean): void {
    if (this.mode === Mode.body) return;
    if (this.mode === Mode.cell) this.#closeMarked(this.#cellIndex());
    else if (this.mode === Mode.caption) this.#closeMarked(this.#open.find(CAPTION, 0));
    if (kind === COL) {
      this.#openColumnGroup();
      return;
    }
    if (this.mode === Mode.columnGroup) this.#pop();
    if (kind === TD || kind === TH) this.#openRow();
    else if (kind === TR) this.#openSection();
    else this.#closeToTable();
    this.#open.push(kind, nameStart, isHidden);
    this.mode = MODES.get(kind) ?? Mode.body;
  }

  /** Handles the end tag of a table or table part. */
  endPart(kind: number): void {
    if (this.mode === Mode.caption) this.#endInCaption(kind);
    else if (this.mode === Mode.cell) this.#endInCell(kind);
    else if (this.mode !== Mode.body) this.#endInStructure(kind);
  }

  #endInCaption(kind: number): void {
    if (kind !== CAPTION && kind !== TABLE) return;
    this.#closeMarked(this.#open.find(CAPTION, 0));
    if (kind === TABLE) this.#endInStructure(kind);
  }

  #endInCell(kind: number): void {
    const cell = this.#cellIndex();
    if (kind === TD || kind === TH) {
      if (this.#open.kindAt(cell) === kind) this.#closeMarked(cell);
      return;
    }
    const closesCell = kind === TABLE || kind === TR || kind === this.#open.kindAt(cell - 2);
    if (!closesCell) return;
    this.#closeMarked(cell);
    this.#endInStructure(kind);
  }

  #endInStructure(kind: number): void {
    if (this.mode === Mode.columnGroup && kind !== COL) {
      this.#pop();
      if (kind === COLGROUP) return;
    }
    if (kind === TABLE) {
      this.#closeToTable();
      this.#pop();
    } else if (kind === TR) {
      if (this.mode === Mode.row) this.#pop();
    } else if (kind === TBODY || kind === THEAD || kind === TFOOT) {
      this.#endSection(kind);
    }
  }

  #endSection(kind: number): void {
    if (this.mode === Mode.row) {
      if (this.#open.kindAt(this.#open.length - 2) !== kind) {
        this.#open.unsure = "table section not open";
        return;
      }
      this.#pop();
    }
    if (this.#open.current === kind) this.#pop();
  }

  /** Opens the row and section that a cell needs. */
  #openRow(): void {
    if (this.mode === Mode.row) return;
    this.#openSection();
    this.#open.push(TR, 0, false);
  }

  /** Closes an open row, or opens the section that a row needs. */
  #openSection(): void {
    if (this.mode === Mode.row) this.#pop();
    else if (this.mode === Mode.table) this.#open.push(TBODY, 0, false);
  }

  #openColumnGroup(): void {
    if (this.mode === Mode.columnGroup) return;
    this.#closeToTable();
    this.#open.push(COLGROUP, 0, false);
    this.mode = Mode.columnGroup;
  }

  #closeToTable(): void {
    while (this.mode === Mode.row || this.mode === Mode.section) this.#pop();
  }

  #closeMarked(index: number): void {
    this.#open.popToMarker(index);
    this.resetMode();
  }

  #pop(): void {
    this.#open.pop();
    this.resetMode();
  }

  #cellIndex(): number {
    return Math.max(this.#open.find(TD, 0), this.#open.find(TH, 0));
  }
}
