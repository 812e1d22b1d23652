import type { AtomicDriver, Changes, JsonObject } from "../../lib/store/mod.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { withoutStoreVersion } from "./store_version.ts";

const isLater = (key: string): boolean =>
  /^(?:posts-by!(?:(?:published|changed)-at|folded-name)!|posts-indexed$|tally)/.test(key);

/**
 * Wraps a driver, so that an API over it writes like the version before `changedAt`. That version does not know the indexes by publication,
 * change and folded name, nor the counts of tags and authors. Its changes of a post keep `changedAt` as an unknown field.
 */
export function earlierVersion(driver: AtomicDriver): AtomicDriver {
  const { atomic } = withoutStoreVersion(driver);
  const asEarlier = async (
    partition: string,
    { key, value, ...set }: NonNullable<Changes["sets"]>[number],
  ): Promise<NonNullable<Changes["sets"]>[number]> => {
    const data = { ...(value["data"] as JsonObject) };
    const kind = key.split("!", 1)[0] ?? "";
    if (kind === "posts-version") return { key, value: { schemaVersion: 1, data: {} } };
    if (kind !== "post" && kind !== "posts-by") return { key, value, ...set };
    delete data["changedAt"];
    if (kind === "posts-by") delete data["authors"];
    if (kind === "post") {
      const [found] = await atomic.getMany([{ partition, key }]);
      const kept = (found?.value["data"] as JsonObject | undefined)?.["changedAt"];
      if (kept !== undefined) data["changedAt"] = kept;
    }
    return { ...set, key, value: { ...value, data } };
  };
  return {
    ...driver,
    atomic: forwardAtomic(atomic, {
      commit: async (partition, { checks = [], sets = [], deletes = [], sums = [] }) => {
        const known = sets.filter(({ key }) => !isLater(key));
        return atomic.commit(partition, {
          checks: checks.filter(({ key }) => key !== "posts-version"),
          sets: await Promise.all(known.map((set) => asEarlier(partition, set))),
          deletes: deletes.filter((key) => !isLater(key)),
          sums,
        });
      },
    }),
  };
}
