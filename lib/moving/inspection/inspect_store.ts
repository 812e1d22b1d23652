import { type Clock, systemClock } from "../../base/time/clock.ts";
import { postIdCounter } from "../../content/mod.ts";
import { Turns } from "../../base/yielding.ts";
import {
  type Address,
  addressAt,
  type AtomicDriver,
  type AtomicOperations,
  DamagedRecordError,
  lastNumberOf,
  type ScannedRecord,
} from "../../store/mod.ts";
import { CounterCheck } from "./check_counters.ts";
import { checkRecord } from "./check_record.ts";
import { NotInspectableError } from "./not_inspectable_error.ts";
import { readEach } from "./read_each.ts";
import type { StoreFinding } from "./store_finding.ts";

/** Options of {@link inspectStore}. */
export interface InspectOptions {
  /** Called after each page with the number of records read so far. */
  onProgress?: (records: number) => void;
  /** Default: the system's clock. */
  clock?: Clock;
}

/** Number of records in a page. It is small because some records contain the content of a post. */
const pageSize = 25;

/**
 * Reads every record of a store, and compares linked records: posts with HTML, ids and indexes; texts, keys, members, users
 * and organizations with their lists. It also counts the webhooks. Writes nothing. The store may be in use during the inspection.
 *
 * @throws {NotInspectableError} if the driver cannot list its records
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { inspectStore } from "postern/moving";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const storage = memoryDriver();
 * const api = createPublicApi({ storage });
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 *
 * let findings = 0;
 * for await (const finding of inspectStore(storage)) findings++;
 * findings; // 0
 * ```
 */
export async function* inspectStore(
  { name = "unnamed", atomic }: Pick<AtomicDriver, "name" | "atomic">,
  { onProgress, clock = systemClock }: InspectOptions = {},
): AsyncGenerator<StoreFinding> {
  if (atomic.partitions === undefined || atomic.scan === undefined) throw new NotInspectableError(name);
  let records = 0;
  let lastPostId = 0;
  const turns = new Turns(clock);
  for await (const partition of atomic.partitions()) {
    yield* checkOrganization(atomic, partition);
    const counters = new CounterCheck(atomic, partition);
    for await (const page of pagesOf(atomic, partition)) {
      if (turns.isOver) await turns.next();
      for (const record of page) {
        const { key } = record;
        if (key.startsWith("post-id!")) lastPostId = Math.max(lastPostId, lastNumberOf(key));
        counters.add(record);
      }
      const findings = await Promise.all(page.map((record) => checkRecord(atomic, partition, record)));
      yield* findings.flat();
      onProgress?.((records += page.length));
    }
    yield* await counters.findings();
  }
  yield* checkPostIds(atomic, lastPostId);
}

async function* pagesOf(atomic: AtomicOperations, partition: string): AsyncGenerator<ScannedRecord[]> {
  let after: string | undefined;
  for (;;) {
    const page = (await atomic.scan?.(partition, after, pageSize)) ?? [];
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.key;
  }
}

async function* checkOrganization(atomic: AtomicOperations, partition: string): AsyncGenerator<StoreFinding> {
  if (!partition.startsWith("org!")) return;
  const address = { partition, key: "organization" };
  const [found] = await readEach(atomic, [address]);
  if (found === null) yield { problem: "no-organization", address, place: placeOf(atomic, address) };
}

async function* checkPostIds(atomic: AtomicOperations, atLeast: number): AsyncGenerator<StoreFinding> {
  const address = addressAt(postIdCounter);
  const [found] = await readEach(atomic, [address]);
  if (found === undefined || found instanceof DamagedRecordError) return;
  if (Number(found?.value["sum"] ?? 0) >= atLeast) return;
  yield { problem: "counter", address, place: placeOf(atomic, address), atLeast };
}

function placeOf(atomic: AtomicOperations, address: Address): string {
  return atomic.placeOf?.(address) ?? `${address.partition} ${address.key}`;
}
