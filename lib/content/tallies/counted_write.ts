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

/** Records that a write reads before it is counted. */
interface KnownRecords {
  version: Stored<PostsVersion> | DamagedRecordError | null;
  fields: Stored<FieldIndexes> | DamagedRecordError | null;
  /** Version of the former post. Undefined if it is missing or damaged. */
  postVersion: string | undefined;
}

/** A write of a post whose tags and authors are counted. */
export interface CountedWrite extends PostWrite {
  /** True if the former post is damaged, so its entry by name is unknown. Default: false. */
  hasRemains?: boolean;
  /** The records as the caller has read them. Default: they are read. */
  state?: KnownRecords | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

type FoundObject = Stored<object> | DamagedRecordError | null;

/** The state before a counted write. */
export interface CountedState {
  /** The record that every change of a post writes. */
  version: Stored<PostsVersion> | DamagedRecordError | null;
  /** Changes of the counts, of the index by name and of the indexes of fields. Null: the write leaves them as they are, and indexing the posts changes them. */
  changes: CountChanges | null;
  /** Checks that replace the read of the former entry by name. */
  checks: readonly { key: KeyPart[]; version: string }[];
}

/** Number of records that every storage reads in one state. The records beyond are read after the version of all posts. */
const mostInOneState = 10;

/**
 * Reads the records that the counts of a write depend on. If the version of all posts is the same at the commit, they have not changed.
 * The write is not counted if the former post does not match its entry by name.
 * An earlier version of Postern or a restore wrote that post. An entry with the version of its post was written with it, so that it matches.
 */
export async function readCountedWrite(
  store: Store,
  organizationSlug: string,
  { before, after, hasRemains = false, now, state }: CountedWrite,
): Promise<CountedState> {
  const partition = ["org", organizationSlug];
  const readAll = async (keys: readonly (readonly KeyPart[])[]): Promise<readonly FoundObject[]> =>
    keys.length === 0 ? [] : store.getManyOrDamage<object[]>(keys.map((key) => ({ partition, key })));
  const [former, next] = [before && toIndexEntry(before), after && toIndexEntry(after)];
  const formerKeys = before === null ? [] : [nameKey(before)];
  const id = (after ?? before)?.id;
  const plan = planCounts(id === undefined ? [] : [{ id, before: former, after: next }], now);
  const known = dataOf(state?.version)?.hasNames === true ? state : undefined;
  const keys = known === undefined ? [postsVersionKey, fieldIndexesKey, ...formerKeys] : [];
  const isOneState = keys.length + plan.keys.length <= mostInOneState;
  const read = await readAll([...keys, ...(isOneState ? plan.keys : [])]);
  const [version = null, fields, named] = known === undefined ? read : [known.version, known.fields];
  const isMatch = known !== undefined || before === null || isEqualJson(dataOf(named), former);
  if (hasRemains || !isMatch) return { version, changes: null, checks: [] };
  const counts = isOneState ? read.slice(keys.length) : await readAll(plan.keys);
  const { sets, deletes } = plan.changesOf(counts);
  const kept = keptIndexes(dataOf(version), dataOf(fields) as FieldIndexes | undefined);
  const formerEntries = [...formerKeys, ...(before ? fieldEntries(kept, before).map(({ key }) => key) : [])];
  const entries = [
    ...(after && next ? [{ key: nameKey(after), data: next }] : []),
    ...(after ? fieldEntries(kept, after) : []),
  ];
  return {
    version,
    checks: formerKeys.flatMap((key) => {
      const postVersion = known?.postVersion;
      return postVersion === undefined ? [] : [{ key, version: postVersion }];
    }),
    changes: { sets: [...sets, ...entries], deletes: [...deletes, ...keysBeside(formerEntries, entries)] },
  };
}
