import { foldText } from "../../base/text/fold_text.ts";
import type { KeyPart } from "../../store/mod.ts";
import type { PostTally, TallyField, TallySort } from "../sources/content_source.ts";
import { type PostIndexEntry, publicFrom } from "../posts/post_record.ts";

/** Counts the posts of each value of a field. */
export class Tallies {
  readonly #counts = new Map<string, number>();

  /** Adds the values of a post, or of several posts with the same values. A value that occurs twice counts once. */
  add(names: readonly string[], posts = 1): void {
    for (const name of new Set(names)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + posts);
  }

  list(): PostTally[] {
    return Array.from(this.#counts, ([name, postCount]) => ({ name, postCount }));
  }
}

/** A tag or an author. */
export interface FieldName {
  field: TallyField;
  name: string;
}

/** A scheduled post whose names are not counted yet. */
export interface DueTally {
  /** Time from which the post is public, in milliseconds since the epoch. */
  from: number;
  tags: readonly string[];
  authors: readonly string[];
}

/** Prefixes of the counts, by name and by number of posts, and of the posts that are counted later. */
export const tallyPrefix: readonly KeyPart[] = ["tally"];
export const rankPrefix: readonly KeyPart[] = ["tally-rank"];
export const tallyDuePrefix: readonly KeyPart[] = ["tally-due"];

/** Returns the prefix of a list of tags or authors. */
export function tallyListPrefix(field: TallyField, sort: TallySort): KeyPart[] {
  return [...(sort === "name" ? tallyPrefix : rankPrefix), field];
}

/** Returns the key of a count in the list by name. */
export function tallyKey({ field, name }: FieldName): KeyPart[] {
  return [...tallyListPrefix(field, "name"), foldText(name), name];
}

/** Returns the key of a count in the list by number of posts. */
export function rankKey(field: TallyField, { name, postCount }: PostTally): KeyPart[] {
  return [...tallyListPrefix(field, "-postCount"), -postCount, foldText(name), name];
}

/** Returns the record that a post has until it is counted. It has none if its time is unknown, or if it is always public. */
export function dueRecordOf(
  id: number,
  entry: PostIndexEntry | null,
): { key: KeyPart[]; data: DueTally } | undefined {
  const from = entry === null ? Infinity : publicFrom(entry);
  if (entry === null || !Number.isSafeInteger(from)) return undefined;
  const { tags, authors = [] } = entry;
  return { key: [...tallyDuePrefix, from, id], data: { from, tags, authors } };
}

/** Returns the names that a post counts for once it is public. */
export function namesOf({ tags, authors = [] }: Pick<PostIndexEntry, "tags" | "authors">): FieldName[] {
  return [
    ...Array.from(new Set(tags), (name) => ({ field: "tags", name }) as const),
    ...Array.from(new Set(authors), (name) => ({ field: "authors", name }) as const),
  ];
}

/** Returns the names that a post counts for, now or from its time. For drafts and archived posts the list is empty. */
export function countedNames(entry: PostIndexEntry | null): FieldName[] {
  return entry === null || publicFrom(entry) === Infinity ? [] : namesOf(entry);
}
