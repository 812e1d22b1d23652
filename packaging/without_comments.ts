import ts from "typescript";

/** Removes the comments from TypeScript. All other text keeps its line. */
export function withoutComments(source: string): string {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.ES2023, true);
  let result = "";
  let end = 0;
  for (const [from, to] of [...commentsOf(file)].toSorted(([one], [other]) => one - other)) {
    result += source.slice(end, from) + source.slice(from, to).replace(/[^\n]/g, "");
    end = to;
  }
  const stripped = result + source.slice(end);
  return stripped
    .split("\n")
    .map((line) => (line.trim() === "" ? "" : line))
    .join("\n");
}

/** Returns the range of each comment, by its start. */
function commentsOf(file: ts.SourceFile): Map<number, number> {
  const found = new Map<number, number>();
  const collect = (node: ts.Node): void => {
    const before = ts.getLeadingCommentRanges(file.text, node.pos) ?? [];
    const after = ts.getTrailingCommentRanges(file.text, node.end) ?? [];
    for (const { pos, end } of [...before, ...after]) found.set(pos, end);
    for (const child of node.getChildren(file)) collect(child);
  };
  collect(file);
  return found;
}
