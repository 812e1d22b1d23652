import type { FormFields } from "./form_fields.ts";
import type { TextCipher } from "./text_cipher.ts";

/** Text of a form that the server does not have yet. */
export interface KeptEntry {
  /** Hidden fields that say which text the writer changed. */
  base: FormFields;
  fields: FormFields;
  /** Fields of a save of the same base without a response. The server may have them. Default: no save, or a save of `fields`. */
  sent?: FormFields;
  /** Time in milliseconds. */
  at: number;
}

/** Start of the keys of all kept texts. The id of the user follows, because other users of this browser are not offered the text. */
const prefix = "postern-unsaved ";

/** Milliseconds until a kept text is removed: 30 days. */
const longestAge = 30 * 86_400_000;

/** End of the key of a text from an earlier visit. */
const earlierEnd = " earlier";

/** Returns the key of the text of a user. `text` is the organization and the id of the post, or the path of a form without a post. */
export function entryKey(user: string, text: string): string {
  return `${prefix}${user} ${text}`;
}

/** Returns the key of the text that an earlier visit has kept. */
export function earlierKey(key: string): string {
  return key + earlierEnd;
}

/** A kept text and its place. */
export interface ListedEntry {
  key: string;
  /** Slug of the organization, which is the first word of the key, or a part of its path. */
  organization: string;
  entry: KeptEntry;
}

/** Returns all texts that the browser keeps for a user, the newest first. */
export async function listEntries(user: string, cipher: TextCipher): Promise<ListedEntry[]> {
  removeOldItems();
  const start = entryKey(user, "");
  const opened = await Promise.all(
    itemKeys(start).map(async (key) => {
      const place = key.endsWith(earlierEnd) ? key.slice(0, -earlierEnd.length) : key;
      const entry = await openEntry(readItem(key) ?? "", place, cipher);
      const text = place.slice(start.length);
      const [, inPath] = /\/o\/([^/]+)\//.exec(text) ?? [];
      const organization = inPath === undefined ? (text.split(" ")[0] ?? "") : decodeURIComponent(inPath);
      return entry === undefined ? [] : [{ key, organization, entry }];
    }),
  );
  return opened.flat().toSorted((one, other) => other.entry.at - one.entry.at);
}

/** Returns the keys of the storage that begin with a text. None if the storage is blocked. */
function itemKeys(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
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
  for (const key of itemKeys(prefix)) {
    const at = Number(readItem(key)?.split(" ", 1)[0]);
    if (!(Date.now() - at <= longestAge)) removeItem(key);
  }
}
