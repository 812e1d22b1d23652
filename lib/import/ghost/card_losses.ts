import type { Audience } from "../values/audience.ts";
import type { ImportNote, Place } from "../import_item.ts";

/** Why a card is not imported with all its content. */
export type CardLossReason =
  /** The kind is unknown. Only its text is kept. */
  | "unknown"
  /** A form or player that works only in Ghost. Its text is kept. */
  | "works-only-in-ghost"
  /** Ghost shows the card only in emails. */
  | "only-in-emails"
  /** Elements nested too deep. Their text is kept. */
  | "nesting"
  /** The post has more Markdown than is rendered at once. The card's Markdown is kept as text. */
  | "too-long";

/** Maximum length of the Markdown of a post in characters. Longer Markdown would hold the event loop. */
export const longestMarkdown = 32_768;

interface CardLoss {
  reason: CardLossReason;
  kind: string;
  count: number;
}

/** Maximum number of kinds that are named for a post, and maximum length of a name. */
const maxKinds = 20;
const maxKindLength = 40;

const describe: Readonly<Record<CardLossReason, string>> = {
  unknown: "unknown here: only the text is kept",
  "works-only-in-ghost": "works only in Ghost: the text is kept",
  "only-in-emails": "only for emails: left out",
  nesting: "nested too deep: only the text is kept",
  "too-long": `after the first ${longestMarkdown} characters of Markdown: the text is kept unformatted`,
};

const losses: ReadonlySet<CardLossReason> = new Set<CardLossReason>(["unknown", "too-long"]);

/** Counts the cards of a post that are not imported with all their content. */
export class CardLosses {
  readonly #audience: Audience;
  readonly #losses = new Map<string, CardLoss>();
  #markdown = 0;

  /** @param audience counts the cards that Ghost shows only to members */
  constructor(audience: Audience) {
    this.#audience = audience;
  }

  /** Counts a card that is left out, because Ghost shows it only to members. */
  addForMembers(name: string): void {
    this.#audience.leaveOut(nameOf(name));
  }

  /** Adds the length of Markdown to render. Returns false if the post has too much of it. */
  addMarkdown(length: number): boolean {
    this.#markdown += length;
    return this.#markdown <= longestMarkdown;
  }

  add(reason: CardLossReason, name = ""): void {
    const ownKey = `${reason} ${name.slice(0, maxKindLength)}`;
    const isNamed = this.#losses.has(ownKey) || this.#losses.size < maxKinds;
    const key = isNamed ? ownKey : reason;
    const found = this.#losses.get(key);
    if (found !== undefined) found.count++;
    else this.#losses.set(key, { reason, kind: isNamed ? nameOf(name) : "cards of other kinds", count: 1 });
  }

  /** Yields one note for each reason and kind. */
  *notes(label: string, place: Place): Generator<ImportNote> {
    for (const loss of this.#losses.values()) {
      const { reason, kind, count } = loss;
      const text = `${label} has ${count} × ${kind}, ${describe[reason]}`;
      yield { kind: "note", category: "card", text, count, isLoss: losses.has(reason), place };
    }
  }
}

function nameOf(name: string): string {
  return `card ${JSON.stringify(name.slice(0, maxKindLength))}`;
}
