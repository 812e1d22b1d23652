import { isEqualJson } from "../../base/is_equal_json.ts";
import {
  type DamagedRecordError,
  dataOf,
  encodeKey,
  keysBeside,
  type KeyPart,
  type StoreChanges,
  type Stored,
} from "../../store/mod.ts";
import type { PostTally } from "../sources/content_source.ts";
import { type PostIndexEntry, publicFrom } from "../posts/post_record.ts";
import { countedNames, dueRecordOf, type FieldName, rankKey, tallyKey } from "./tally_record.ts";

/** Entries of a post in the index by name, before and after a write. Null: the index has no entry. */
export interface EntryMove {
  id: number;
  before: PostIndexEntry | null;
  after: PostIndexEntry | null;
}

export interface CountChanges {
  sets: NonNullable<StoreChanges["sets"]>[number][];
  deletes: (readonly KeyPart[])[];
}

type Found = Stored<object> | DamagedRecordError | null;

/** The records to read before a change of the counts, and the change. */
export interface CountPlan {
  keys: readonly (readonly KeyPart[])[];
  /** @param found the records of `keys` */
  changesOf: (found: readonly (Found | undefined)[]) => CountChanges;
}

/**
 * Plans the change of the counts by writes of posts. The counts always match the entries of the index by name. Each public entry is
 * counted, or has a record with the time from which it counts.
 */
export function planCounts(moves: readonly EntryMove[], now: number): CountPlan {
  const changed = moves
    .filter(({ before, after }) => !countSame(before, after))
    .map(({ id, before, after }) => ({
      before,
      after,
      former: dueRecordOf(id, before),
      next: dueRecordOf(id, after),
    }));
  const names = new NameCounts();
  for (const { before, after } of changed) {
    names.add(countedNames(before), 0);
    names.add(countedNames(after), 0);
  }
  return {
    keys: [...changed.flatMap(({ former }) => (former === undefined ? [] : [former.key])), ...names.keys()],
    changesOf: (found) => {
      const sets: CountChanges["sets"] = [];
      const deletes: CountChanges["deletes"] = [];
      let read = 0;
      for (const { before, after, former, next } of changed) {
        const isDue = former !== undefined && (found[read++] ?? null) !== null;
        const willBeDue = next !== undefined && next.data.from > now;
        if (isDue) deletes.push(...keysBeside([former.key], willBeDue ? [next] : []));
        else names.add(countedNames(before), -1);
        if (willBeDue) sets.push(next);
        else names.add(countedNames(after), 1);
      }
      const counts = names.changesOf(found.slice(read));
      return { sets: [...sets, ...counts.sets], deletes: [...deletes, ...counts.deletes] };
    },
  };
}

/** Names, and the numbers of posts that are added to their counts. */
export class NameCounts {
  readonly #added = new Map<string, FieldName & { posts: number }>();

  get size(): number {
    return this.#added.size;
  }

  add(names: readonly FieldName[], posts: number): void {
    for (const name of names) {
      const id = encodeKey(tallyKey(name));
      this.#added.set(id, { ...name, posts: (this.#added.get(id)?.posts ?? 0) + posts });
    }
  }

  /** Returns the keys of the counts. */
  keys(): KeyPart[][] {
    return Array.from(this.#added.values(), tallyKey);
  }

  /** @param found the records of `keys`. A damaged record counts no posts until the counts are repaired. */
  changesOf(found: readonly (Found | undefined)[]): CountChanges {
    const changes: CountChanges = { sets: [], deletes: [] };
    for (const [index, { field, name, posts }] of [...this.#added.values()].entries()) {
      const { postCount = 0 } = (dataOf(found[index]) ?? {}) as Partial<PostTally>;
      const next = Math.max(0, postCount + posts);
      if (next === postCount) continue;
      const data = { name, postCount: next };
      const keys = [tallyKey({ field, name }), rankKey(field, data)];
      if (next > 0) changes.sets.push(...keys.map((key) => ({ key, data })));
      else changes.deletes.push(tallyKey({ field, name }));
      if (postCount > 0) changes.deletes.push(rankKey(field, { name, postCount }));
    }
    return changes;
  }
}

/** True if two entries count for the same names from the same time. */
function countSame(one: PostIndexEntry | null, other: PostIndexEntry | null): boolean {
  const [before, after] = [one, other].map((entry) => {
    const names = countedNames(entry);
    return entry === null || names.length === 0 ? null : [String(publicFrom(entry)), names];
  });
  return isEqualJson(before, after);
}
