import { encodeKey, type Store, type Stored } from "../store/mod.ts";
import {
  announcedKey,
  leaseLocation,
  pendingPartition,
  pendingPrefix,
  relayPrefix,
} from "./event_records.ts";
import type { LeaseRecord } from "./lease.ts";

/** State of the work in a store. */
export interface WorkState {
  /** Undefined if no process has had the lease, or its record is damaged. */
  lease: Stored<LeaseRecord> | undefined;
  /** Version of the last announcement. */
  announced: string | undefined;
  /** True if an outbox may hold events of ended processes, or had events a minute ago. */
  hasMarks: boolean;
}

const keys = { announced: encodeKey(announcedKey), lease: encodeKey(leaseLocation.key) };
const marks = [pendingPrefix, relayPrefix].map((prefix) => `${encodeKey(prefix)}!`);
/** Keys before the first mark: the announcement, the lease, and the time that processes have waited for it. */
const before = 3;

/** Reads the state in one round trip. */
export async function readWorkState(store: Store): Promise<WorkState> {
  const found = await store.list<unknown>(pendingPartition, { prefix: [], limit: before + 1 });
  return {
    lease: found.find(({ key }) => key === keys.lease) as Stored<LeaseRecord> | undefined,
    announced: found.find(({ key }) => key === keys.announced)?.version,
    hasMarks: found.some(({ key }) => marks.some((mark) => key.startsWith(mark))),
  };
}
