import type { AtomicDriver } from "../../lib/store/mod.ts";
import type { OpenEngine } from "../../lib/testing/mod.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";

/** Returns a driver that is closed after the running test or file. */
export function closedAfterUse<Driver extends { dispose?: () => unknown }>(driver: Driver): Driver {
  releaseAfterUse(() => driver.dispose?.());
  return driver;
}

/** Returns the engine of a driver that the storage contract can reopen. */
export function reopenable(open: () => AtomicDriver): OpenEngine {
  let driver = open();
  return {
    get atomic() {
      return driver.atomic;
    },
    reopen: async () => {
      await driver.dispose?.();
      driver = open();
    },
    close: async () => driver.dispose?.(),
  };
}
