import { addressOf, fieldsOf, type FormFields, isSameFields } from "./form_fields.ts";
import {
  earlierKey,
  entryKey,
  type KeptEntry,
  openEntry,
  readItem,
  removeItem,
  removeOldItems,
  sealEntry,
  writeItem,
} from "./kept_entries.ts";
import { TextCipher } from "./text_cipher.ts";

/** Names of the hidden fields that say which text a form changes. */
const baseFields = ["version", "tag", "format", "dialect"];

/** Milliseconds from a change until it is kept, and characters for which one more millisecond is waited: storing a long text takes long. */
const shortestDelay = 300;
const charactersPerMillisecond = 200;

/** An item of the storage, and its text if the form does not show it. */
type OpenedItem = { item: string; entry: KeptEntry } | { item: string | undefined; entry?: undefined };

/** Keeps the unsaved text of a post in this browser, encrypted, so that a crash, a lost connection or an ended session loses nothing. */
export class KeptText {
  readonly #form: HTMLFormElement;
  #key: string;
  /** Key of the text of an earlier visit, until the writer restores or discards it. */
  #earlierKey: string;
  readonly #cipher: TextCipher;
  /** Fields of a save without a response. */
  #sent: FormFields | undefined;
  /** Number of changes of the kept text. An encryption that ends after the next change is dropped. */
  #changes = 0;
  #delay = shortestDelay;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#key = this.#keyOfForm();
    this.#earlierKey = earlierKey(this.#key);
    this.#cipher = new TextCipher(form.dataset["textKey"] ?? "");
  }

  /** Returns the key of the post's id, so that the text is found again when the post has another slug, or the dashboard another address. */
  #keyOfForm(): string {
    const { user = "", organization = "", postId = "" } = this.#form.dataset;
    return entryKey(user, postId === "" ? addressOf(this.#form).pathname : `${organization} ${postId}`);
  }

  /** Runs a function that can give the form another address. The kept text moves with the form. */
  move(change: () => void): void {
    const former = this.#key;
    change();
    this.#key = this.#keyOfForm();
    if (this.#key === former) return;
    this.#changes++;
    removeItem(former);
    this.#earlierKey = earlierKey(this.#key);
  }

  /** Returns the text of an earlier visit that was not saved. Undefined if the form has the same text. */
  async findEarlier(): Promise<KeptEntry | undefined> {
    removeOldItems();
    const shown = new Map(fieldsOf(this.#form));
    const last = await this.#open(readItem(this.#key), shown);
    if (last.item !== undefined && last.item === readItem(this.#key)) removeItem(this.#key);
    if (last.entry !== undefined) writeItem(this.#earlierKey, last.item);
    const earlier = last.entry === undefined ? await this.#open(readItem(this.#earlierKey), shown) : last;
    if (earlier.entry === undefined) this.removeEarlier();
    return earlier.entry;
  }

  /** Decrypts an item. Without an entry if the form shows the same text. */
  async #open(item: string | undefined, shown: ReadonlyMap<string, string>): Promise<OpenedItem> {
    const entry = item === undefined ? undefined : await openEntry(item, this.#key, this.#cipher);
    if (item === undefined || entry === undefined || isShown(entry, shown)) return { item };
    return { item, entry };
  }

  /** Notes the fields of a save, until it has a response. */
  noteSent(fields: FormFields | undefined): void {
    this.#sent = fields;
  }

  /** Keeps the text soon. */
  keepSoon(): void {
    this.#timer ??= setTimeout(() => this.keep(), this.#delay);
  }

  keep(): void {
    this.#clearTimer();
    const fields = fieldsOf(this.#form);
    const sent = this.#sent === undefined || isSameFields(this.#sent, fields) ? {} : { sent: this.#sent };
    void this.#write({ base: valuesOf(this.#form, baseFields), fields, ...sent, at: Date.now() });
    const length = fields.reduce((sum, [, value]) => sum + value.length, 0);
    this.#delay = shortestDelay + length / charactersPerMillisecond;
  }

  remove(): void {
    this.#clearTimer();
    this.#changes++;
    removeItem(this.#key);
  }

  removeEarlier(): void {
    removeItem(this.#earlierKey);
  }

  async #write(entry: KeptEntry): Promise<void> {
    const change = ++this.#changes;
    try {
      const item = await sealEntry(entry, this.#key, this.#cipher);
      if (change === this.#changes) writeItem(this.#key, item);
    } catch {
      // Without Web Crypto, nothing is kept: the text is still in the form, and leaving the page asks first.
    }
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function isShown({ fields }: KeptEntry, shown: ReadonlyMap<string, string>): boolean {
  return fields.every(([name, value]) => asStored(name, shown.get(name) ?? "") === asStored(name, value));
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
