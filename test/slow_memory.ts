import { slowDriver } from "../lib/store/testing/mod.ts";
import type { AtomicDriver } from "../lib/mod.ts";
import { memoryDriver as openMemory } from "../storage-drivers/memory.ts";

/** Event loop ticks that a call takes. */
const turns = 3;

/** Opens a driver in memory that takes time to answer. The project `slow` runs tests with it in place of the driver in memory. */
export function memoryDriver(options?: Parameters<typeof openMemory>[0]): AtomicDriver {
  return slowDriver(openMemory(options), turns);
}
