import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { durableStores } from "./cut_stores.ts";
import { compileRecorder, record, recorderIsMissing } from "./recorded_run.ts";

const writer = fileURLToPath(new URL("flush_writer.mjs", import.meta.url));
const built = fileURLToPath(new URL("../../../dist/storage-drivers/lmdb.js", import.meta.url));

describe.skipIf(recorderIsMissing())("flushes", () => {
  let recorder: string;
  beforeAll(() => {
    if (!existsSync(built)) throw new Error("There is no dist: run `npm run build` before this test");
    recorder = compileRecorder();
  });

  const stores = durableStores.filter(({ flushes, processes }) => flushes !== undefined && processes === 1);

  it.each(stores)("are shared by commits of a tick of $name", async ({ settingIn, flushes }) => {
    const { recording } = await record(recorder, writer, (directory) => [[settingIn(directory)]]);
    const [opened, written, counted] = recording.said.map(({ at }) => at);
    expect(recording.flushesBetween(opened, written)).toBe(flushes?.writes);
    expect(recording.flushesBetween(written, counted)).toBe(flushes?.counts);
  });
});
