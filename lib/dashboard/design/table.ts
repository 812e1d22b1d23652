import { html, type Html, type HtmlValue } from "../../base/text/html.ts";

/** A column of a table. */
export interface Column<Row> {
  label: string;
  /** Returns the content of a row's cell. */
  cell: (row: Row) => HtmlValue;
  /**
   * `heading` names the row. `number` aligns digits. `actions` has buttons, and `pick` the checkbox that selects the row: screen readers
   * announce the labels of both, which are not shown. `plain` needs no label on narrow screens.
   */
  kind?: "heading" | "number" | "actions" | "pick" | "plain";
}

export interface TableContent<Row> {
  caption: string;
  /** True if only screen readers get the caption, because the page's title has the same words. */
  isCaptionHidden?: boolean;
  columns: readonly (Column<Row> | false)[];
  rows: readonly Row[];
  /** True if the cells of a row stand side by side on narrow screens. */
  isDense?: boolean;
}

/** Renders rows as a table. On narrow screens each row is a card, and each cell shows the label of its column. */
export function table<Row>(content: TableContent<Row>): Html {
  const { caption, isCaptionHidden = false, rows, isDense = false } = content;
  const columns = content.columns.filter((column) => column !== false);
  return html`<table class="cards${isDense && " dense"}">
<caption${isCaptionHidden && html` class="hidden"`}>${caption}</caption>
<thead><tr>${columns.map(columnHeading)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${columns.map((column) => cellOf(column, row))}</tr>\n`)}</tbody>
</table>`;
}

function columnHeading<Row>({ label, kind }: Column<Row>): Html {
  const isHidden = kind === "actions" || kind === "pick";
  const style = kind === "number" || kind === "pick" ? html` class="${kind}"` : "";
  return html`<th scope="col"${style}>${isHidden ? html`<span class="hidden">${label}</span>` : label}</th>`;
}

function cellOf<Row>({ label, cell, kind }: Column<Row>, row: Row): Html {
  const content = cell(row);
  if (kind === "heading") return html`<th scope="row">${content}</th>\n`;
  if (kind === "actions") return html`<td class="row-actions">${content}</td>\n`;
  if (kind === "pick") return html`<td class="pick">${content}</td>\n`;
  if (kind === "plain") return html`<td>${content}</td>\n`;
  return html`<td data-label="${label}"${kind === "number" && html` class="number"`}>${content}</td>\n`;
}
