import { toInstant } from "../values/to_instant.ts";

/** Languages in which Notion writes dates, besides English. The numeric forms of Chinese, Japanese and Korean need no names. */
const languages = [
  "de",
  "fr",
  "es",
  "pt",
  "it",
  "nl",
  "da",
  "sv",
  "nb",
  "fi",
  "pl",
  "cs",
  "tr",
  "ru",
  "uk",
  "id",
];

const numbers =
  /^(\d{4})\s?[年년.]\s?(\d{1,2})\s?[月월.]\s?(\d{1,2})\s?[日일.]?(?:\s?(午前|午後|上午|下午|오전|오후)?\s?(\d{1,2}):(\d{2}))?$/;
const namedMonth =
  /^(?:\p{L}{2,12},? )?(\d{1,2})\.? (?:de )?(\p{L}{3,12})\.?,? (?:de )?(\d{4})(?:,? (?:[\p{L}.]{1,4} ){0,2}(\d{1,2})[:.h](\d{2}))?$/u;
/** Maximum length of a date in characters. */
const longest = 200;

let known: ReadonlyMap<string, number> | undefined;

/**
 * Reads a date of Notion, such as `@January 5, 2025 3:04 PM (EST)` or `5. Januar 2025`, as RFC 3339. Of a range, the beginning counts. A date without
 * a time zone is in UTC. Returns undefined for other texts, also for `05/01/2025`, whose month is unknown.
 */
export function notionDate(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > longest) return undefined;
  const [start = ""] = value.split("→", 1);
  const text = start
    .replace(/^\s*@/, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/ [–-] (?=\d{1,2}:)/, " ")
    .replace(/ \((?:GMT|UTC)([+-]\d{1,2}(?::\d{2})?)\)$/, (_all, offset: string) => ` ${toOffset(offset)}`)
    .replace(/ \(([A-Z]{3,4})\)$/, " $1");
  return toInstant(text) ?? fromNumbers(text) ?? fromNamedMonth(text);
}

function toOffset(offset: string): string {
  const [hours = "", minutes = "00"] = offset.slice(1).split(":");
  return `${offset.slice(0, 1)}${hours.padStart(2, "0")}${minutes}`;
}

function fromNumbers(text: string): string | undefined {
  const [, year, month, day, half, hour, minute] = numbers.exec(text) ?? [];
  if (year === undefined) return undefined;
  const suffix = half === undefined ? "" : /[後下후]/.test(half) ? " PM" : " AM";
  return toInstant(`${year}-${month}-${day}${hour === undefined ? "" : ` ${hour}:${minute}${suffix}`}`);
}

function fromNamedMonth(text: string): string | undefined {
  const [, day, name = "", year, hour, minute] = namedMonth.exec(text) ?? [];
  const month = (known ??= monthNames()).get(name.toLowerCase());
  if (month === undefined) return undefined;
  return toInstant(`${year}-${month}-${day}${hour === undefined ? "" : ` ${hour}:${minute}`}`);
}

/** Returns the numbers of months by their names in lower case. */
function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of languages) {
    for (const form of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { day: "numeric", month: form, timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 5));
        const name =
          parts
            .find(({ type }) => type === "month")
            ?.value.toLowerCase()
            .replace(/\.$/, "") ?? "";
        if (!names.has(name)) names.set(name, month);
      }
    }
  }
  return names;
}
