import { danglingReferences, type StoredPost } from "../../content/mod.ts";
import { type Address, type AtomicOperations, type ScannedRecord, schemaVersion } from "../../store/mod.ts";
import { checkLinks } from "./check_links.ts";
import type { StoreFinding } from "./store_finding.ts";

/** Returns the findings of one record, and of the records that it is linked with. */
export async function checkRecord(
  atomic: AtomicOperations,
  partition: string,
  { key, place, raw, record, damage }: ScannedRecord,
): Promise<StoreFinding[]> {
  const address = { partition, key };
  const damaged = (reason: string): StoreFinding[] => [{ problem: "damaged", address, place, reason, raw }];
  if (damage !== undefined) return damaged(damage.message.replace(/^Cannot read the record at .*?: /, ""));
  if (record === undefined || "sum" in record.value) return [];
  const found = record.value["schemaVersion"];
  if (partition === "store" || partition === "doctor" || partition === "unstorage") return [];
  if (typeof found === "number" && found > schemaVersion) {
    const reason = `its schema version is ${found}, but this version of Postern reads up to ${schemaVersion}`;
    return [{ problem: "later-version", address, place, reason }];
  }
  if (found !== schemaVersion || !isObject(record.value["data"])) return damaged("it has no data");
  try {
    const findings = await checkLinks(atomic, { address, place, record });
    return key.startsWith("post!")
      ? [...findings, ...danglingIn(record.value["data"] as unknown as StoredPost, { address, place })]
      : findings;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    return damaged(`its data does not fit its kind of record (${error.message})`);
  }
}

function danglingIn(post: StoredPost, at: { address: Address; place: string }): StoreFinding[] {
  return danglingReferences(post).map((reference) => ({ problem: "dangling", ...at, ...reference }));
}

function isObject(data: unknown): boolean {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
