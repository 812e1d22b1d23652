import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createPublicApi } from "../../../lib/mod.ts";
import { openStorageDriver } from "../../../storage-drivers/open_storage_driver.ts";
import { awayFromMidnight } from "../../away_from_midnight.ts";
import { trials } from "../../full_run.ts";
import { randomOf } from "../../random_of.ts";
import { scratchDirectory } from "../../servers/release_after_use.ts";
import { ask } from "../../storage-drivers/_publish_post.ts";
import { testSeed } from "../../test_seed.ts";
import { type Acknowledged, contradictionsOf, findingsIn } from "../acknowledged.ts";
import { writeDirectoryAfter } from "./cut_directory.ts";
import { type CutStore, durableStores, lossyStores } from "./cut_stores.ts";
import { compileRecorder, record, type RecordedRun, recorderIsMissing } from "./recorded_run.ts";
import type { Recording } from "./recording.ts";

const cuts = Number(process.env["POSTERN_CUTS"] ?? trials(50));
/** Number of steps of each of the writer's four workers. */
const steps = 12;
const perDay = 10_000;

const writer = fileURLToPath(new URL("../writer.mjs", import.meta.url));
const counter = fileURLToPath(new URL("counting_writer.mjs", import.meta.url));
const built = fileURLToPath(new URL("../../../dist/lib/mod.js", import.meta.url));

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

  it.each(durableStores)("loses no acknowledged change of $name, and leaves no half", async (store) => {
    const run = await recordWriter(store);
    expectComplete(store, run);
    expect(await cut(store, run.recording, contradictionsAfter)).toEqual([]);
  });

  it.each(lossyStores)("loses acknowledged changes of $name, as it says", async (store) => {
    const { recording } = await recordWriter(store);
    expect(await cut(store, recording, contradictionsAfter, { number: 500, most: 1 })).not.toEqual([]);
  });

  it.each(durableStores.filter(({ processes }) => processes === 1))(
    "keeps the quotas of $name of more than a second ago",
    async (store) => {
      await awayFromMidnight();
      const { recording } = await record(recorder, counter, (directory) => [[store.settingIn(directory)]]);
      expect(await cut(store, recording, miscountedAfter)).toEqual([]);
    },
  );
});

/** Returns the contradictions after each cut of a recording, up to a maximum. A store that cannot be opened is one. */
async function cut(
  store: CutStore,
  recording: Recording,
  check: (setting: string, lines: unknown[]) => Promise<unknown[]>,
  { number = cuts, most = Infinity }: { number?: number; most?: number } = {},
): Promise<unknown[]> {
  const random = randomOf(testSeed);
  const found: unknown[] = [];
  for (let index = 0; index < number && found.length < most; index++) {
    const at = momentOf(recording, random);
    const directory = join(scratchDirectory(), "disk");
    writeDirectoryAfter(recording, { at, random }, directory);
    const lines = recording.said
      .filter((line) => line.at < at)
      .map(({ text }) => JSON.parse(text) as unknown);
    const contradictions = await check(store.settingIn(directory), lines).catch((error: unknown) => [error]);
    if (contradictions.length > 0) found.push({ index, at, acknowledged: lines.length, contradictions });
    rmSync(directory, { recursive: true });
  }
  return found;
}

/** Chooses the moment of a cut: before the first acknowledgement, anywhere, or closely after an acknowledgement. */
function momentOf({ length, said }: Recording, random: () => number): number {
  const kind = random();
  if (kind < 0.2) return Math.floor(random() * (said[0]?.at ?? length));
  if (kind < 0.6) return Math.floor(random() * length);
  return (said[Math.floor(random() * said.length)]?.at ?? 0) + 1 + Math.floor(random() * 4);
}

async function contradictionsAfter(setting: string, lines: unknown[]): Promise<unknown[]> {
  const wrong = await contradictionsOf(setting, lines as Acknowledged[]);
  if (wrong.length > 0) return wrong;
  // Before the first line, the name of the organization may be taken, and the organization missing. It can be created again.
  const isCreated = lines.length > 0;
  return (await findingsIn(setting)).filter(({ problem }) => isCreated || problem !== "no-organization");
}

/** A line of `counting_writer.mjs`. */
type Counted = { key: string; counted: number } | { key: string; saved: number };

async function miscountedAfter(setting: string, said: unknown[]): Promise<unknown[]> {
  const lines = said as Counted[];
  const [first] = lines;
  const storage = await openStorageDriver(setting);
  try {
    if (first === undefined) return [];
    const api = createPublicApi({ storage, rateLimit: { perDay }, onError: () => undefined });
    const response = await ask(api, "/sitemap/acme", first.key);
    const used = perDay - Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
    const counted = Math.max(...lines.map((line) => ("counted" in line ? line.counted : 0)));
    const saved = Math.max(0, ...lines.map((line) => ("saved" in line ? line.saved : 0)));
    // This request counts, and so may one whose response was not sent.
    return used - 1 >= saved && used - 1 <= counted + 1 ? [] : [{ used: used - 1, saved, counted }];
  } finally {
    await storage.dispose?.();
  }
}

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
