import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { trials } from "../../full_run.ts";
import { randomOf } from "../../random_of.ts";
import { scratchDirectory } from "../../servers/release_after_use.ts";
import { testSeed } from "../../test_seed.ts";
import { type Acknowledged, contradictionsOf, findingsIn } from "../acknowledged.ts";
import { writeDirectoryAfter } from "./cut_directory.ts";
import { compileRecorder, record, type RecordedRun, recorderIsMissing } from "./recorded_run.ts";

/** A store that states `power-loss`, or does so by an option. */
interface CutStore {
  name: string;
  settingIn: (directory: string) => string;
  /** Number of processes that write together. */
  processes: number;
  /** The durability that the writer's store states. Default: that of the setting. */
  durability?: string;
  /** Files that are written through memory, and that hold nothing which must survive. */
  mapped: RegExp;
}

const fs: CutStore = {
  name: "fs",
  settingIn: (directory) => `fs:${join(directory, "store")}`,
  mapped: /^$/,
  processes: 1,
};
const lmdb: CutStore = {
  name: "lmdb",
  settingIn: (directory) => `lmdb:${join(directory, "store")}`,
  mapped: /lock\.mdb$/,
  processes: 1,
};
const lmdbShared: CutStore = { ...lmdb, name: "lmdb, with two processes", processes: 2 };

const cuts = Number(process.env["POSTERN_CUTS"] ?? trials(50));
const writer = fileURLToPath(new URL("../writer.mjs", import.meta.url));
const built = fileURLToPath(new URL("../../../dist/lib/mod.js", import.meta.url));
/** Number of steps of each of the writer's four workers. */
const steps = 12;

describe.skipIf(recorderIsMissing())("a power cut", () => {
  let recorder: string;
  beforeAll(() => {
    if (!existsSync(built)) throw new Error("There is no dist: run `npm run build` before this test");
    recorder = compileRecorder();
    vi.spyOn(process, "emitWarning").mockReturnValue();
  });

  async function recordWriter({ settingIn, durability, processes }: CutStore): Promise<RecordedRun> {
    const last = durability === undefined ? [] : [durability];
    const rounds = Array.from({ length: processes }, (_, round) => String(round));
    return record(recorder, writer, (directory) =>
      rounds.map((round) => [settingIn(directory), round, String(steps), ...last]),
    );
  }

  /** Returns the contradictions after each cut. */
  async function cut(store: CutStore, { recording }: RecordedRun): Promise<any[]> {
    const random = randomOf(testSeed);
    const found: unknown[] = [];
    for (let number = 0; number < cuts; number++) {
      const at = momentOf(recording, random);
      const directory = join(scratchDirectory(), "disk");
      writeDirectoryAfter(recording, { at, random }, directory);
      const acknowledged = linesBefore(recording, at);
      const setting = store.settingIn(directory);
      const contradictions: any[] = await contradictionsAfter(setting, acknowledged);
      if (process.env["POSTERN_CUT_SHOW"] && contradictions.length > 0) console.log(number, at, acknowledged.length, contradictions.length, String(contradictions[0]?.kind ?? contradictions[0]).slice(0, 200));
      if (contradictions.length > 0) found.push({ number, at, acknowledged: acknowledged.length, contradictions });
      rmSync(directory, { recursive: true });
    }
    return found;
  }

  it.each([fs, lmdb, lmdbShared])("loses no acknowledged change of $name, and leaves no half", async (store) => {
    const run = await recordWriter(store);
    expectComplete(store, run);
    expect(await cut(store, run)).toEqual([]);
  });

  it("loses acknowledged changes of lmdb with process-crash, which shows that the recording finds a loss", async () => {
    const store = { ...lmdb, durability: "process-crash" };
    expect(await cut(store, await recordWriter(store))).not.toEqual([]);
  });
});

/** Expects that the changes of a recording result in the directory that its program left. */
function expectComplete({ mapped }: CutStore, { directory, recording }: RecordedRun): void {
  const copy = join(scratchDirectory(), "disk");
  writeDirectoryAfter(recording, { at: recording.length }, copy);
  expect(contentsOf(copy, mapped)).toEqual(contentsOf(directory, mapped));
}

function contentsOf(directory: string, except: RegExp): Record<string, string> {
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" }).toSorted();
  const files = paths.filter((path) => statSync(join(directory, path)).isFile() && !except.test(path));
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(directory, path), "latin1")]));
}

/** Chooses the moment of a cut. Half of them follow an acknowledgement closely. */
function momentOf({ length, said }: RecordedRun["recording"], random: () => number): number {
  const first = said[0]?.at ?? 0;
  if (random() < 0.5) return first + 1 + Math.floor(random() * (length - first));
  const { at } = said[Math.floor(random() * said.length)] ?? { at: first };
  return at + 1 + Math.floor(random() * 4);
}

function linesBefore({ said }: RecordedRun["recording"], at: number): Acknowledged[] {
  return said.filter((line) => line.at < at).map(({ text }) => JSON.parse(text) as Acknowledged);
}

/** A store that cannot be opened contradicts every line. */
async function contradictionsAfter(setting: string, acknowledged: Acknowledged[]): Promise<unknown[]> {
  try {
    const wrong = await contradictionsOf(setting, acknowledged);
    return wrong.length > 0 ? wrong : await findingsIn(setting);
  } catch (error) {
    return [String(error)];
  }
}
