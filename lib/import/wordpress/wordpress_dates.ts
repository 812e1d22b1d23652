import type { Audience } from "../values/audience.ts";
import { toInstant } from "../values/to_instant.ts";
import { childText, type XmlElement } from "../markup/xml_records.ts";

const names = ["wp:post_date", "wp:post_modified"] as const;
/** Time zones are at most 14 hours from UTC. */
const maxOffset = 14 * 3600 * 1000;

/** The times of an item in UTC. */
export interface WordPressDates {
  /** Undefined for drafts, which have no publication date yet. */
  published: string | undefined;
  created: string | undefined;
  modified: string | undefined;
}

/**
 * Reads the times of items. For drafts, WordPress leaves the UTC time at zero and writes only the local time. The site's
 * distance from UTC comes from the item's other time, or from the item before.
 */
export class WordPressClock {
  #offset = 0;

  datesOf(item: XmlElement, audience: Audience): WordPressDates {
    for (const name of names) this.#learn(item, name);
    const published = audience.publicationOf({
      "wp:post_date_gmt": textOfDate(item, "wp:post_date_gmt"),
      pubDate: textOfDate(item, "pubDate"),
    });
    return {
      published,
      created: published ?? this.#localOf(item, "wp:post_date"),
      modified: utcOf(item, "wp:post_modified") ?? this.#localOf(item, "wp:post_modified"),
    };
  }

  #learn(item: XmlElement, name: string): void {
    const utc = utcOf(item, name);
    const local = dateIn(item, name);
    if (utc === undefined || local === undefined) return;
    const offset = Date.parse(local) - Date.parse(utc);
    if (Math.abs(offset) <= maxOffset) this.#offset = offset;
  }

  #localOf(item: XmlElement, name: string): string | undefined {
    const local = dateIn(item, name);
    return local && toInstant(new Date(Date.parse(local) - this.#offset));
  }
}

function utcOf(item: XmlElement, name: string): string | undefined {
  return dateIn(item, `${name}_gmt`);
}

function dateIn(item: XmlElement, name: string): string | undefined {
  return toInstant(textOfDate(item, name));
}

/** Returns the text of a date. Zeros, and `pubDate` in their year, mean that there is none. */
function textOfDate(item: XmlElement, name: string): string | undefined {
  const text = childText(item, name);
  return text === undefined || /^0000|-0001 /.test(text) ? undefined : text;
}
