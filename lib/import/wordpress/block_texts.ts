import { mappingOf } from "../site_config/config_values.ts";
import { blockAttributes } from "./restrictions/restricted_blocks.ts";
import {
  defaultLevel,
  fieldsOf,
  isText,
  lettersOf,
  mostParts,
  type PartFields,
  partsOf,
  type TextPart,
  titlesIn,
} from "./text_parts.ts";

/** Texts that a block keeps in its attributes, but not in its HTML. */
export interface BlockTexts {
  /** Headings and paragraphs of the texts. */
  html: string;
  /** Titles of the blocks inside, in their order. */
  childTitles: readonly string[];
  /** Names of attributes with texts that are left out. */
  leftOut: readonly string[];
}

/** Blocks of which each is a part with a title: of FAQs, accordions, tabs and instructions. */
const titledBlock =
  /accordion|collaps|details|disclosure|expand|faq|how-?to|pane|question|q-?and-?a|spoiler|step|tab(?!le)|toggle/i;
/** Attributes with the titles of the blocks inside, such as `tabsTitle` and `tabTitles`. */
const childTitlesName = /^\w{0,30}(?:titles|tabstitle|headers|headings|labels|tabs)$/i;
/** Attributes of any block whose values are texts for readers. */
const textName =
  /^(?!aria)\w{0,30}(?:title|heading|question|answer|summary|text|caption|description|quote|message)$/i;
const levelName = /^\w{0,30}(?:tag|level)$/i;
/** The name of a field in a repeater of Advanced Custom Fields. */
const repeatedName = /^\w{0,100}_(\d{1,4})_(\w{1,100})$/;

/** Rows of a list that are looked up in the HTML of a block. If it has them, it also has the others. */
const mostCompared = 3;

/**
 * Returns the texts of a block's attributes that its HTML lacks. Plugins render them from the attributes, so an export has them only there.
 *
 * @param comment the comment that opens the block, with its attributes in JSON
 * @param saved HTML of the block. Undefined for a block without content
 */
export function blockTexts(name: string, comment: string, saved: string | undefined): BlockTexts {
  const attributes = Object.entries(blockAttributes(comment)).map(
    ([key, value]) => [key, diviText(value) ?? value] as const,
  );
  let letters: string | undefined;
  const isMissing = (text: string): boolean => {
    letters ??= lettersOf(saved ?? "");
    return !letters.includes(lettersOf(text));
  };
  if (!titledBlock.test(name) && !name.startsWith("divi/")) {
    // The note about blocks without content names them.
    const texts = saved === undefined ? [] : attributes.filter(([key]) => textName.test(key));
    const leftOut = texts.filter(([, value]) => isSentence(value) && isMissing(value));
    return { html: "", childTitles: [], leftOut: leftOut.map(([key]) => key) };
  }
  const levels = attributes.filter(([key]) => levelName.test(key)).map(([, value]) => tagOf(value));
  const tag = levels.find((level) => level !== undefined) ?? defaultLevel;
  const lists = attributes.flatMap(([key, value]) => (Array.isArray(value) ? [{ key, rows: value }] : []));
  const parts = (rows: readonly PartFields[]): TextPart[] =>
    rows
      .slice(0, mostParts)
      .flatMap((row) => partsOf(row, tag))
      .filter(({ text }) => isMissing(text));
  const own = parts([attributes]);
  if (saved === undefined) {
    const rows = lists.flatMap(({ rows: list }) => list.slice(0, mostParts).map(fieldsOf));
    const all = [...own, ...parts([...rows, ...repeatedRows(attributes)])];
    return { html: all.map(({ html }) => html).join(""), childTitles: [], leftOut: [] };
  }
  const titles = lists.filter(({ key }) => childTitlesName.test(key));
  const childTitles = titles.flatMap(({ rows }) => titlesIn(rows).filter(isMissing));
  const isLeftOut = (rows: readonly unknown[]): boolean =>
    parts(rows.slice(0, mostCompared).map(fieldsOf)).length > 0;
  const leftOut = lists.filter((list) => !titles.includes(list) && isLeftOut(list.rows));
  // A block with titles for its parts has no text of its own beside them.
  const html = childTitles.length > 0 ? "" : own.map((part) => part.html).join("");
  return { html, childTitles, leftOut: leftOut.map(({ key }) => key) };
}

/** Returns the text of an attribute of Divi, which has one for each width of the screen. */
function diviText(value: unknown): unknown {
  return mappingOf(mappingOf(mappingOf(value)["innerContent"])["desktop"])["value"];
}

/** Returns the rows of repeaters of Advanced Custom Fields, such as `faqs_0_question`, and the other fields. */
function repeatedRows(attributes: PartFields): PartFields[] {
  const rows = new Map<string, [string, unknown][]>();
  for (const [key, value] of fieldsOf(attributes.find(([name]) => name === "data")?.[1])) {
    if (key.startsWith("_")) continue;
    const [, row = "", field = key] = repeatedName.exec(key) ?? [];
    const known = rows.get(row);
    if (known === undefined) rows.set(row, [[field, value]]);
    else known.push([field, value]);
  }
  return [...rows.values()];
}

/** True for a text of several words. A single word can be the name of a setting. */
function isSentence(value: unknown): value is string {
  return isText(value) && /\S\s+\S/.test(value.trim());
}

/** Returns the element of a heading for a level such as `h4` or 4. */
function tagOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? `h${value}` : value;
  return typeof text === "string" && /^h[2-6]$/.test(text) ? text : undefined;
}
