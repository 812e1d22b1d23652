import { escapeReferences } from "./addresses.ts";

/** The place of a text in its block. */
export interface TextPlace {
  /** True if the text begins a line. */
  isLineStart: boolean;
  isInLink: boolean;
  isLinkStart: boolean;
  /** True if a link follows, so that `!` would make it an image. */
  isBeforeLink: boolean;
  isHeadingEnd: boolean;
}

const special =
  /(?<![^\s*_~(])(?:(?:https?|ftp):(?=\/\/[^\s<])|www\.(?=[^\s<]))|(?<=[\w.+-])@(?=[\w-])|[\\`*[\]<]|_+|~+|!$/gi;

/** Escapes a text, so that the parser reads no markup in it. */
export function escapeText(text: string, place: TextPlace): string {
  const escaped = escapeReferences(
    text.replace(special, (found, at: number) => escapeFound(found, { text, at, place })),
  );
  const withEnd = place.isHeadingEnd ? escapeHeadingEnd(escaped) : escaped;
  if (place.isLinkStart) return withEnd.replace(/^\^/, String.raw`\^`);
  return place.isLineStart ? escapeLineStart(withEnd) : withEnd;
}

function escapeFound(
  found: string,
  { text, at, place }: { text: string; at: number; place: TextPlace },
): string {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + found.length);
  switch (found.charAt(0)) {
    case "\\":
      return after === "" || /[!-/:-@[-`{-~]/.test(after) ? `\\${found}` : found;
    case "<":
      return after === "" || /[a-z/!?]/i.test(after) ? `\\${found}` : found;
    case "*":
      return before === " " && after === " " ? found : `\\${found}`;
    case "_":
      return isWord(before) && isWord(after) ? found : found.replaceAll("_", String.raw`\_`);
    case "~":
      return found.replaceAll("~", String.raw`\~`);
    case "]":
      return place.isInLink ? `\\${found}` : found;
    case "!":
      return place.isBeforeLink ? `\\${found}` : found;
    case "`":
    case "[":
      return `\\${found}`;
    default:
      // A bare address: the parser makes it a link unless its mark is escaped.
      return place.isInLink ? found : `${found.slice(0, -1)}\\${found.slice(-1)}`;
  }
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** Escapes `#` and `}`, which the parser would take for the end of a heading and for its attributes. */
function escapeHeadingEnd(text: string): string {
  return text.replace(/(?<![^ ])#+ *$|\} *$/, String.raw`\$&`);
}

/** Escapes the first characters of a line that would begin another block. */
function escapeLineStart(text: string): string {
  return text
    .replace(/^(?:>|#(?=#{0,5}(?:\s|$))|[-+](?=[-\s|:]|$)|=+ *$|:(?=[\s:|-]|$)|\|)/, String.raw`\$&`)
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);
}
