// Adds 1 to counters of a store, and prints the number of additions for each counter. Some commits also write a record.
import { lmdbDriver } from "../../dist/storage-drivers/lmdb.js";

const [path, durability, commits, setEvery] = process.argv.slice(2);
const driver = lmdbDriver({ path, durability });
const expiresAt = Date.UTC(2100, 0, 1);
const counters = 20;
const counted = Array.from({ length: counters }, () => 0);
let left = Number(commits);

async function work() {
  while (left > 0) {
    const number = left--;
    const index = number % counters;
    const sets = number % Number(setEvery) === 0 ? [{ key: `set-${number}`, value: {} }] : [];
    const changes = { sets, sums: [{ key: `n-${index}`, add: 1, expiresAt }] };
    const { committed } = await driver.atomic.commit("partition", changes);
    if (committed) counted[index]++;
    process.send?.(counted);
  }
}

await Promise.all(Array.from({ length: 8 }, work));
await driver.dispose();
console.log(JSON.stringify(counted));
process.disconnect?.();
