/** Markup that is whole and escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Writes markup; whatever is put into it is escaped, unless it is markup itself. */
export function html(
  strings: TemplateStringsArray,
  ...values: (string | number | Html | readonly Html[])[]
): Html {
  const parts = strings.map((text, index) => text + markupOf(values[index] ?? ""));
  return new Html(parts.join(""));
}

function markupOf(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? "");
}
