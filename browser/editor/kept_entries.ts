import type { FormFields } from "./form_fields.ts";

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

/** Returns a kept text. Undefined if there is none, or if the storage is blocked or damaged. */
export function readEntry(key: string): KeptEntry | undefined {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? "null") as KeptEntry | null;
    return entry !== null && Number.isFinite(entry.at) && Array.isArray(entry.fields) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text. Full or blocked storage keeps nothing: the text is still in the form, and leaving the page asks first. */
export function writeEntry(key: string, entry: KeptEntry): void {
  try {
    localStorage.setItem(key, JSON.stringify(entry));
  } catch {
    // See above.
  }
}

export function removeEntry(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked storage has nothing to remove.
  }
}

/** Removes the texts that nobody has asked for in a long time. */
export function removeOldEntries(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
      const entry = readEntry(key);
      if (entry === undefined || Date.now() - entry.at > longestAge) removeEntry(key);
    }
  } catch {
    // Blocked storage has nothing to remove.
  }
}
