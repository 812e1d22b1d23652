import type { Delimiter, MarkdownIt, StateInline } from "markdown-it";

const tilde = "~";

/** Strikes text between two tildes, and between single tildes if the dialect does. More than two tildes are text. */
export function setStrikethrough(
  parser: MarkdownIt,
  { hasSingleTildes }: { hasSingleTildes: boolean },
): void {
  const shortest = hasSingleTildes ? 1 : 2;
  parser.inline.ruler.at("strikethrough", (state, silent) => tokenize(state, silent, shortest));
  parser.inline.ruler2.at("strikethrough", strike);
}

function tokenize(state: StateInline, silent: boolean, shortest: number): boolean {
  if (silent || state.src[state.pos] !== tilde) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  const token = state.push("text", "", 0);
  token.content = tilde.repeat(length);
  if (length >= shortest && length <= 2) {
    state.delimiters.push({
      marker: markerOf(length),
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open,
      close,
    });
  }
  state.pos += length;
  return true;
}

/** Returns the marker of tildes. It depends on their number, because one tilde does not end a text after two. */
function markerOf(length: number): number {
  return tilde.charCodeAt(0) * length;
}

/** Replaces the pairs of delimiters with elements. */
function strike(state: StateInline): boolean {
  if (!state.src.includes(tilde)) return false;
  for (const delimiters of [state.delimiters, ...state.tokens_meta.map((meta) => meta?.delimiters ?? [])]) {
    for (const delimiter of delimiters) strikePair(state, delimiter, delimiters);
  }
  return false;
}

function strikePair({ tokens }: StateInline, start: Delimiter, delimiters: readonly Delimiter[]): void {
  const isTilde = start.marker === markerOf(1) || start.marker === markerOf(2);
  const open = tokens[start.token];
  const close = tokens[delimiters[start.end]?.token ?? -1];
  if (!isTilde || open === undefined || close === undefined) return;
  const markup = open.content;
  Object.assign(open, { type: "s_open", tag: "s", nesting: 1, markup, content: "" });
  Object.assign(close, { type: "s_close", tag: "s", nesting: -1, markup, content: "" });
}
