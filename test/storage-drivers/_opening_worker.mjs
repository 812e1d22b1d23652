// Opens and closes an LMDB store until it is stopped, and says so each time.
import { lmdbDriver } from "../../dist/storage-drivers/lmdb.js";

const [path, mode] = process.argv.slice(2);
const stopping = new AbortController();
process.on("message", () => stopping.abort());

for (let number = 1; !stopping.signal.aborted; number++) {
  const driver = lmdbDriver({ path, readOnly: mode === "read-only" });
  await driver.dispose();
  process.send?.(number);
  // Lets the message to stop arrive.
  await new Promise((resolve) => setImmediate(resolve));
}
process.disconnect?.();
