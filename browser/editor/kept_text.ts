import { addressOf, fieldsOf, type FormFields } from "./form_fields.ts";
import {
  entryKey,
  type KeptEntry,
  readEntry,
  removeEntry,
  removeOldEntries,
  writeEntry,
} from "./kept_entries.ts";

/** Names of the hidden fields that say which text a form changes. */
const baseFields = ["version", "tag", "format", "dialect"];

/** Milliseconds from a change until it is kept, and characters for which one more millisecond is waited: storing a long text takes long. */
const shortestDelay = 300;
const charactersPerMillisecond = 200;

/** Keeps the unsaved text of a post in this browser, so that a crash, a lost connection or an ended session loses nothing. */
export class KeptText {
  readonly #form: HTMLFormElement;
  readonly #key: string;
  /** Key of the text of an earlier visit, until the writer restores or discards it. */
  readonly #earlierKey: string;
  #delay = shortestDelay;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#key = entryKey(form.dataset["user"] ?? "", addressOf(form).pathname);
    this.#earlierKey = `${this.#key} earlier`;
  }

  /** Returns the text of an earlier visit that was not saved. Undefined if the form has the same text. */
  findEarlier(): KeptEntry | undefined {
    removeOldEntries();
    const last = readEntry(this.#key);
    this.remove();
    if (last !== undefined && !this.#isInForm(last)) writeEntry(this.#earlierKey, last);
    const earlier = readEntry(this.#earlierKey);
    if (earlier !== undefined && !this.#isInForm(earlier)) return earlier;
    this.removeEarlier();
    return undefined;
  }

  /** Keeps the text soon. */
  keepSoon(): void {
    this.#timer ??= setTimeout(() => this.keep(), this.#delay);
  }

  keep(): void {
    this.#clearTimer();
    const fields = fieldsOf(this.#form);
    writeEntry(this.#key, { base: valuesOf(this.#form, baseFields), fields, at: Date.now() });
    const length = fields.reduce((sum, [, value]) => sum + value.length, 0);
    this.#delay = shortestDelay + length / charactersPerMillisecond;
  }

  remove(): void {
    this.#clearTimer();
    removeEntry(this.#key);
  }

  removeEarlier(): void {
    removeEntry(this.#earlierKey);
  }

  #isInForm({ fields }: KeptEntry): boolean {
    const now = new Map(fieldsOf(this.#form));
    return fields.every(([name, value]) => asStored(name, now.get(name) ?? "") === asStored(name, value));
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
