import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { scratchDirectory } from "../servers/release_after_use.ts";

const run = promisify(execFile);

/** Closes stores while reads and writes go on, and prints the messages of all errors. */
const script = (path: string): string => `
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

// In a process of its own, because lmdb-js throws where no caller can catch, and can block the process.
it("an LMDB store that is closed refuses reads and writes", { timeout: 90_000 }, async () => {
  const args = ["--input-type=module", "--eval", script(scratchDirectory())];
  const { stdout } = await run(process.execPath, args, { timeout: 60_000 });
  expect(stdout.trim()).toBe("Cannot use the store: it is closed");
});
