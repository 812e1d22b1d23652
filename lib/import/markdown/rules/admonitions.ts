import type { MarkdownIt, StateBlock, StateCore, Token } from "markdown-it";
import { mostFenceIndent } from "../templates/mod.ts";
import type { DialectFeatures } from "../dialect_features.ts";
import { lineText, lineWith } from "./indented_blocks.ts";

const alert = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Containers of VitePress that only hold other blocks. */
const wrappers: ReadonlySet<string> = new Set(["code-group", "raw", "v-pre"]);

/**
 * Adds admonitions: `:::note[Title]` up to `:::`, and alerts, quotations that begin with `[!NOTE]`. Every dialect has alerts, because without them
 * readers see the mark.
 */
export function addAdmonitions(
  parser: MarkdownIt,
  { hasContainers }: Pick<DialectFeatures, "hasContainers">,
): void {
  if (hasContainers)
    parser.block.ruler.before("fence", "container", container, {
      alt: ["paragraph", "reference", "blockquote", "list"],
    });
  parser.core.ruler.after("block", "alerts", markAlerts);
}

function container(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const text = lineWith(state, line, ":::");
  if (text === undefined) return false;
  const { colons, name, rest } = readFence(text);
  if (name === undefined || rest.includes(":::")) return false;
  if (silent) return true;
  const end = endOfContainer(state, line, endLine, colons);
  const before = { parentType: state.parentType, lineMax: state.lineMax };
  state.parentType = "container";
  state.lineMax = end;
  const tag = wrappers.has(name) ? "div" : "aside";
  const open = state.push("container_open", tag, 1);
  open.map = [line, end];
  if (tag === "aside") {
    open.attrSet("class", `admonition ${name.toLowerCase()}`);
    pushTitle(state, titleOf(rest) ?? name.charAt(0).toUpperCase() + name.slice(1));
  }
  state.md.block.tokenize(state, line + 1, end);
  state.push("container_close", tag, -1);
  state.parentType = before.parentType;
  state.lineMax = before.lineMax;
  state.line = Math.min(end + 1, endLine);
  return true;
}

/** Reads a line that begins with colons: their number, the name of the container and the rest of the line. */
function readFence(text: string): { colons: number; name: string | undefined; rest: string } {
  const colons = /^:+/.exec(text)?.[0].length ?? 0;
  const content = text.slice(colons).trim();
  const name = /^[A-Za-z][\w-]*/.exec(content)?.[0];
  return { colons, name, rest: content.slice(name?.length ?? 0) };
}

/** Returns the line that ends a container. Parsers read at most 100 levels, so nested containers take linear time. */
function endOfContainer(state: StateBlock, line: number, endLine: number, length: number): number {
  let depth = 0;
  let [fencedBy, fenceIndent] = ["", 0];
  for (let next = line + 1; next < endLine; next++) {
    if ((state.sCount[next] ?? 0) < state.blkIndent && !state.isEmpty(next)) return next;
    const text = lineText(state, next);
    const [code = ""] = /^(?:`{3,}|~{3,})/.exec(text) ?? [];
    if (fencedBy !== "") {
      const isEnd = code.startsWith(fencedBy) && text.trimEnd() === code;
      if (isEnd && (state.sCount[next] ?? 0) <= fenceIndent + mostFenceIndent) fencedBy = "";
      continue;
    }
    if (code !== "") [fencedBy, fenceIndent] = [code, state.sCount[next] ?? 0];
    if (!text.startsWith(":::")) continue;
    const { colons, name } = readFence(text);
    if (name !== undefined) depth++;
    else if (depth > 0) depth--;
    else if (colons >= length || depth === 0) return next;
  }
  return endLine;
}

/** Reads `[Title]`, ` Title` and `{title="Title"}`. */
function titleOf(rest: string): string | undefined {
  const text = rest.trim();
  const [, quoted] = /\btitle="([^"]*)"/.exec(text) ?? [];
  const title = text.startsWith("[")
    ? text.slice(1, text.lastIndexOf("]") < 0 ? undefined : text.lastIndexOf("]"))
    : text.startsWith("{")
      ? quoted
      : text;
  return title === undefined || title.trim() === "" ? undefined : title.trim();
}

function pushTitle(state: StateBlock, title: string): void {
  state.push("paragraph_open", "p", 1).attrSet("class", "admonition-title");
  const inline = state.push("inline", "", 0);
  inline.content = title;
  inline.children = [];
  state.push("paragraph_close", "p", -1);
}

function markAlerts(state: StateCore): void {
  const tokens: Token[] = [];
  const isAlert: boolean[] = [];
  state.tokens.forEach((token, index) => {
    if (token.type === "blockquote_open") {
      const inline = state.tokens[index + 2];
      const found = inline?.type === "inline" ? alert.exec(inline.content) : null;
      isAlert.push(found !== null);
      tokens.push(token);
      if (found === null || inline === undefined) return;
      const kind = (found[1] ?? "").toLowerCase();
      token.tag = "aside";
      token.attrSet("class", `admonition ${kind}`);
      tokens.push(...titleTokens(state, kind.charAt(0).toUpperCase() + kind.slice(1), token.level + 1));
      inline.content = inline.content.slice(found[0].length);
    } else {
      if (token.type === "blockquote_close" && isAlert.pop() === true) token.tag = "aside";
      tokens.push(token);
    }
  });
  state.tokens = tokens.filter((token, index) => !isEmptyParagraph(tokens, token, index));
}

function isEmptyParagraph(tokens: readonly Token[], token: Token, index: number): boolean {
  const start = token.type === "paragraph_open" ? index : token.type === "inline" ? index - 1 : index - 2;
  const [open, inline] = [tokens[start], tokens[start + 1]];
  return (
    open?.type === "paragraph_open" &&
    inline?.type === "inline" &&
    inline.content === "" &&
    ["paragraph_open", "inline", "paragraph_close"].includes(token.type)
  );
}

function titleTokens(state: StateCore, title: string, level: number): Token[] {
  const open = new state.Token("paragraph_open", "p", 1);
  open.block = true;
  open.level = level;
  open.attrSet("class", "admonition-title");
  const inline = new state.Token("inline", "", 0);
  inline.content = title;
  inline.children = [];
  inline.level = level + 1;
  const close = new state.Token("paragraph_close", "p", -1);
  close.block = true;
  close.level = level;
  return [open, inline, close];
}
