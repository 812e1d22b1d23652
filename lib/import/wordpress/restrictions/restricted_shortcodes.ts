import type { Audience } from "../../values/audience.ts";
import { restrictsByName } from "../../../content/mod.ts";
import type { Steps } from "../../../base/yielding.ts";
import { TextFinder } from "../markup/text_finder.ts";

interface Tag {
  name: string;
  attributes: string;
  isClosing: boolean;
  start: number;
  end: number;
}

const tagStart = /\[(\/?)([a-z_][\w-]{0,60})(?=[\s/\]])/gi;
const maxAttributesLength = 10_000;

/** Attributes for content that visitors see: for nobody who is logged in, or not for a role. */
const publicAttribute =
  /=\s*["']?(?:logged[_-]?out|not[_-]?logged[_-]?in(?:[_-]users[_-]only)?|visitors?|guests?|non[_-]?members?|everyone)["']?(?=\s|$)|\soperator\s*=\s*["']?!|\s(?:access\s*=\s*["']?no|operation\s*=\s*["']?hide)\b/i;
/** The attribute of Paid Memberships Pro. Levels without positive numbers are for visitors. */
const levelAttribute = /\slevels? ?= ?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/;
const publicConditions = /^\s*!|\b(?:is_user_not_logged_in|current_user_is_not|current_user_cannot)\b/;

/**
 * Leaves out the shortcodes whose content membership plugins show only to some readers, with their content. A shortcode
 * without a closing tag has no content.
 */
export function* withoutRestrictedShortcodes(content: string, audience: Audience): Steps<string> {
  const tags: Tag[] = [];
  const lastClosing = new Map<string, number>();
  const ends = new TextFinder(content);
  for (const { 0: opening, 1: slash, 2: name = "", index } of content.matchAll(tagStart)) {
    yield;
    const last = restrictsByName(name) ? ends.indexOf("]", index) : undefined;
    if (last === undefined || last - index > maxAttributesLength) continue;
    const attributes = content.slice(index + opening.length, last);
    const tag = { name, attributes, isClosing: slash === "/", start: index, end: last + 1 };
    if (isEscaped(content, tag.start, tag.end)) continue;
    if (tag.isClosing) lastClosing.set(tag.name, tags.length);
    tags.push(tag);
  }
  const parts: string[] = [];
  let written = 0;
  for (let at = 0; at < tags.length; at++) {
    yield;
    const tag = tags[at];
    if (tag === undefined || tag.isClosing || isPublic(tag) || (lastClosing.get(tag.name) ?? -1) < at)
      continue;
    at = closingOf(tags, at);
    const end = tags[at]?.end ?? content.length;
    if (isEscaped(content, tag.start, end)) continue;
    parts.push(content.slice(written, tag.start));
    written = end;
    audience.leaveOut(`the shortcode [${tag.name}]`);
  }
  return parts.join("") + content.slice(written);
}

/** True for a shortcode in two brackets, which WordPress shows as text. */
function isEscaped(content: string, start: number, end: number): boolean {
  return content[start - 1] === "[" && content[end] === "]";
}

function isPublic({ name, attributes }: Tag): boolean {
  if (attributes.endsWith("/")) return true;
  if (/s2if$/i.test(name)) {
    return attributes.split(/\b(?:AND|OR)\b|&&|\|\|/).every((condition) => publicConditions.test(condition));
  }
  const levels = levelAttribute.exec(attributes)?.slice(1).join("").split(",");
  return publicAttribute.test(attributes) || levels?.every((level) => Number(level) <= 0) === true;
}

/** Returns the index of the closing tag. If tags of the name are missing, it is the last closing tag. */
function closingOf(tags: readonly Tag[], opening: number): number {
  const name = tags[opening]?.name;
  let depth = 0;
  let closing = opening;
  for (let at = opening; at < tags.length; at++) {
    const tag = tags[at];
    if (tag?.name !== name) continue;
    if (tag?.isClosing !== true) depth++;
    else {
      closing = at;
      if (--depth === 0) break;
    }
  }
  return closing;
}
