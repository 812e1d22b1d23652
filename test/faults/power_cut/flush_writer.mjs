// Commits to the store of a setting, and prints a line after each kind of commit.
import { writeSync } from "node:fs";
import { openStorageDriver } from "../../../dist/storage-drivers/open_storage_driver.js";

const [setting] = process.argv.slice(2);
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const { atomic } = await openStorageDriver(setting);
const together = (number, commit) => Promise.all(Array.from({ length: number }, (_, index) => commit(index)));
const set = (index) => atomic.commit("org!acme", { sets: [{ key: `post!${index}`, value: { index } }] });
const count = () =>
  atomic.commit("key!a", { sums: [{ key: "requests", add: 1, expiresAt: Date.UTC(2100, 0, 1) }] });

await set(0);
await count();
say("opened");
await together(32, set);
say("32 writes together");
await together(32, count);
say("32 counts together");
process.exit(0);
