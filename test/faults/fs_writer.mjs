// Commits several records at a time to the store in a directory, and prints a line for each outcome.
import { writeSync } from "node:fs";
import { fsDriver } from "../../dist/storage-drivers/fs.js";

const [path, commits = "Infinity", padding = "0"] = process.argv.slice(2);
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

async function commitNext({ atomic }) {
  const [last] = await atomic.getMany([{ partition: "org!acme", key: "a" }]);
  const n = (last?.value.n ?? 0) + 1;
  const value = { n, padding: "x".repeat(Number(padding)) };
  await atomic.commit("org!acme", {
    sets: ["a", "b!b", "c!c!c", `trace!${n}`].map((key) => ({ key, value })),
    deletes: [`trace!${n - 1}`],
    sums: [{ key: "count", add: 1 }],
  });
  return n;
}

async function run() {
  const driver = fsDriver({ path });
  say({ opened: process.pid });
  for (let commit = 0; commit < Number(commits); commit++) {
    try {
      say({ acknowledged: await commitNext(driver) });
    } catch (error) {
      say({ failed: error.message });
    }
  }
  await driver.dispose();
}

run().catch((error) => {
  say({ refused: error.message });
});
