import type { AnyField } from "../../base/fields/field.ts";
import type { Kind, KindName } from "../../base/fields/kind.ts";
import { html, type Html, type HtmlValue } from "../../base/text/html.ts";
import { type FieldErrors, inputField, selectField, textField } from "../design/field.ts";
import { dayOf, excerptOf, timeOf } from "../format/format.ts";
import { linesOf } from "./read_form.ts";

/** Shows values of a kind. A form has each value as a text, which is empty for no value. */
interface Control {
  render: (field: ShownField) => Html;
  /** Hint of every field of the kind. */
  hint?: string;
  /** Returns the text of a value. Default: the value is a text. */
  toText?: (value: never, kind: Kind<unknown>) => string;
  /** Returns the value of a text. The server refuses a wrong value. Default: the text. */
  toValue?: (text: string) => unknown;
  /** Returns the rule that a text breaks, if no value can express the text. */
  problemOf?: (text: string) => string | undefined;
  /** Renders a value outside of a form. Default: as a text. */
  fact?: (value: never) => HtmlValue;
}

interface ShownField {
  name: string;
  label: string;
  hint?: string | Html;
  value: string;
  kind: Kind<unknown>;
  errors?: FieldErrors | undefined;
  suggestions?: string | undefined;
  usualLength?: number | undefined;
  isAlwaysSet?: boolean | undefined;
}

/** State of a field in a form. */
export interface FieldState extends Pick<ShownField, "suggestions" | "usualLength"> {
  value: string;
  errors?: FieldErrors | undefined;
  /** Note about the value, which follows the hint. */
  note?: Html | undefined;
  /** True if the field cannot be without a value. Default: false. */
  isAlwaysSet?: boolean | undefined;
}

/** A field with a label and a control. */
export interface FormField<Name extends string = string> {
  name: Name;
  label: string;
  kind: KindName;
  render: (state: FieldState) => Html;
  toText: (value: unknown) => string;
  /** Returns the value of a text, or undefined for no value. */
  toValue: (text: string) => unknown;
  problemOf: (text: string) => string | undefined;
  fact: (value: unknown, language: string) => HtmlValue;
}

/** Id of the list of posts that a reference suggests. */
export const referenceList = "referable-posts";

/** Longest shown text outside of a form, longest JSON with indentation, and longest text that is read as JSON. */
const longestFact = 1_000;
const longestIndented = 8_000;
const longestJson = 20_000;

const number = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
const day = /^(?!0000)\d{4}-\d\d-\d\d$/;
const clock = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/;

const controls: Readonly<Partial<Record<KindName, Control>>> = {
  text: {
    render: textInput,
    // An input would join the words around a line break.
    toText: (text: string, { isName }) =>
      isName ? linesOf(withLineFeeds(text)).join(" ") : withLineFeeds(text),
  },
  prose: { render: (field) => textField({ ...limited(field), rows: 1 }), toText: withLineFeeds },
  markdown: {
    render: (field) => textField({ ...limited(field), rows: 6 }),
    hint: "Markdown",
    toText: withLineFeeds,
  },
  texts: {
    render: (field) => textField({ ...field, rows: 3 }),
    hint: "One per line",
    toText: textOfList,
    toValue: listOf,
    fact: (list: readonly string[]) =>
      list.map((text) => html`<span class="chip" dir="auto">${text}</span> `),
  },
  number: {
    render: (field) => inputField({ ...field, type: typeFor(field, "number", number) }),
    toText: String,
    toValue: (text) => (number.test(text) ? Number(text) : text),
    fact: String,
  },
  boolean: {
    render: (field) =>
      selectField({
        ...field,
        choices: withUnset(field, [
          ["yes", "Yes"],
          ["no", "No"],
        ]),
      }),
    toText: (value: boolean) => (value ? "yes" : "no"),
    toValue: (text) => ({ yes: true, true: true, no: false, false: false })[text] ?? text,
    fact: (value: boolean) => (value ? "Yes" : "No"),
  },
  choice: {
    render: (field) =>
      selectField({
        ...field,
        choices: withUnset(
          field,
          (field.kind.choices ?? []).map((choice) => [choice, choice]),
        ),
      }),
  },
  date: { render: (field) => inputField({ ...field, type: typeFor(field, "date", day) }), fact: dayOf },
  instant: {
    render: (field) => inputField({ ...field, type: typeFor(field, "datetime-local", clock) }),
    hint: "In UTC",
    toText: clockTimeOf,
    fact: timeOf,
  },
  url: {
    render: (field) => inputField({ ...field, type: "url" }),
    hint: "Absolute URL",
    fact: (url: string) => (/^https?:/i.test(url) ? html`<a href="${url}" rel="noreferrer">${url}</a>` : url),
  },
  language: { render: inputField, hint: "A BCP 47 tag such as en-US", fact: (tag: string) => tag },
  slug: { render: (field) => inputField({ ...field, list: referenceList }), hint: "Slug of a post" },
  map: {
    render: (field) => textField({ ...field, rows: 2 }),
    hint: "One per line, such as de: hallo-welt",
    toText: (map: Readonly<Record<string, string>>) =>
      Object.entries(map)
        .map(([key, text]) => `${key}: ${text}`)
        .join("\n"),
    toValue: (text) => Object.fromEntries(pairsOf(text)),
    problemOf: (text) => {
      const keys = pairsOf(text).map(([key]) => key);
      if (keys.includes("")) return "must have a colon on each line, such as de: hallo-welt";
      return new Set(keys).size < keys.length ? "must have each name before a colon once" : undefined;
    },
  },
  json: {
    render: (field) => textField({ ...field, rows: 4 }),
    hint: "JSON",
    toText: jsonText,
    toValue: (text) => JSON.parse(text) ?? undefined,
    problemOf: (text) => (isJson(text) ? undefined : 'must be JSON such as {"sizes": [1, 2]}'),
    fact: (value: unknown) => html`<span dir="auto">${excerptOf(JSON.stringify(value), longestFact)}</span>`,
  },
};

