import { isEqualJson } from "../../base/is_equal_json.ts";
import {
  type Address,
  type AtomicOperations,
  DamagedRecordError,
  type DerivedRecord,
  type RecordLinks,
  schemaVersion,
  type Versioned,
} from "../../store/mod.ts";
import { readEach, type ReadRecord } from "./read_each.ts";
import type { StoreFinding } from "./store_finding.ts";
import { accessLinks } from "../../access/mod.ts";
import { contentLinks } from "../../content/mod.ts";
import { mediaLinks } from "../../media/moved_media.ts";

/** A record that was read by a scan. */
export interface LinkedRecord {
  address: Address;
  place: string;
  record: Versioned;
}

const attempts = 3;

/** Compares a record with its linked records. Repeats the comparison if the record changes in between. */
export async function checkLinks(
  atomic: AtomicOperations,
  { address, place, record: scanned }: LinkedRecord,
): Promise<StoreFinding[]> {
  let record = scanned;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const links = linksOf(address, record);
    const linked = addressesOf(links);
    if (linked.length === 0) return [];
    const [self, ...read] = await readEach(atomic, [address, ...linked]);
    if (self === null || self === undefined || self instanceof DamagedRecordError) return [];
    if (self.version === record.version) {
      const found = new Map(linked.map((one, index) => [nameOf(one), read[index] ?? null]));
      return findingsOf({ address, place }, links, (one) => found.get(nameOf(one)) ?? null);
    }
    record = self;
  }
  return [];
}

function addressesOf({ derived = [], companion, source }: RecordLinks): Address[] {
  return [
    ...[companion, source].filter((address) => address !== undefined),
    ...derived.flatMap((one) => [one, ...alternativesOf(one), ...(one.onlyIf ? [one.onlyIf.address] : [])]),
  ].map(({ partition, key }) => ({ partition, key }));
}

function findingsOf(
  self: { address: Address; place: string },
  { derived = [], companion, source, isDerived = false }: RecordLinks,
  find: (address: Address) => ReadRecord,
): StoreFinding[] {
  const findings: StoreFinding[] = [];
  if (companion !== undefined && find(companion) === null) {
    findings.push({ problem: "incomplete", ...self, companion });
  }
  if (source !== undefined && find(source) === null) findings.push({ problem: "stray", ...self, source });
  else if (source !== undefined && isDerived && isUnlisted(self.address, source, find(source))) {
    findings.push({ problem: "unlisted", ...self, source });
  }
  for (const one of derived) {
    const problem = problemOf(one, find);
    if (problem === undefined) continue;
    const { partition, key } = one;
    findings.push({
      problem,
      address: { partition, key },
      place: self.place,
      derived: one,
      from: self.address,
    });
  }
  return findings;
}

/** True if the source of a derived record is readable, and would not derive it, such as the entry of an earlier title. */
function isUnlisted(address: Address, source: Address, found: ReadRecord): boolean {
  if (found === null || found instanceof DamagedRecordError) return false;
  if (found.value["schemaVersion"] !== schemaVersion) return false;
  const { derived = [] } = linksOf(source, found);
  return !derived.some((one) => nameOf(one) === nameOf(address));
}

/** Returns the problem of a derived record, if any. A damaged record is a separate finding. */
function problemOf(
  derived: DerivedRecord,
  find: (address: Address) => ReadRecord,
): "missing" | "wrong" | undefined {
  const { onlyIf, data } = derived;
  if (onlyIf !== undefined && !hasId(find(onlyIf.address), onlyIf.id)) return undefined;
  const places = [derived, ...alternativesOf(derived)].map(find);
  if (places.some((found) => found instanceof DamagedRecordError || holds(found, data))) return undefined;
  return places[0] === null ? "missing" : "wrong";
}

function alternativesOf({ partition, alternative }: DerivedRecord): Address[] {
  return alternative === undefined ? [] : [{ partition, key: alternative }];
}

function holds(found: ReadRecord, data: object): boolean {
  return found !== null && !(found instanceof DamagedRecordError) && isEqualJson(found.value["data"], data);
}

function hasId(found: ReadRecord, id: string): boolean {
  if (found === null || found instanceof DamagedRecordError) return false;
  return (found.value["data"] as { id?: string } | undefined)?.id === id;
}

function nameOf({ partition, key }: Address): string {
  return `${partition} ${key}`;
}

/** Returns the links of a record. Throws the error of the link rule, if the data does not fit the kind of record. */
function linksOf({ partition, key }: Address, { value }: Versioned): RecordLinks {
  const record = { partition, key, data: value["data"] };
  return contentLinks(record) ?? accessLinks(record) ?? mediaLinks(record) ?? {};
}
