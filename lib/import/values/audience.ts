import type { PostInput } from "../../content/mod.ts";
import { Counts } from "./counts.ts";
import { type MarkdownNote, restrictedPart } from "../markdown/mod.ts";
import type { ImportedPost, ImportItem, ImportNote } from "../import_item.ts";

/** Maximum length of a title, and of the names of parts, in a note. */
const maxTitleLength = 500;
const maxPartsLength = 1000;

/**
 * The readers of a post in its source. All readers of imports apply the same rule: A restricted post becomes a draft that
 * is not free. A restricted part is left out. A post that has expired is archived, and one that will expire is named. Each
 * of them is a note.
 */
export class Audience {
  readonly #restrictions = new Set<string>();
  readonly #parts = new Counts();
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

  /** Returns the post's input as it may be stored. */
  applyTo(input: PostInput): PostInput {
    if (this.#restrictions.size > 0) return { ...input, status: "draft", isAccessibleForFree: false };
    const isArchived = this.#expiry?.hasPassed === true && input.status !== "draft";
    return isArchived ? { ...input, status: "archived" } : input;
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
    if (this.#expiry === undefined) return;
    const { at, hasPassed } = this.#expiry;
    const { status = "published" } = this.applyTo(post.input);
    if (hasPassed && status === "archived") yield note("expired", `expired on ${at}, so it is archived`);
    else if (!hasPassed && status !== "draft")
      yield note("will-expire", `expires on ${at}, but does not expire here`);
  }
}
