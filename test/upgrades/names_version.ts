import {
  type AtomicDriver,
  type Changes,
  encodeKey,
  type JsonObject,
  lastNumberOf,
} from "../../lib/store/mod.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { withoutStoreVersion } from "./store_version.ts";

type Set = NonNullable<Changes["sets"]>[number];

const foldedName = "posts-by!folded-name!";
const isTally = (key: string): boolean => key.startsWith("tally");
/** Fields whose text that version kept as it was sent. The tests send decomposed text. */
const named = new Set(["name", "author", "authors", "tags", "section", "articleSection", "importedFrom"]);

/**
 * Wraps a driver, so that an API over it writes like the version before normal names. That version keeps names in any Unicode form, and has an
 * index of names that only ignores case. It does not count tags and authors.
 */
export function namesVersion(driver: AtomicDriver): AtomicDriver {
  const { atomic } = withoutStoreVersion(driver);
  return {
    ...driver,
    atomic: forwardAtomic(atomic, {
      commit: (partition, { sets = [], deletes = [], ...changes }) =>
        atomic.commit(partition, {
          ...changes,
          sets: sets.filter(({ key }) => !isTally(key)).map(asEarlier),
          deletes: deletes
            .filter((key) => !isTally(key))
            .map((key) => (key.startsWith(foldedName) ? earlierKey(key, nameIn(key)) : key)),
        }),
    }),
  };
}

function asEarlier({ key, value, ...set }: Set): Set {
  const [kind = ""] = key.split("!", 1);
  const data = value["data"] as JsonObject;
  if (kind === "posts-version" && "isIndexed" in data)
    return { ...set, key, value: { ...value, data: { isIndexed: true } } };
  if (kind === "posts-indexed") return { ...set, key, value: { ...value, data: {} } };
  if (kind !== "post" && kind !== "posts-by") return { ...set, key, value };
  const known = Object.entries(data).filter(([name]) => kind === "post" || name !== "authors");
  const fields = known.map(([name, field]) => [
    name,
    named.has(name) ? (JSON.parse(JSON.stringify(field).normalize("NFD")) as typeof field) : field,
  ]);
  const decomposed = Object.fromEntries(fields) as JsonObject;
  const place = key.startsWith(foldedName) ? earlierKey(key, data["name"] as string) : key;
  return { ...set, key: place, value: { ...value, data: decomposed } };
}

function earlierKey(key: string, name: string): string {
  return encodeKey(["posts-by", "name", name.normalize("NFKC").toLowerCase(), lastNumberOf(key)]);
}

/** Returns the name in a key of the index by folded name. */
function nameIn(key: string): string {
  return decodeURIComponent((key.split("!")[3] ?? "").replace(/[+._~]([0-9a-f]{2})/g, "%$1"));
}
