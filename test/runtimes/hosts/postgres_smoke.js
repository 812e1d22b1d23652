import process from "node:process";
import { postgresDriver } from "../../../dist/storage-drivers/postgres.js";

/** Uses each kind of operation once, and prints the results as JSON. */
const driver = postgresDriver({ url: process.argv[2] });
const { atomic } = driver;
const set = await atomic.commit("p", { sets: [{ key: "a", value: { text: "a\0b\ud800" } }] });
const count = {
  partition: "p",
  check: { key: "a", version: set.version },
  sums: [{ key: "n", add: 1, max: 5 }],
};
const read = { partition: "p", key: "a", known: { version: set.version } };
const { counts, reads } = await atomic.query({ counts: [count], reads: [read] });
const counted = await counts[0];
const list = await atomic.list("p", { limit: 9 });
const snapshot = atomic.snapshot();
const [record] = await snapshot.getMany([{ partition: "p", key: "n" }]);
snapshot.release();
await driver.dispose();
const values = list.map(({ value }) => value);
console.log(JSON.stringify({ reads, sums: counted.sums, values, snapshot: record.value }));
