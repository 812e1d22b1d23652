import { setFlagsFromString } from "node:v8";

/**
 * Sets V8's garbage collector up for requests, of which hardly anything lives longer than its answer. Other engines know no such flags.
 *
 * - Every object is allocated among the young, where what a request leaves behind costs nothing. By itself V8 may find that callbacks of
 *   `process.nextTick` live long, because some had to wait for the store, and from then on allocates them among the old: each then keeps its
 *   request until the old are looked through, which costs a third of all requests.
 * - The young are looked through by one thread. To wake others and to wait for them takes longer than the little that they find, and every
 *   request that is under way waits for it: a fifth of the 99th percentile where few are.
 */
export function tuneCollector(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
  setFlagsFromString("--no-parallel-scavenge");
}
