import { type SharableStore, shareStore } from "../../opening/share_store.ts";
import type { CountersEnvironment } from "./counters_environment.ts";
import type { MainEnvironment } from "./main_environment.ts";

/** The two environments of a store that is open for writing. */
export interface Environments {
  main: MainEnvironment;
  counters: CountersEnvironment;
}

/** Options of {@link shareEnvironments}. */
export interface EnvironmentsOptions {
  /** The main file of the store. */
  file: string;
  open: () => Environments;
}

/**
 * Opens the environments of a store, or returns those that this process has open. If lmdb-js opened an environment a second time during a
 * transaction of the first, it would wait forever, and block the process.
 */
export function shareEnvironments({
  file,
  open,
}: EnvironmentsOptions): Environments & { close: () => Promise<void> } {
  const openShared = (): Environments & SharableStore => {
    const { main, counters } = open();
    const closeBoth = async (): Promise<void> => {
      await main.close();
      await counters.close();
    };
    return { main, counters, flush: async () => main.flush(), close: closeBoth };
  };
  const { opened, close } = shareStore({ kind: "lmdb", file, open: openShared });
  return { main: opened.main, counters: opened.counters, close };
}
