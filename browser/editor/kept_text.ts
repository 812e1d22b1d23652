import { addressOf, fieldsOf, type FormFields } from "./form_fields.ts";

/** Text of a form that the server does not have yet. */
export interface KeptEntry {
  /** Hidden fields that say which text the writer changed. */
  base: FormFields;
  fields: FormFields;
  /** Time in milliseconds. */
  at: number;
}

/** Names of the hidden fields that say which text a form changes. */
const baseFields = ["version", "tag"];

/** Keeps the unsaved text of a post in this browser, so that a crash, a lost connection or an ended session loses nothing. */
export class KeptText {
  readonly #form: HTMLFormElement;
  readonly #key: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    // Other users of this browser are not offered the text.
    this.#key = `postern-unsaved ${form.dataset["user"] ?? ""} ${addressOf(form).pathname}`;
  }

  /** Returns the text of an earlier visit that was not saved. Undefined if the form has the same text. */
  find(): KeptEntry | undefined {
    try {
      const entry = JSON.parse(localStorage.getItem(this.#key) ?? "null") as KeptEntry | null;
      if (entry === null) return undefined;
      const now = new Map(fieldsOf(this.#form));
      const isSaved = entry.fields.every(
        ([name, value]) => asStored(name, now.get(name) ?? "") === asStored(name, value),
      );
      if (!isSaved) return entry;
    } catch {
      // Blocked or damaged storage has no text to offer.
    }
    this.remove();
    return undefined;
  }

  /** Keeps the text within a moment, since storing a long text at every key is slow. */
  keepSoon(): void {
    this.#timer ??= setTimeout(() => this.keep(), 300);
  }

  keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entry: KeptEntry = {
      base: valuesOf(this.#form, baseFields),
      fields: fieldsOf(this.#form),
      at: Date.now(),
    };
    try {
      localStorage.setItem(this.#key, JSON.stringify(entry));
    } catch {
      // Full or blocked storage: the text is in the form, and leaving the page asks first.
    }
  }

  remove(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Blocked storage has nothing to remove.
    }
  }
}

function valuesOf(form: HTMLFormElement, names: readonly string[]): FormFields {
  return names.flatMap((name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement ? [[name, field.value] as const] : [];
  });
}

/** Returns a value as the server stores it: without the white space around the lines of every field but the content. */
function asStored(name: string, value: string): string {
  if (name === "content") return value;
  const lines = value.split("\n").map((line) => line.trim());
  const text = lines.filter((line) => line !== "").join("\n");
  return name === "inLanguage" ? text.toLowerCase() : text;
}