/** Returns the control of a field. Undefined if forms do not have the field: without a label, or of a kind that no control shows. */
export function formFieldOf<Name extends string>(
  name: Name,
  { label, hint, kind }: Pick<AnyField, "label" | "hint" | "kind">,
): FormField<Name> | undefined {
  const control = controls[kind.name];
  if (label === undefined || control === undefined) return undefined;
  const hints = [...new Set([hint, control.hint])].filter((text) => text !== undefined);
  const { problemOf = () => undefined, toValue = (text) => text } = control;
  return {
    name,
    label,
    kind: kind.name,
    render: ({ note, ...state }) =>
      control.render({ name, label, kind, ...state, ...hintOf(hints.join(". "), note) }),
    toText: (value) => (value === undefined ? "" : (control.toText ?? String)(value as never, kind)),
    toValue: (text) => (text === "" ? undefined : toValue(text)),
    problemOf: (text) => (text === "" ? undefined : problemOf(text)),
    fact: (value, language) =>
      control.fact?.(value as never) ??
      html`<span lang="${language}" dir="auto">${excerptOf(String(value), longestFact)}</span>`,
  };
}

function hintOf(hint: string, note: Html | undefined): { hint?: string | Html } {
  if (note !== undefined) return { hint: html`${hint}${hint !== "" && ". "}${note}` };
  return hint === "" ? {} : { hint };
}

/** Renders a text on one line. A value with line breaks needs a text area, because an input would join its lines. */
function textInput(field: ShownField): Html {
  return field.value.includes("\n") ? textField({ ...limited(field), rows: 2 }) : inputField(limited(field));
}

function limited(field: ShownField): ShownField & { longest?: number } {
  const { longest } = field.kind;
  return longest === undefined ? field : { ...field, longest };
}

/** Returns the type of an input. A text that browsers would drop from the input is shown as it is. */
function typeFor<Type extends string>({ value }: ShownField, type: Type, allowed: RegExp): Type | "text" {
  return value === "" || allowed.test(value) ? type : "text";
}

function withUnset(
  { value, isAlwaysSet = false }: ShownField,
  choices: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const isKnown = value === "" || choices.some(([choice]) => choice === value);
  return [
    ...(isAlwaysSet ? [] : [["", "Not set"] as const]),
    ...choices,
    ...(isKnown ? [] : [[value, value] as const]),
  ];
}

/** Returns a list with a text on each line, or as JSON if a text would not stay the same on a line. */
function textOfList(list: readonly string[]): string {
  const isPlain = list.every((text) => !/[\r\n]/.test(text)) && list[0]?.startsWith("[") !== true;
  return isPlain ? list.join("\n") : JSON.stringify(list);
}

function listOf(text: string): unknown {
  const lines = linesOf(text);
  if (lines.length === 0) return undefined;
  const parsed: unknown = text.startsWith("[") && isJson(text) ? JSON.parse(text) : undefined;
  const isList = Array.isArray(parsed) && parsed.every((item) => typeof item === "string");
  return isList ? parsed : lines;
}

/** Returns the texts before and after the first colon of each line. */
function pairsOf(text: string): [key: string, text: string][] {
  return linesOf(text).map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
  });
}

/** Returns the time of an instant as browsers write it: without the zone, and without zeros at the end of its seconds. */
function clockTimeOf(instant: string): string {
  return instant.replace(/(?:\.000|0{0,2})Z$/, "").replace(/(T\d\d:\d\d):00$/, "$1");
}

function jsonText(value: unknown): string {
  const indented = JSON.stringify(value, null, 2);
  return indented.length <= longestIndented ? indented : JSON.stringify(value);
}

function isJson(text: string): boolean {
  if (text.length > longestJson) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns a text with the line breaks that a browser's text area has. */
export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
}
