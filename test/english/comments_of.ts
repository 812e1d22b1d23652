import ts from "typescript";

/** A comment of a source file. */
export interface Comment {
  /** Line of its first character, counted from 1. */
  line: number;
  /** Text without markers and examples. */
  text: string;
}

const directive = /^(?:oxlint|oxfmt|eslint|@ts|v8|c8|#)/;

/** Lists the comments of a TypeScript or JavaScript file. Successive `//` lines are one comment. */
export function commentsOf(path: string, source: string): Comment[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const comments: Comment[] = [];
  let previousLine = 0;
  for (const { pos, end, kind } of rangesOf(file, source)) {
    const line = file.getLineAndCharacterOfPosition(pos).line + 1;
    const raw = source.slice(pos, end);
    if (kind === ts.SyntaxKind.MultiLineCommentTrivia) {
      const text = textOfBlock(raw);
      const emptyLines = text.length - text.trimStart().length;
      comments.push({ line: line + emptyLines, text: text.trim() });
      continue;
    }
    const text = raw.replace(/^\/\/+ ?/, "");
    const last = comments.at(-1);
    if (line === previousLine + 1 && last && !directive.test(text)) last.text += ` ${text}`;
    else comments.push({ line, text });
    previousLine = line;
  }
  return comments.filter(({ text }) => text !== "" && !directive.test(text));
}

function rangesOf(file: ts.SourceFile, source: string): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const add = (range: ts.CommentRange): Map<number, ts.CommentRange> => found.set(range.pos, range);
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) add(range);
    for (const range of ts.getTrailingCommentRanges(source, node.getEnd()) ?? []) add(range);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return [...found.values()].toSorted((one, other) => one.pos - other.pos);
}

function textOfBlock(raw: string): string {
  return raw
    .slice(2, -2)
    .replaceAll(/^[ \t]*\*+ ?/gm, "")
    .replaceAll(/@example(?:(?!^@)[\s\S])*/gm, "")
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/^ +/g, "");
}
