/** Characters that stand for the removed tags of components. */
export const mark = { open: "\ufdd0", close: "\ufdd1", alone: "\ufdd2" } as const;

const marks = /[\ufdd0-\ufdd2]/g;
const blockTag = /^\s*<\/?[a-z][^<>]*>\s*$/;
const voidTag = /^\s*<(?:br|hr|img|input|source|track|wbr)\b|\/>\s*$/;

/**
 * Removes the marks of components. The children of a component are indented as the component is, because Markdown does
 * not read blocks that are indented further.
 */
export function dedentChildren(text: string): string {
  const levels: { indent: number; strip: number | undefined }[] = [];
  const lines = text.split("\n").map((line) => {
    const content = line.replace(marks, "");
    const indent = content.search(/\S/);
    const level = levels.at(-1);
    const start = line.search(/[^ \t]/);
    if (level !== undefined && level.strip === undefined && start >= 0 && line[start] !== mark.close) {
      level.strip = Math.max(stripOf(levels.at(-2)), start - level.indent);
    }
    const strip = Math.min(stripOf(level), Math.max(indent, 0));
    const stripped = content.slice(strip);
    const before = start - stripOf(level);
    for (const character of line.match(marks) ?? []) {
      if (character === mark.open) levels.push({ indent: Math.max(0, before), strip: undefined });
      else if (character === mark.close) levels.pop();
    }
    if (indent < 0) return "";
    if (!blockTag.test(stripped)) return stripped;
    if (stripped.trim().startsWith("</")) levels.pop();
    else if (!voidTag.test(stripped)) levels.push({ indent: Math.max(0, before), strip: undefined });
    return `\n${stripped}\n`;
  });
  return lines.join("\n");
}

function stripOf(level: { strip: number | undefined } | undefined): number {
  return level?.strip ?? 0;
}
