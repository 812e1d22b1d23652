import { ContentionError } from "../../base/errors.ts";
import type { Location, Store } from "../../store/mod.ts";

/** Location of the counter with the last assigned post id. */
export const postIdCounter: Location = { partition: ["post-ids"], key: ["last"] };

/** Assigns the next post id. */
export async function nextPostId(store: Store): Promise<number> {
  const result = await store.commit(postIdCounter.partition, {
    sums: [{ key: postIdCounter.key, add: 1 }],
  });
  if (!result.committed) throw new ContentionError("Cannot create the post: the store assigned no id");
  return result.sums[0] ?? 0;
}
