import { displayWidth, shortened } from "./display_width.ts";

const gap = "  ";

/**
 * Formats rows of cells as columns that fit a terminal.
 *
 * @param least minimum width of each column; undefined for columns that are never shortened, such as ids
 * @param room columns of the terminal
 */
export function toTable(
  lines: readonly (readonly string[])[],
  least: readonly (number | undefined)[],
  room: number,
): string[] {
  const widths = least.map((_least, index) =>
    lines.reduce((widest, line) => Math.max(widest, displayWidth(line[index] ?? "")), 0),
  );
  shrinkToFit(widths, least, room - gap.length * (widths.length - 1));
  return lines.map((line) => {
    const cells = line.map((cell, index) => padded(shortened(cell, widths[index] ?? 0), widths[index] ?? 0));
    return cells.join(gap).trimEnd();
  });
}

/** Narrows the widths to the terminal, one character at a time. Each time narrows the column furthest above its minimum. */
function shrinkToFit(widths: number[], least: readonly (number | undefined)[], room: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  for (; excess > 0; excess--) {
    const spare = widths.map((width, index) => width - (least[index] ?? width));
    const most = Math.max(...spare);
    if (most <= 0) return;
    const index = spare.indexOf(most);
    widths[index] = (widths[index] ?? 0) - 1;
  }
}

function padded(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(0, width - displayWidth(cell)));
}
