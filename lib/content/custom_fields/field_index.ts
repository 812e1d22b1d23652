import { given } from "../../base/given.ts";
import { foldText } from "../../base/text/fold_text.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { toName } from "../../base/text/name.ts";
import { encodeKey, type KeyPart } from "../../store/mod.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { type PostIndexEntry, type PostsVersion, toIndexEntry } from "../posts/post_record.ts";
import type { CustomField } from "./custom_field.ts";
import { effectiveValues } from "./custom_values.ts";

/** Maximum number of items of a list that its index has. */
export const mostIndexedItems = 20;

/** The parts of a field that decide which posts its index has, and where. */
export type IndexedField = Pick<CustomField, "name" | "type" | "choices" | "default" | "earlierNames">;

/** Index of the posts by the values of a field. */
export interface FieldIndex {
  /** Begins its entries. A changed field gets a new index. */
  id: string;
  field: IndexedField;
  /** True if the index has all posts. Default: a run is building it. */
  isComplete?: true;
}

/** Record of the indexes of an organization's fields. */
export interface FieldIndexes {
  /** Changes with the list of indexes. Every write of a post keeps them while the version of all posts has the same generation. */
  generation: string;
  indexes: readonly FieldIndex[];
  /** Place in the index by `createdAt` up to which the incomplete indexes have all posts. Default: none. */
  after?: string;
  /** Number of posts up to that place. */
  indexed?: number;
  /** Time at which the indexes changed, in milliseconds since the epoch. Default: the entries of former indexes are deleted. */
  changedAt?: number;
}

export interface FieldEntry extends PostIndexEntry {
  createdAt: string;
}

/** Time for which a request may read the indexes that it found, in milliseconds. */
const longestRead = 60_000;

export const fieldIndexesKey: readonly KeyPart[] = ["field-indexes"];
export const fieldEntriesPrefix: readonly KeyPart[] = ["posts-by-field"];

/** Returns the prefix of the entries of an index. */
export function fieldPrefix({ id }: Pick<FieldIndex, "id">): KeyPart[] {
  return [...fieldEntriesPrefix, id];
}

/** Returns the prefix of the posts with a value, in the order of the values. */
export function givenPrefix(index: Pick<FieldIndex, "id">): KeyPart[] {
  return [...fieldPrefix(index), "given"];
}

/** Returns the prefix of the posts without a value. */
export function missingPrefix(index: Pick<FieldIndex, "id">): KeyPart[] {
  return [...fieldPrefix(index), "missing"];
}

/** Returns the parts of a field that its index depends on. */
export function indexedField(field: CustomField): IndexedField {
  const { name, type, choices, default: value, earlierNames } = field;
  return { name, type, ...given({ choices, default: value, earlierNames }) };
}

/** Returns the fields that lists can be filtered by. */
export function filterableFields(fields: readonly CustomField[] = []): CustomField[] {
  return fields.filter(({ isFilterable }) => isFilterable);
}

/** Returns the index of a field as it is defined. */
export function indexOf(indexes: readonly FieldIndex[], field: CustomField): FieldIndex | undefined {
  const wanted = indexedField(field);
  return indexes.find((index) => isEqualJson(index.field, wanted));
}

/** Returns the indexes that all writes of posts have kept since their beginning. */
export function keptIndexes(version: PostsVersion = {}, record?: FieldIndexes): readonly FieldIndex[] {
  return record !== undefined && record.generation === version.fieldIndexes ? record.indexes : [];
}

/** True if the entries of former indexes exist, and no request reads them any more. */
export function hasUnreadEntries({ changedAt }: FieldIndexes, now: number): boolean {
  return changedAt !== undefined && Math.abs(now - changedAt) >= longestRead;
}

/** Returns the parts of keys for a value of a field. They sort like the values, and equal values have equal parts. */
export function partsOfValue({ type, choices = [] }: IndexedField, value: unknown): KeyPart[] {
  if (typeof value === "number") return [orderedNumber(value)];
  if (typeof value === "boolean") return [Number(value)];
  const text = toName(String(value));
  if (type === "dateTime") return [toMilliseconds(text) ?? 0];
  if (type === "choice") return [choices.indexOf(String(value))];
  return type === "date" ? [text] : [foldText(text), text];
}

/** Returns the parts of keys for each value of a post. A list has several values. */
export function partsOfPost(field: IndexedField, post: StoredPost): KeyPart[][] {
  const value = effectiveValues({ postFields: [field] }, post.custom)[field.name];
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [partsOfValue(field, value)];
  const items = value.slice(0, mostIndexedItems).map((item: unknown) => partsOfValue(field, item));
  return [...new Map(items.map((parts) => [encodeKey(parts), parts])).values()];
}

/** Returns the keys of a post in an index. A post without a value has one key, except in the index of a list. */
export function fieldKeys(index: FieldIndex, post: StoredPost): KeyPart[][] {
  const place = [toMilliseconds(post.publishedAt) ?? 0, post.id];
  const values = partsOfPost(index.field, post);
  if (values.length === 0 && index.field.type !== "list") return [[...missingPrefix(index), ...place]];
  return values.map((parts) => [...givenPrefix(index), ...parts, ...place]);
}

/** Returns the entries of a post in the indexes of the fields. */
export function fieldEntries(
  indexes: readonly FieldIndex[],
  post: StoredPost,
): { key: KeyPart[]; data: FieldEntry }[] {
  if (indexes.length === 0) return [];
  const data = { ...toIndexEntry(post), createdAt: post.createdAt };
  return indexes.flatMap((index) => fieldKeys(index, post).map((key) => ({ key, data })));
}

/** Returns 16 hexadecimal digits that sort like the number. */
function orderedNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  // Adding 0 turns -0 into 0.
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  const ordered = value < 0 ? ~bits & 0xff_ff_ff_ff_ff_ff_ff_ffn : bits | (1n << 63n);
  return ordered.toString(16).padStart(16, "0");
}
