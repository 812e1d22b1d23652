import type { FormFields } from "./form_fields.ts";
import type { TextCipher } from "./text_cipher.ts";

/** Text of a form that the server does not have yet. */
export interface KeptEntry {
  /** Hidden fields that say which text the writer changed. */
  base: FormFields;
  fields: FormFields;
  /** Time in milliseconds. */
  at: number;
}

/** Start of the keys of all kept texts. The id of the user follows, because other users of this browser are not offered the text. */
const prefix = "postern-unsaved ";

/** Milliseconds until a kept text is removed: 30 days. */
const longestAge = 30 * 86_400_000;

/** Returns the key of the text that a user writes at a path. */
export function entryKey(user: string, path: string): string {
  return `${prefix}${user} ${path}`;
}

/** Returns an entry as an item of the storage: its time, and the encrypted text. */
export async function sealEntry(entry: KeptEntry, place: string, cipher: TextCipher): Promise<string> {
  return `${entry.at} ${await cipher.encrypt(JSON.stringify(entry), place)}`;
}

/** Returns the entry of an item. Undefined if the item is damaged, or was encrypted with another key. */
export async function openEntry(
  item: string,
  place: string,
  cipher: TextCipher,
): Promise<KeptEntry | undefined> {
  try {
    return JSON.parse(await cipher.decrypt(item.slice(item.indexOf(" ") + 1), place)) as KeptEntry;
  } catch {
    return undefined;
  }
}

/** Returns an item of the storage. Undefined if there is none, or if the storage is blocked. */
export function readItem(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps an item. Full or blocked storage keeps nothing: the text is still in the form, and leaving the page asks first. */
export function writeItem(key: string, item: string): void {
  try {
    localStorage.setItem(key, item);
  } catch {
    // See above.
  }
}

export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked storage has nothing to remove.
  }
}

/** Removes the texts that nobody has asked for in a long time, and those without a time. */
export function removeOldItems(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
      const at = Number(readItem(key)?.split(" ", 1)[0]);
      if (!(Date.now() - at <= longestAge)) removeItem(key);
    }
  } catch {
    // Blocked storage has nothing to remove.
  }
}
