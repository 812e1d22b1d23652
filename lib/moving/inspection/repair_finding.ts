import { given } from "../../base/given.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { reservePostIds } from "../../content/mod.ts";
import {
  type Address,
  type AtomicOperations,
  type Check,
  DamagedRecordError,
  encodeKey,
  type ScannedRecord,
  schemaVersion,
  type SetRecord,
  type Store,
} from "../../store/mod.ts";
import { repairCounter } from "./check_counters.ts";
import { checkLinks } from "./check_links.ts";
import { checkRecord } from "./check_record.ts";
import { readEach } from "./read_each.ts";
import { restoreFromRevision, restoreHtml } from "./restore_from_revision.ts";
import type { StoreFinding } from "./store_finding.ts";

/** A record that a repair removes from the store. */
export interface SetAsideRecord {
  partition: string;
  key: string;
  /** The record's file or key in the storage engine, for people. */
  place: string;
  reason: string;
  /** The record as stored in the engine, in base64 if it is not UTF-8. */
  raw: string;
}

/** Result of repairing a finding. */
export type RepairOutcome = "rebuilt" | "restored" | "set aside" | "left";

/** Dependencies of a repair. */
export interface RepairDeps {
  atomic: AtomicOperations;
  store: Store;
  clock: Clock;
  setAside: (record: SetAsideRecord) => void | Promise<void>;
  reservePostIds: typeof reservePostIds;
}

/** Number of records that are read at once in search of one of them. */
const scannedAtOnce = 25;

/** Record that every repair of an organization writes, because lists are cached until it changes. */
const postsVersion = encodeKey(["posts-version"]);

/**
 * Repairs one finding. Leaves a record that has changed since the inspection for the next pass.
 *
 * @returns undefined if a second reading finds the record whole, or there is nothing to repair
 */
export async function repairFinding(
  deps: RepairDeps,
  finding: StoreFinding,
): Promise<RepairOutcome | undefined> {
  const { address } = finding;
  switch (finding.problem) {
    case "damaged":
      if (await isWhole(deps, address)) return undefined;
      if (isOrganization(address) || isForeign(address)) return "left";
      return (await setDamagedAside(deps, finding)) ? "set aside" : "left";
    case "missing":
    case "wrong":
      return (await rebuild(deps, finding)) ? "rebuilt" : "left";
    case "incomplete":
      if (!(await isMissing(deps, finding.companion))) return "left";
      if (await restoreHtml(deps, address)) return "restored";
      return (await setAside(deps, address, finding.place, "its HTML is missing")) ? "set aside" : "left";
    case "stray":
      if (!(await isMissing(deps, finding.source))) return "left";
      if (await restoreFromRevision(deps, address)) return "restored";
      return (await setAside(deps, address, finding.place, `${finding.source.key} is missing`))
        ? "set aside"
        : "left";
    case "unlisted": {
      if (!(await isStillFound(deps, finding))) return "left";
      const reason = `it is not an entry of ${finding.source.key}`;
      return (await setAside(deps, address, finding.place, reason)) ? "set aside" : "left";
    }
    case "counter":
      await deps.reservePostIds(deps.store, finding.atLeast, { dryRun: false });
      return "rebuilt";
    case "miscounted":
      return (await repairCounter(deps, address)) ? "rebuilt" : "left";
    case "dangling":
      return undefined;
    case "later-version":
    case "no-organization":
      break;
  }
  return "left";
}

/** True for the record of an organization. Without it, the API would respond with 404 to all its content. */
function isOrganization({ partition, key }: Address): boolean {
  return partition.startsWith("org!") && key === "organization";
}

/** True for a file that is not Postern's: its key has a character that record keys never contain. */
function isForeign({ partition, key }: Address): boolean {
  return `${partition}${key}`.includes("/");
}

/** True if a second reading of a damaged record finds no damage. The first one was wrong, or the record has changed. */
async function isWhole({ atomic }: RepairDeps, address: Address): Promise<boolean> {
  const scanned = await scanAgain(atomic, address);
  if (scanned?.record === undefined) return false;
  const findings = await checkRecord(atomic, address.partition, scanned);
  return findings.every(({ problem }) => problem !== "damaged");
}

async function scanAgain(
  atomic: AtomicOperations,
  { partition, key }: Address,
): Promise<ScannedRecord | undefined> {
  let after: string | undefined = Array.from(key).slice(0, -1).join("") || undefined;
  for (;;) {
    const page: ScannedRecord[] = (await atomic.scan?.(partition, after, scannedAtOnce)) ?? [];
    const found = page.find((one) => one.key === key);
    if (found !== undefined || page.length < scannedAtOnce) return found;
    after = page.at(-1)?.key;
  }
}

/** True if a record is still missing. The repair of a previous finding may have restored it. */
async function isMissing({ atomic }: RepairDeps, address: Address): Promise<boolean> {
  const [found] = await readEach(atomic, [address]);
  return found === null;
}

/** True if the record still has the problem. The repair of a previous finding may have replaced the record. */
async function isStillFound({ atomic }: RepairDeps, finding: StoreFinding): Promise<boolean> {
  const { address, place, problem } = finding;
  const [record] = await readEach(atomic, [address]);
  if (record === null || record === undefined || record instanceof DamagedRecordError) return false;
  return (await checkLinks(atomic, { address, place, record })).some((one) => one.problem === problem);
}

async function setDamagedAside(
  { atomic, setAside: keep }: RepairDeps,
  { address, place, reason, raw }: Extract<StoreFinding, { problem: "damaged" }>,
): Promise<boolean> {
  const { partition, key } = address;
  const [before] = await readEach(atomic, [address]);
  await keep({ partition, key, place, reason, raw });
  // A readable record has a version, so it is only deleted if it has not changed.
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
  const set: SetRecord = { key, value: { schemaVersion, data: { ...data } }, ...given({ expiresAt }) };
  const result = await atomic.commit(partition, { checks, sets: [set, ...marksOf(partition)] });
  return result.committed;
}

function marksOf(partition: string): SetRecord[] {
  return partition.startsWith("org!") ? [{ key: postsVersion, value: { schemaVersion, data: {} } }] : [];
}
