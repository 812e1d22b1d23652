import type { PostInput } from "../../content/mod.ts";
import { cutText } from "../../base/text/well_formed.ts";
import { Counts } from "./counts.ts";
import { toLanguage } from "./post_fields.ts";
import { toInstant, withoutZoneName } from "./to_instant.ts";
import { type MarkdownNote, restrictedPart } from "../markdown/mod.ts";
import type { ImportedPost, ImportItem, ImportNote } from "../import_item.ts";

/** Times of a source by their names there. The first is preferred. */
type NamedTimes = Readonly<Record<string, unknown>>;

/** Maximum number of times that a note names. */
const maxTimes = 5;
/** Maximum length of a value in a message. */
const maxValueLength = 50;
/** Maximum length of a title, and of the names of parts, in a note. */
const maxTitleLength = 500;
const maxPartsLength = 1000;

/**
 * The readers of a post in its source. All readers of imports apply the same rule: A restricted post becomes a draft that
 * is not free. A restricted part is left out. A post that has expired is archived, and one that will expire is named. A
 * public post whose time of publication cannot be read becomes a draft, because it would appear at a wrong time. Each of
 * them is a note.
 */
export class Audience {
  readonly #restrictions = new Set<string>();
  readonly #parts = new Counts();
  readonly #unreadable = new Set<string>();
  readonly #ambiguousZones = new Set<string>();
  #lacksPublication = false;
  #expiry: { at: string; hasPassed: boolean } | undefined;

  /** True if a part of the post was left out. */
  get hasLostParts(): boolean {
    return this.#parts.total > 0;
  }

  /**
   * The source shows the post only to some readers, or to nobody.
   *
   * @param reason a predicate such as "has a password"
   */
  restrict(reason: string): void {
    this.#restrictions.add(reason);
  }

  /** The reader leaves out a part that the source shows only to some readers, or to nobody. */
  leaveOut(part: string, count = 1): void {
    this.#parts.add(part, count);
  }

  /** Takes the notes about parts that the renderer of Markdown left out. Returns the other notes. */
  takeParts(notes: readonly MarkdownNote[]): MarkdownNote[] {
    return notes.filter(({ category, text, count }) => {
      if (category !== restrictedPart) return true;
      this.leaveOut(text, count);
      return false;
    });
  }

  /** The source removes the post at a time. */
  expire(at: string, now: number): void {
    this.#expiry = { at, hasPassed: Date.parse(at) <= now };
  }

  /** Reads the time at which the source removes the post. If it cannot be read, the post may have been removed. */
  expireBy(times: NamedTimes, now: number): void {
    const at = this.timeOf(times);
    if (at !== undefined) this.expire(at, now);
    else if (Object.values(times).some(isGiven)) this.restrict("expires at a time that cannot be read");
  }

  /** Reads the first of several times, in RFC 3339. Times that cannot be read are named in a note. Empty ones do not count. */
  timeOf(times: NamedTimes, read: (value: unknown) => string | undefined = toInstant): string | undefined {
    const given = Object.entries(times).filter(([, value]) => isGiven(value));
    const found = given.map(([name, value]) => {
      const time = read(value) ?? this.#withoutZone(name, value, read);
      if (time === undefined) this.#unreadable.add(`${name} ${describeValue(value)}`);
      return time;
    });
    return found.find((time) => time !== undefined);
  }

  /** Reads a time as if it had no zone, because the name of its zone has several meanings. */
  #withoutZone(
    name: string,
    value: unknown,
    read: (value: unknown) => string | undefined,
  ): string | undefined {
    const time = read(withoutZoneName(value));
    if (time !== undefined) this.#ambiguousZones.add(`${name} ${describeValue(value)}`);
    return time;
  }

  /** Reads the time of publication as {@link timeOf} does. If no time can be read, the post becomes a draft. */
  publicationOf(times: NamedTimes, read?: (value: unknown) => string | undefined): string | undefined {
    const time = this.timeOf(times, read);
    if (time === undefined && Object.values(times).some(isGiven)) this.#lacksPublication = true;
    return time;
  }

  /** Returns the post's input as it may be stored. */
  applyTo(input: PostInput): PostInput {
    if (this.#restrictions.size > 0) return { ...input, status: "draft", isAccessibleForFree: false };
    if (this.#isWithoutTime(input)) return { ...input, status: "draft" };
    const isArchived = this.#expiry?.hasPassed === true && input.status !== "draft";
    return isArchived ? { ...input, status: "archived" } : input;
  }

  #isWithoutTime({ status = "published", publishedAt }: PostInput): boolean {
    return status === "published"
      ? this.#lacksPublication
      : status === "scheduled" && publishedAt === undefined;
  }

  /** Yields a post as it may be stored, and the notes about it. */
  *items(post: ImportedPost): Generator<ImportItem> {
    yield { ...post, input: this.applyTo(post.input) };
    const label = `"${post.input.name.slice(0, maxTitleLength)}"`;
    const note = (category: string, text: string): ImportNote => {
      return { kind: "note", category, text: `${label} ${text}`, place: post.place };
    };
    if (this.#restrictions.size > 0) {
      yield note("not-public", `${[...this.#restrictions].join(" and ")}, so it becomes a draft`);
    }
    if (this.hasLostParts) {
      const parts = String(this.#parts).slice(0, maxPartsLength);
      const text = `has parts that are not for everybody, so they are left out: ${parts}`;
      yield { ...note(restrictedPart, text), count: this.#parts.total, isLoss: true };
    }
    const consequence = this.#isWithoutTime(post.input) ? ", so it becomes a draft" : "";
    if (this.#unreadable.size > 0) {
      const text = `has times that cannot be read: ${[...this.#unreadable].slice(0, maxTimes).join(", ")}`;
      yield { ...note("date", text + consequence), count: this.#unreadable.size, isLoss: true };
    } else if (consequence !== "") yield note("date", `is scheduled without a time${consequence}`);
    if (this.#ambiguousZones.size > 0) {
      const times = [...this.#ambiguousZones].slice(0, maxTimes).join(", ");
      const text = `has times in zones whose names have several meanings, so they are read without a zone: ${times}`;
      yield { ...note("time-zone", text), count: this.#ambiguousZones.size };
    }
    if (this.#expiry === undefined) return;
    const { at, hasPassed } = this.#expiry;
    const { status = "published" } = this.applyTo(post.input);
    if (hasPassed && status === "archived") yield note("expired", `expired on ${at}, so it is archived`);
    else if (!hasPassed && status !== "draft")
      yield note("will-expire", `expires on ${at}, but does not expire here`);
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Describes a value of a source for a message. Lists and mappings can be large, so only their kind is named. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(cutText(value, maxValueLength));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "(a list or a mapping)";
}

/** Returns the note about a language of a source that is no language tag or locale. Undefined if it is known or missing. */
export function unknownLanguage(
  value: unknown,
): { category: "language"; text: string; isLoss: true } | undefined {
  if (!isGiven(value) || toLanguage(value) !== undefined) return undefined;
  const text = `the language ${describeValue(value)} is unknown, so it is not used`;
  return { category: "language", text, isLoss: true };
}
