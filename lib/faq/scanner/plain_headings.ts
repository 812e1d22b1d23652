import { isLetter, TagReader } from "./tag_reader.ts";
import { End, ENDS, Start, STARTS } from "./tags.ts";

const HEADING_TAG = /<[hH][23][\t\n\f\r />]/g;

/**
 * Returns true if every h2 and h3 is plain and contains no character of `excluded`. A heading is plain if its text is the
 * source between its tags. `false` means unknown.
 *
 * Start tags in comments, scripts and attribute values count too, because only a full pass could recognize them. A plain
 * heading does not contain another heading's start tag, so each start tag is checked.
 */
export function areHeadingsPlain(html: string, from: number, excluded: readonly string[]): boolean {
  const tag = new TagReader(html);
  HEADING_TAG.lastIndex = from;
  while (HEADING_TAG.test(html)) {
    const end = endOfPlainHeading(html, tag, HEADING_TAG.lastIndex - 3, excluded);
    if (end === -1) return false;
    HEADING_TAG.lastIndex = end;
  }
  return true;
}

/** Returns the index after the end tag of the heading whose name begins here, or -1 if the heading is not plain. */
function endOfPlainHeading(
  html: string,
  tag: TagReader,
  nameStart: number,
  excluded: readonly string[],
): number {
  let end = readPlainTag(html, tag, nameStart);
  while (end !== -1) {
    const open = html.indexOf("<", end);
    if (open === -1) return -1;
    if (hasAny(html.slice(end, open), excluded)) return -1;
    const isEndTag = html.charCodeAt(open + 1) === 0x2f;
    end = readPlainTag(html, tag, isEndTag ? open + 2 : open + 1);
    if (isEndTag && ENDS[tag.kind] === End.heading) return end;
    if (!isInline(tag.kind, isEndTag)) return -1;
  }
  return -1;
}

function hasAny(text: string, characters: readonly string[]): boolean {
  return characters.some((character) => text.includes(character));
}

/** Returns the index after the tag whose name begins here, or -1 if it is not a tag or contains a `<`. */
function readPlainTag(html: string, tag: TagReader, nameStart: number): number {
  if (!isLetter(html.charCodeAt(nameStart))) return -1;
  const end = tag.read(nameStart);
  const next = html.indexOf("<", nameStart);
  return next === -1 || next >= end ? end : -1;
}

/** Returns true if a tag neither closes a heading nor moves text out of it. */
function isInline(kind: number, isEndTag: boolean): boolean {
  const action = isEndTag ? ENDS[kind] : STARTS[kind];
  if (isEndTag) return action === End.ordinary || action === End.formatting;
  return (
    action === Start.ordinary ||
    action === Start.formatting ||
    action === Start.link ||
    action === Start.empty
  );
}
