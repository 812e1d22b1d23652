import { isEqualJson } from "../../base/is_equal_json.ts";
import {
  type DamagedRecordError,
  dataOf,
  type KeyPart,
  keysBeside,
  type Store,
  type Stored,
} from "../../store/mod.ts";
import {
  fieldEntries,
  type FieldIndexes,
  fieldIndexesKey,
  keptIndexes,
} from "../custom_fields/field_index.ts";
import type { PostWrite } from "../posts/writes/post_events.ts";
import { nameKey, type PostsVersion, postsVersionKey, toIndexEntry } from "../posts/post_record.ts";
import { type CountChanges, planCounts } from "./plan_counts.ts";

/** A write of a post whose tags and authors are counted. */
export interface CountedWrite extends PostWrite {
  /** True if the former post is damaged, so its entry by name is unknown. Default: false. */
  hasRemains?: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The state before a counted write. */
export interface CountedState {
  /** The record that every change of a post writes. */
  version: Stored<PostsVersion> | DamagedRecordError | null;
  /** Changes of the counts, of the index by name and of the indexes of fields. Null: the write leaves them as they are, and indexing the posts changes them. */
  changes: CountChanges | null;
}

/** Number of records that every storage reads in one state. The records beyond are read after the version of all posts. */
const mostInOneState = 10;

/**
 * Reads the records that the counts of a write depend on. If the version of all posts is the same at the commit, they have not changed.
 * The write is not counted if the former post does not match its entry by name.
 * An earlier version of Postern or a restore wrote that post.
 */
export async function readCountedWrite(
  store: Store,
  organizationSlug: string,
  { before, after, hasRemains = false, now }: CountedWrite,
): Promise<CountedState> {
  const locate = (key: readonly KeyPart[]): { partition: KeyPart[]; key: readonly KeyPart[] } => ({
    partition: ["org", organizationSlug],
    key,
  });
  const [former, next] = [before && toIndexEntry(before), after && toIndexEntry(after)];
  const formerKeys = before === null ? [] : [nameKey(before)];
  const id = (after ?? before)?.id;
  const plan = planCounts(id === undefined ? [] : [{ id, before: former, after: next }], now);
  const keys = [postsVersionKey, fieldIndexesKey, ...formerKeys];
  const isOneState = keys.length + plan.keys.length <= mostInOneState;
  const read = await store.getManyOrDamage<object[]>([...keys, ...(isOneState ? plan.keys : [])].map(locate));
  const [version = null, fields, named] = read;
  const state = { version };
  if (hasRemains || (before !== null && !isEqualJson(dataOf(named), former)))
    return { ...state, changes: null };
  const counts = isOneState
    ? read.slice(keys.length)
    : await store.getManyOrDamage<object[]>(plan.keys.map(locate));
  const { sets, deletes } = plan.changesOf(counts);
  const kept = keptIndexes(dataOf(version), dataOf(fields) as FieldIndexes | undefined);
  const formerEntries = [...formerKeys, ...(before ? fieldEntries(kept, before).map(({ key }) => key) : [])];
  const entries = [
    ...(after && next ? [{ key: nameKey(after), data: next }] : []),
    ...(after ? fieldEntries(kept, after) : []),
  ];
  return {
    ...state,
    changes: { sets: [...sets, ...entries], deletes: [...deletes, ...keysBeside(formerEntries, entries)] },
  };
}
