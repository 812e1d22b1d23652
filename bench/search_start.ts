/**
 * Opens the LMDB store of its first argument, and searches once. Prints the time from the start of the process to the response.
 * It also prints the time of saving the index, and the longest block of the event loop during each. `search.bench.ts` runs it.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { argv, memoryUsage, stdout } from "node:process";
import { createPublicApi } from "../lib/mod.ts";
import { lmdbDriver } from "../storage-drivers/lmdb.ts";

const delays = monitorEventLoopDelay({ resolution: 1 });
const longest = (): number => delays.max / 1e6;
const storage = lmdbDriver({ path: argv[2] ?? "" });
const api = createPublicApi({ storage, limits: { searchBytes: 1_073_741_824 } });
delays.enable();
const response = await api.fetch(new Request("http://localhost/api/public/v1/search/acme?q=first+bace"));
const { results } = (await response.json()) as { results: object[] };
const answered = performance.now();
const block = longest();
delays.reset();
await api.events.settle();
const saved = performance.now() - answered;
const { rss } = memoryUsage();
stdout.write(JSON.stringify({ answered, block, saved, saveBlock: longest(), found: results.length, rss }));
await storage.dispose?.();
