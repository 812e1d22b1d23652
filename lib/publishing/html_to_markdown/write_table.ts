import { attribute, descendants, elementName, type Node, visibleChildren } from "./tree.ts";

/** Elements in a cell that a table of GFM cannot contain. */
const blocks = new Set(
  "address aside audio blockquote caption dd details dl dt embed fieldset figcaption figure form h1 h2 h3 h4 h5 h6 hr iframe li object ol option pre table ul video xmp".split(
    " ",
  ),
);

/** Writes a cell. Returns undefined if its content does not fit in a line. */
export type WriteCell = (cell: Node) => string | undefined;

/** Writes a table in GFM. Returns undefined if GFM cannot express it. */
export function writeTable(table: Node, writeCell: WriteCell): string | undefined {
  if (![...descendants(table, blocks)].every((node) => !blocks.has(elementName(node) ?? "")))
    return undefined;
  const sections = visibleChildren(table).filter(
    (node) => elementName(node) !== "colgroup" && elementName(node) !== undefined,
  );
  if (sections.some((section) => elementName(section) === "tfoot")) return undefined;
  const rows = sections.flatMap((section) => elements(section));
  const cells = rows.map(elements);
  const [heads] = cells;
  if (heads === undefined || heads.length === 0 || !isPlain(sections, cells)) return undefined;
  const written = cells.map((row) => row.map(writeCell));
  if (written.flat().includes(undefined)) return undefined;
  const lines = written.map((row) => toRow(row.map((cell = "") => cell.replaceAll("|", String.raw`\|`))));
  const [first = "", ...rest] = lines;
  return [first, toRow(heads.map(separator)), ...rest].join("\n");
}

/** True if the first row, and only the first row, is a heading, and no cell spans others. */
function isPlain(sections: readonly Node[], rows: readonly (readonly Node[])[]): boolean {
  const [heads = []] = rows;
  const headings = sections.filter((section) => elementName(section) === "thead").flatMap(elements).length;
  const isHeading = headings === 1 || (headings === 0 && heads.every((cell) => elementName(cell) === "th"));
  return (
    isHeading &&
    rows.every((row) => row.length === heads.length && row.every(isSingle)) &&
    rows.slice(1).every((row) => row.every((cell) => elementName(cell) === "td"))
  );
}

function isSingle(cell: Node): boolean {
  return ["colspan", "rowspan"].every((name) => (attribute(cell, name) ?? "1").trim() === "1");
}

function elements(node: Node): Node[] {
  return visibleChildren(node).filter((child) => elementName(child) !== undefined);
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function separator(cell: Node): string {
  const [, style] = /text-align:\s*(left|right|center)/.exec(attribute(cell, "style") ?? "") ?? [];
  const align = (style ?? attribute(cell, "align") ?? "").toLowerCase();
  return { left: ":--", right: "--:", center: ":-:" }[align] ?? "---";
}
