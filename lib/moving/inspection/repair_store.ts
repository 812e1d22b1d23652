import { indexAccess } from "../../access/mod.ts";
import { fieldIndexesKey, indexPosts, reservePostIds } from "../../content/mod.ts";
import { type Clock, systemClock } from "../../base/time/clock.ts";
import { requestDueRecords } from "../../events/mod.ts";
import { systemRandomBytes } from "../../base/secrets/random.ts";
import { type AtomicDriver, openStore } from "../../store/mod.ts";
import { inspectStore } from "./inspect_store.ts";
import { organizationOf } from "./check_counters.ts";
import { type RepairDeps, type RepairOutcome, repairFinding, type SetAsideRecord } from "./repair_finding.ts";
import type { StoreFinding } from "./store_finding.ts";

/** Options of {@link repairStore}. */
export interface RepairOptions {
  /** Saves a record before it is removed from the store. The record is removed only if this succeeds. */
  setAside: (record: SetAsideRecord) => void | Promise<void>;
  /** Called for each finding with its outcome. */
  onRepair?: (finding: StoreFinding, outcome: RepairOutcome) => void;
  /** Called with the number of records read so far. */
  onProgress?: (records: number) => void;
  /** Default: the system's clock. */
  clock?: Clock;
}

/** Number of findings by outcome. */
export interface RepairSummary {
  rebuilt: number;
  restored: number;
  setAside: number;
  /** Not repaired. */
  left: number;
}

/** Maximum number of passes. A repair can cause the next finding, such as an index entry whose post was set aside. */
const mostPasses = 8;

/**
 * Repairs the findings of {@link inspectStore}. Rebuilds lists and indexes. Restores lost posts, and lost HTML of posts, from the last
 * revision. Sets aside records that cannot be repaired, unless a second reading finds them whole. Does not change organizations and records of
 * later versions.
 *
 * Stop the servers of the store first: a record that is written while it is set aside can be lost. Run an interrupted repair again to
 * complete it.
 *
 * @throws {NotInspectableError} if the driver cannot list its records
 */
export async function repairStore(
  storage: AtomicDriver,
  { setAside, onRepair, onProgress, clock = systemClock }: RepairOptions,
): Promise<RepairSummary> {
  const store = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
  const deps: RepairDeps = { atomic: storage.atomic, store, clock, setAside, reservePostIds };
  const summary: RepairSummary = { rebuilt: 0, restored: 0, setAside: 0, left: 0 };
  // A damaged record of a due event is removed, so the worker writes all of them again.
  await requestDueRecords(store);
  const partitions = new Set<string>();
  let includesDeferred = false;
  for (let pass = 1; pass <= mostPasses; pass++) {
    const left: StoreFinding[] = [];
    let repaired = 0;
    let deferred = 0;
    for await (const finding of inspectStore(storage, { ...(onProgress && { onProgress }), clock })) {
      if (!includesDeferred && isDeferred(finding)) {
        deferred++;
        continue;
      }
      const outcome = await repairFinding(deps, finding);
      if (outcome === undefined) continue;
      if (outcome === "left") left.push(finding);
      else {
        repaired++;
        summary[outcome === "set aside" ? "setAside" : outcome]++;
        partitions.add(finding.address.partition);
        onRepair?.(finding, outcome);
      }
    }
    includesDeferred = repaired === 0;
    if (repaired + deferred > 0 && pass < mostPasses) continue;
    for (const finding of left) onRepair?.(finding, "left");
    summary.left = left.length;
    break;
  }
  for (const partition of partitions) {
    const slug = organizationOf(partition);
    if (slug === undefined) continue;
    // A repair does not record that the indexes have all posts.
    await indexPosts(deps, slug);
    // The next filter by a field builds its index anew.
    await store.commit(["org", slug], { deletes: [fieldIndexesKey] });
    // Entries by name cannot be rebuilt from the membership alone.
    await indexAccess(store, slug);
  }
  return summary;
}

/** True for HTML, revisions and redirects of a lost post. The post is restored first, so they belong to it again. */
function isDeferred({ problem, address }: StoreFinding): boolean {
  return problem === "stray" && /^(?:html|revision|redirect)!/.test(address.key);
}
