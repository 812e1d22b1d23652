import type { ImportItem } from "../../lib/import/mod.ts";
import { siteUrl } from "./_import.ts";

/** Options of the readers. */
export const options: { siteUrl: string; now: number } = { siteUrl, now: Date.parse("2026-11-21T00:00:00Z") };
export type Items = Iterable<ImportItem> | AsyncIterable<ImportItem>;

/** Status, and the note about the audience with the titles of its examples. */
export const expected = {
  restricted: { status: "draft", isFree: false, note: "not-public" },
  draft: { status: "draft", isFree: true },
  scheduled: { status: "scheduled", isFree: true },
  part: { status: "published", isFree: true, note: "restricted-part" },
  expired: { status: "archived", isFree: true, note: "expired" },
  "will-expire": { status: "published", isFree: true, note: "will-expire" },
  open: { status: "published", isFree: true },
} as const;

/** An input of a reader, and the result that the rule for restricted content demands. */
export type AudienceRow = readonly [name: string, outcome: keyof typeof expected, items: Items];

/** Content for everybody, and content of restricted parts. */
export const shown = "<p>Shown text.</p>";
export const hidden = "<h2>Who knows the secret?</h2><p>Nobody knows the secret.</p>";
