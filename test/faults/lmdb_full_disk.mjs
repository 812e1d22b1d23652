// Fills the disk of a store, and prints a line for each outcome. Ends by itself if all work has finished.
import { lmdbDriver } from "../../dist/storage-drivers/lmdb.js";

const [path, durability] = process.argv.slice(2);
const driver = lmdbDriver({ path, durability });

async function put(key, length) {
  const sets = [{ key, value: { padding: "x".repeat(length) } }];
  await driver.atomic.commit("org!acme", { sets });
}

async function outcomeOf(name, action) {
  try {
    await action();
    return `${name}: done`;
  } catch (error) {
    return `${name}: ${error.message}`;
  }
}

async function say(...actions) {
  const outcomes = await Promise.all(actions.map(([name, action]) => outcomeOf(name, action)));
  for (const outcome of outcomes) console.log(outcome);
}

const large = 5_000_000;
await say(["small", () => put("a", 10)]);
await say(["large", () => put("b", large)]);
await say(["large", () => put("c", large)], ["beside it", () => put("d", 10)]);
await say(["small after it", () => put("e", 10)]);
await say(["large, before the end", () => put("f", large)]);
await driver.dispose();
console.log("closed");
const again = lmdbDriver({ path, durability });
const records = await again.atomic.list("org!acme", { limit: 10 });
console.log(`kept: ${records.map(({ key }) => key).join(" ")}`);
await again.dispose();
