import type { Store } from "../../store/mod.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import type { CustomField } from "./custom_field.ts";
import { namesOf } from "./custom_values.ts";

/** Maximum number of posts that are read, and of posts with a value that are counted. */
const most = { read: 50_000, counted: 10_000 };

/** Number of posts with a value of a field. */
export interface ValueCount {
  posts: number;
  /** True if the count ended at a limit, so further posts can have a value. */
  hasMore: boolean;
}

/** Counts the posts of every status that have a value of a field, also if it no longer fits the field. Other requests run in between. */
export async function countValues(
  store: Store,
  organizationSlug: string,
  field: CustomField,
): Promise<ValueCount> {
  const names = namesOf(field);
  const range = { prefix: ["post"], onDamaged: (): void => undefined };
  let posts = 0;
  let read = 0;
  for await (const { data } of store.listAll<StoredPost>(["org", organizationSlug], range)) {
    if (read++ === most.read || posts === most.counted) return { posts, hasMore: true };
    const { custom = {} } = data;
    if (names.some((own) => Object.hasOwn(custom, own))) posts++;
  }
  return { posts, hasMore: false };
}
