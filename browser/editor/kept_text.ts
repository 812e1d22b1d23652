import { addressOf, fieldsOf, type FormFields } from "./form_fields.ts";

/** Text of a form that the server does not have yet. */
export interface KeptEntry {
  /** Version of the working copy that the writer changed. */
  version: string;
  fields: FormFields;
  /** Time in milliseconds. */
  at: number;
  /** True if the whole form was sent afterwards. */
  isSent?: boolean;
}

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
      const isSaved = entry.fields.every(([name, value]) => now.get(name) === value);
      const wasSent = entry.isSent === true && entry.version !== versionOf(this.#form);
      if (!isSaved && !wasSent) return entry;
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

  keep(isSent = false): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entry: KeptEntry = {
      version: versionOf(this.#form),
      fields: fieldsOf(this.#form),
      at: Date.now(),
      isSent,
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

export function versionOf(form: HTMLFormElement): string {
  const field = form.elements.namedItem("version");
  return field instanceof HTMLInputElement ? field.value : "";
}
