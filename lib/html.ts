/** Markup that is safe to send: whatever was put into it is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What can stand in a template. `false`, `null` and `undefined` give nothing; of a list, each item is put in. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Makes markup of a template. Every value is escaped, for text and for attributes in quotes; only what this function made itself stands as it
 * is. Values must not stand in scripts, styles, unquoted attributes or the names of tags.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, index) => text + toMarkup(values[index - 1]) + part));
}

function toMarkup(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "string") return value.replace(/[&<>"']/g, (character) => entities[character] ?? "");
  return typeof value === "number" ? String(value) : value.map(toMarkup).join("");
}
