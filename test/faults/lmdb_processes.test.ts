import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

/** Runs a script on a new store in a process of its own, and returns its output. */
async function printed(script: (path: string) => string): Promise<string> {
  const args = ["--input-type=module", "--eval", script(scratchDirectory())];
  return (await promisify(execFile)(process.execPath, args, { timeout: 280_000 })).stdout.trim();
}

/** Opens a store again and again while another driver of the same process commits. */
const opening = (path: string): string => `
  import { lmdbDriver } from ${JSON.stringify(pathToFileURL(resolve("dist/storage-drivers/lmdb.js")))};
  const path = ${JSON.stringify(path)};
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = lmdbDriver({ path });
  for (let round = 0; round < 60; round++) {
    const commits = [];
    for (let number = 0; number < 30; number++) {
      const value = { text: "x".repeat(3000) };
      commits.push(first.atomic.commit("partition", { sets: [{ key: "key" + number, value }] }));
      if (number % 5 === 0) await turn();
    }
    for (let turns = 0; turns < round % 7; turns++) await turn();
    const second = lmdbDriver({ path });
    await second.atomic.commit("partition", { sets: [{ key: "second", value: { round } }] });
    await Promise.all([...commits, second.dispose()]);
  }
  const records = await first.atomic.list("partition", { limit: 100 });
  await first.dispose();
  console.log(records.length);
`;

/** Closes stores while reads and writes go on, and prints the messages of all errors. */
const closing = (path: string): string => `
  import { lmdbDriver } from ${JSON.stringify(pathToFileURL(resolve("dist/storage-drivers/lmdb.js")))};
  const messages = new Set();
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  const attempt = async (action) => {
    try {
      await action();
    } catch (error) {
      messages.add(error.message);
    }
  };
  for (let round = 0; round < 20; round++) {
    const { atomic, dispose } = lmdbDriver({ path: ${JSON.stringify(path)} + "/" + round });
    const write = () => atomic.commit("partition", { sets: [{ key: "a", value: { text: "x".repeat(2000) } }] });
    const read = () => atomic.getMany([{ partition: "partition", key: "a" }]);
    await write();
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        void attempt(write);
        await attempt(read);
        await turn();
      }
    })();
    await turn();
    await dispose();
    for (let turns = 0; turns < 5; turns++) await turn();
    isOver = true;
    await others;
  }
  console.log([...messages].join());
`;

describe("an LMDB store that a process opens twice", () => {
  // In a process of its own, because a deadlock of LMDB blocks the whole process.
  it("is opened while the first driver commits", async () => {
    expect(await printed(opening)).toBe("31");
  });

  it("is usable until the last driver is closed", async () => {
    const path = scratchDirectory();
    const [first, second] = [lmdbDriver({ path }), lmdbDriver({ path })];
    await first.atomic.commit("partition", { sets: [{ key: "a", value: { number: 1 } }] });
    await first.dispose?.();
    await second.atomic.commit("partition", { sets: [{ key: "b", value: { number: 2 } }] });
    await second.dispose?.();
    const third = lmdbDriver({ path });
    const records = await third.atomic.list("partition", { limit: 10 });
    expect(records.map(({ key }) => key)).toEqual(["a", "b"]);
    await third.dispose?.();
  });
});

// In a process of its own, because lmdb-js throws where no caller can catch, and can block the process.
it("an LMDB store that is closed refuses reads and writes", async () => {
  expect(await printed(closing)).toBe("Cannot use the store: it is closed");
});
