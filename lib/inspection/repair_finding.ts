import type { reservePostIds } from "../content/mod.ts";
import {
  type Address,
  type AtomicOperations,
  type Check,
  DamagedRecordError,
  encodeKey,
  schemaVersion,
  type SetRecord,
  type Store,
} from "../store/mod.ts";
import { readEach } from "./read_each.ts";
import { restoreFromRevision, restoreHtml } from "./restore_from_revision.ts";
import type { StoreFinding } from "./store_finding.ts";

/** A record that a repair removes from the store. */
export interface SetAsideRecord {
  partition: string;
  key: string;
  /** File or key of the engine that held the record, for people. */
  place: string;
  reason: string;
  /** The record as the engine held it, in base64 where it is not UTF-8. */
  raw: string;
}

/** What a repair did about a finding. */
export type RepairOutcome = "rebuilt" | "restored" | "set aside" | "left";

/** Parts that a repair works with. */
export interface RepairDeps {
  atomic: AtomicOperations;
  store: Store;
  setAside: (record: SetAsideRecord) => void | Promise<void>;
  reservePostIds: typeof reservePostIds;
}

/** Written with every repair of an organization, since lists are kept until it changes. */
const postsVersion = encodeKey(["posts-version"]);

/** Repairs one finding. A record that has changed since it was found is left for the next pass. */
export async function repairFinding(deps: RepairDeps, finding: StoreFinding): Promise<RepairOutcome> {
  const { address } = finding;
  switch (finding.problem) {
    case "damaged":
      if (isOrganization(address) || isForeign(address)) return "left";
      return (await setDamagedAside(deps, finding)) ? "set aside" : "left";
    case "missing":
    case "wrong":
      return (await rebuild(deps, finding)) ? "rebuilt" : "left";
    case "incomplete":
      if (await restoreHtml(deps, address)) return "restored";
      return (await setAside(deps, address, finding.place, "its HTML is missing")) ? "set aside" : "left";
    case "stray":
      if (!(await isMissing(deps, finding.source))) return "left";
      if (await restoreFromRevision(deps.store, address)) return "restored";
      return (await setAside(deps, address, finding.place, `${finding.source.key} is missing`))
        ? "set aside"
        : "left";
    case "counter":
      await deps.reservePostIds(deps.store, finding.atLeast, { dryRun: false });
      return "rebuilt";
    case "later-version":
    case "no-organization":
      break;
  }
  return "left";
}

/** Without its record everything else of the organization would be answered with 404. */
function isOrganization({ partition, key }: Address): boolean {
  return partition.startsWith("org!") && key === "organization";
}

/** A file that is not Postern's: its key has a character that no key of a record has. */
function isForeign({ partition, key }: Address): boolean {
  return `${partition}${key}`.includes("/");
}

/** Another finding of the same page may have restored the record. */
async function isMissing({ atomic }: RepairDeps, address: Address): Promise<boolean> {
  const [found] = await readEach(atomic, [address]);
  return found === null;
}

async function setDamagedAside(
  { atomic, setAside: keep }: RepairDeps,
  { address, place, reason, raw }: Extract<StoreFinding, { problem: "damaged" }>,
): Promise<boolean> {
  const { partition, key } = address;
  const [before] = await readEach(atomic, [address]);
  await keep({ partition, key, place, reason, raw });
  // A record that can be read holds no data, and has a version by which it is removed only as it was found.
  const checks =
    before === null || before === undefined || before instanceof DamagedRecordError
      ? []
      : [{ key, version: before.version }];
  const result = await atomic.commit(partition, { checks, deletes: [key], sets: marksOf(partition) });
  const [after] = await readEach(atomic, [address]);
  return result.committed && after === null;
}

async function setAside(
  { atomic, setAside: keep }: RepairDeps,
  address: Address,
  place: string,
  reason: string,
): Promise<boolean> {
  const { partition, key } = address;
  const [record] = await readEach(atomic, [address]);
  if (record === null || record === undefined || record instanceof DamagedRecordError) return false;
  await keep({ partition, key, place, reason, raw: JSON.stringify(record.value) });
  const checks = [{ key, version: record.version }];
  const result = await atomic.commit(partition, { checks, deletes: [key], sets: marksOf(partition) });
  return result.committed;
}

async function rebuild(
  { atomic }: RepairDeps,
  { derived, from }: Extract<StoreFinding, { problem: "missing" | "wrong" }>,
): Promise<boolean> {
  const { partition, key, data, expiresAt } = derived;
  const [found, source] = await readEach(atomic, [{ partition, key }, from]);
  if (found instanceof DamagedRecordError || source === null || source instanceof DamagedRecordError) {
    return false;
  }
  const checks: Check[] = [found ? { key, version: found.version } : { key, exists: false }];
  if (from.partition === partition && source) checks.push({ key: from.key, version: source.version });
  const set: SetRecord = { key, value: { schemaVersion, data: { ...data } } };
  if (expiresAt !== undefined) set.expiresAt = expiresAt;
  const result = await atomic.commit(partition, { checks, sets: [set, ...marksOf(partition)] });
  return result.committed;
}

function marksOf(partition: string): SetRecord[] {
  return partition.startsWith("org!") ? [{ key: postsVersion, value: { schemaVersion, data: {} } }] : [];
}
