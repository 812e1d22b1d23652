// Adds 1 to counters of a store, and prints how often it did, for each counter. Every so often a record is written by the same commit.
import { lmdbDriver } from "../../dist/storage-drivers/lmdb.js";

const [path, durability, commits, setEvery] = process.argv.slice(2);
const { atomic, dispose } = lmdbDriver({ path, durability });
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
    const { committed } = await atomic.commit("partition", changes);
    if (committed) counted[index]++;
    if (process.send === undefined) continue;
    process.send(counted);
  }
}

await Promise.all(Array.from({ length: 8 }, work));
await dispose();
console.log(JSON.stringify(counted));
process.disconnect?.();
