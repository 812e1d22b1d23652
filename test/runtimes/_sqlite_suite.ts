import { describeDriver } from "../_driver_suite.ts";
import { openRemoteEngine } from "./remote_atomic.ts";
import { hostFile, type RunningHost } from "./start_host.ts";

/**
 * The storage contract over the SQLite of a runtime, by two drivers of one file.
 *
 * @param library the library that the driver must choose
 */
export function describeSqlite(library: string, start: (...args: string[]) => Promise<RunningHost>): void {
  describeDriver(
    `SQLite by ${library}`,
    openRemoteEngine(() => start(hostFile("sqlite_driver.js"), library)),
  );
}
