import { escapeHtml } from "../markup/escape_html.ts";
import { mappingOf } from "../site_config/config_values.ts";
import { fieldText } from "../values/post_fields.ts";

/** Settings of a part, such as a panel of an accordion, with their names. */
export type PartFields = readonly (readonly [name: string, value: unknown])[];

/** A text in the settings of a block or widget. */
export interface TextPart {
  text: string;
  html: string;
}

const titleName = /^(?:\w{0,30}(?:title|heading|question|summary|header)(?:_?text(?:_a)?)?|label|q)$/i;
const answerName =
  /^(?:\w{0,30}(?:answer|content|description|text|body|details?|info|editor)(?:_text)?(?:_a)?|a)$/i;
/** Settings that hide a part. */
const shownName = /^(?:is_?)?(?:visible|shown?|enabled|active)$/i;
const hiddenName = /^(?:is_?)?(?:hidden|hide|disabled|draft)$/i;

const settingValue =
  /^(?:h[1-6]|on|off|yes|no|true|false|none|default|auto|inherit|left|right|center|top|bottom|custom)$/i;

/** Maximum number of parts of a block or widget. */
export const mostParts = 500;
/** Element of titles whose level is unknown. */
export const defaultLevel = "h3";

/** Returns the title of a part as a heading, and its text, unless the part is hidden. */
export function partsOf(fields: PartFields, tag: string = defaultLevel): TextPart[] {
  const isHidden = fields.some(
    ([name, value]) => (value === false && shownName.test(name)) || (value === true && hiddenName.test(name)),
  );
  if (isHidden) return [];
  const find = (isNamed: (name: string) => boolean): string | undefined =>
    fields.flatMap(([name, value]) => (isNamed(name) && isText(value) ? [value] : []))[0];
  const title = find((name) => titleName.test(name));
  const answer = find((name) => answerName.test(name) && !titleName.test(name));
  const parts = title === undefined ? [] : [{ text: title, html: headingOf(title, tag) }];
  return answer === undefined || answer === title ? parts : [...parts, paragraphOf(answer)];
}

/** Returns a title as a heading. */
export function headingOf(title: string, tag: string = defaultLevel): string {
  return `<${tag}>${escapeHtml(fieldText(title).replace(/\s+/g, " ").trim())}</${tag}>\n`;
}

function paragraphOf(text: string): TextPart {
  const html = /<[a-z]/i.test(text) ? text : escapeHtml(text);
  const isBlock = /^\s*<(?:p|ul|ol|div|h[1-6]|blockquote|figure|table)\b/i.test(html);
  return { text, html: isBlock ? `${html}\n` : `<p>${html}</p>\n` };
}

export function fieldsOf(value: unknown): PartFields {
  return Object.entries(mappingOf(value));
}

/** Returns the texts in a list of titles, or of objects with titles. */
export function titlesIn(list: readonly unknown[]): string[] {
  return list.slice(0, mostParts).flatMap((one) => {
    if (isText(one)) return [one];
    const texts = fieldsOf(one).filter(([name]) => titleName.test(name) || name === "text");
    return texts.flatMap(([, value]) => (isText(value) ? [value] : [])).slice(0, 1);
  });
}

/** True for a text that is no value of a setting, such as `h3` and `on`. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && /\p{L}/u.test(value) && !settingValue.test(value);
}

/** Returns the letters and digits of HTML, because saved HTML and settings escape characters in different ways. */
export function lettersOf(html: string): string {
  return html.replace(/<[^<>]{0,2000}>|&#?\w{1,10};|[^\p{L}\p{N}<&]+|[<&]/gu, "");
}
