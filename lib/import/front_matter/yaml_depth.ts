/** Indicators and properties at the start of a YAML line that can open a level: `- `, `? `, `: `, `&a `, `!t `. */
const lineStart = /[ \t]*(?:[-?:](?=[ \t]|$)|[&!]\S{0,200}(?=[ \t]|$))/y;

/**
 * Returns an upper bound of the nesting of a YAML text, without parsing it. Counts indentation levels, compact levels on a
 * line, and open brackets. Brackets in quoted text count too, so unclosed brackets there increase the bound.
 */
export function yamlDepth(text: string): number {
  return Math.max(blockDepth(text), bracketDepth(text));
}

function blockDepth(text: string): number {
  const columns: number[] = [];
  let deepest = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const indent = line.length - line.trimStart().length;
    while (columns.length > 0 && (columns.at(-1) ?? 0) >= indent) columns.pop();
    columns.push(indent);
    lineStart.lastIndex = 0;
    let compact = 0;
    while (lineStart.test(line)) compact++;
    deepest = Math.max(deepest, columns.length + compact);
  }
  return deepest;
}

function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
