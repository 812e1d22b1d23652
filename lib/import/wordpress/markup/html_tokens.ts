import { TextFinder } from "./text_finder.ts";

/** A part of an HTML text. The parts of a text, joined, are the text. */
export interface HtmlToken {
  kind: "text" | "tag" | "comment" | "raw";
  text: string;
  /** Name of a tag or raw element as written, or an empty text. */
  name: string;
  isClosing: boolean;
}

/** Number of `<` without a tag after which a text is divided. */
const longestUnmatched = 1000;

/** Elements whose content is not searched for tags. */
const rawElements: ReadonlySet<string> = new Set(["pre", "script", "style", "svg"]);
const tagStart = /<(\/?)([a-z][a-z0-9-]{0,30})(?=[\s/>])/iy;

/**
 * Yields the tags, comments and texts of an HTML text, in linear time. A tag ends at the first `>`, as in WordPress. A tag
 * or comment without an end is text.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const ends = new TextFinder(html);
  let textStart = 0;
  let unmatched = 0;
  for (let at = html.indexOf("<"); at !== -1;) {
    const token = tokenAt(html, at, ends);
    if (token === undefined) {
      // The consumer of a long text with many such characters also works in steps.
      if (++unmatched % longestUnmatched === 0) {
        yield textToken(html.slice(textStart, at));
        textStart = at;
      }
      at = html.indexOf("<", at + 1);
      continue;
    }
    if (at > textStart) yield textToken(html.slice(textStart, at));
    yield token;
    textStart = at + token.text.length;
    at = html.indexOf("<", textStart);
  }
  if (textStart < html.length) yield textToken(html.slice(textStart));
}

/** Returns a token with the given text. */
export function textToken(text: string): HtmlToken {
  return { kind: "text", text, name: "", isClosing: false };
}

/** Returns true for a line break tag without attributes. */
export function isLineBreak({ kind, text }: HtmlToken): boolean {
  return kind === "tag" && /^<br\s*\/?>$/.test(text);
}

function tokenAt(html: string, at: number, ends: TextFinder): HtmlToken | undefined {
  if (html.startsWith("<!--", at)) {
    const end = ends.after("-->", at + 4);
    return end === undefined
      ? undefined
      : { kind: "comment", text: html.slice(at, end), name: "", isClosing: false };
  }
  tagStart.lastIndex = at;
  const [, slash, name = ""] = tagStart.exec(html) ?? [];
  const end = slash === undefined ? undefined : ends.after(">", at);
  if (end === undefined) return undefined;
  const rawEnd = slash === "" && rawElements.has(name) ? ends.after(`</${name}>`, end) : undefined;
  if (rawEnd !== undefined) return { kind: "raw", text: html.slice(at, rawEnd), name, isClosing: false };
  return { kind: "tag", text: html.slice(at, end), name, isClosing: slash === "/" };
}
