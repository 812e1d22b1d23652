import { parseFragment, serialize } from "parse5";
import {
  explainFaq,
  extractFaqEntries,
  extractPublishableFaqEntriesFromDocument,
  type FaqEntry,
  type FaqOptions,
  htmlToText,
} from "../../lib/faq/mod.ts";
import { domOf } from "./_dom_of.ts";
import { fullSettingsOf } from "../../lib/faq/options/full_settings.ts";
import { outlineEntries } from "../../lib/faq/outline_entries.ts";
import { parse5Adapter } from "../../lib/faq/tree/parse5_adapter.ts";
import { parseInBody } from "../../lib/faq/tree/parse5_tree.ts";
import { faqEntriesOfTree } from "../../lib/faq/tree.ts";

/** Table cells and invisible characters. For these, an answer's text and HTML differ in white space and separators. */
const UNLIKE = /<t[dh]|\p{Cf}/iu;

/** Compares the entries of the tree and of the outline, for options that both support. */
export function outlineDifference(html: string, options: FaqOptions): string | undefined {
  const settings = fullSettingsOf(options);
  const root = parseInBody(html);
  const expected = JSON.stringify(faqEntriesOfTree(parse5Adapter, root, settings));
  const actual = JSON.stringify(outlineEntries(parse5Adapter, root, settings).map(({ entry }) => entry));
  if (actual === expected) return undefined;
  return `${JSON.stringify(html)} ${JSON.stringify(options)}\n outline ${actual}\n tree    ${expected}`;
}

/** Returns the first violated property of the entries. */
export function brokenProperty(html: string, options: FaqOptions): string | undefined {
  const entries = extractFaqEntries(html, options);
  const broken =
    entries.map((entry) => brokenEntry(entry, html, options)).find((each) => each !== undefined) ??
    brokenText(entries, html, options) ??
    brokenExplanation(entries, html, options);
  return broken === undefined
    ? undefined
    : `${broken}\n of ${JSON.stringify(html)} ${JSON.stringify(options)}`;
}

function brokenEntry(entry: FaqEntry, html: string, options: FaqOptions): string | undefined {
  const { question, answer, answerHtml } = entry;
  if (question === "" || answer === "") return "an empty question or answer";
  if ((answerHtml === undefined) !== (options.answerFormat !== "html")) return "answerHtml by another format";
  if (answerHtml === undefined) return undefined;
  const again = serialize(parseFragment(answerHtml));
  if (again !== answerHtml) return `answerHtml ${answerHtml}\n is read as ${again}`;
  if (/<(?!\/?(?:h[1-6]|br|[ou]l|li|p|div|b|strong|i|em|a)\b)/.test(answerHtml))
    return `a tag in ${answerHtml}`;
  if (/<(\w+)(?: [^>]*)?><\/\1>/.test(answerHtml)) return `an empty element in ${answerHtml}`;
  const text = htmlToText(answerHtml);
  const isSame = UNLIKE.test(html) || UNLIKE.test(answer) ? bare(text) === bare(answer) : text === answer;
  return isSame
    ? undefined
    : `the text of answerHtml ${JSON.stringify(text)}\n is not ${JSON.stringify(answer)}`;
}

function bare(text: string): string {
  return text.replaceAll(/[|\s\p{Cf}]/gu, "");
}

/** Checks that the format of answers changes neither questions nor answer texts. */
function brokenText(entries: FaqEntry[], html: string, options: FaqOptions): string | undefined {
  const pairs = entries.map(({ question, answer }) => ({ question, answer }));
  const text = extractFaqEntries(html, { ...options, answerFormat: "text" });
  return JSON.stringify(text) === JSON.stringify(pairs) ? undefined : "other entries by another format";
}

/** Checks that the explanation has every entry, and that each suggested option adds an entry. */
function brokenExplanation(entries: FaqEntry[], html: string, options: FaqOptions): string | undefined {
  const explanations = explainFaq(html, options);
  const explained = explanations.filter(({ isEntry }) => isEntry).map(({ text }) => text);
  const questions = entries.map(({ question }) => question);
  if (JSON.stringify(explained) !== JSON.stringify(questions)) {
    return `explained are ${JSON.stringify(explained)}, not ${JSON.stringify(questions)}`;
  }
  const suggestion = explanations.find(({ option }) => option !== undefined);
  if (suggestion === undefined) return undefined;
  const further = explainFaq(html, { ...options, ...suggestion.option });
  const isIn = further.some(({ isEntry, element }) => isEntry && element === suggestion.element);
  return isIn ? undefined : `the option does not bring it in: ${JSON.stringify(suggestion)}`;
}

/** Compares the entries of a string with the entries of a DOM document with the same tree. */
export function documentDifference(html: string, options: FaqOptions): string | undefined {
  const body = domOf(html);
  if (body === undefined) return undefined;
  const expected = JSON.stringify(extractFaqEntries(html, options));
  const actual = JSON.stringify(extractPublishableFaqEntriesFromDocument(body, options));
  if (actual === expected) return undefined;
  return `${JSON.stringify(html)} ${JSON.stringify(options)}\n document ${actual}\n string   ${expected}`;
}
