import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { filesMedia } from "../../../media-stores/files.ts";
import { randomOf } from "../../random_of.ts";
import { scratchDirectory } from "../../servers/release_after_use.ts";
import { testSeed } from "../../test_seed.ts";
import { writeDirectoryAfter } from "./cut_directory.ts";
import { compileRecorder, record, recorderIsMissing } from "./recorded_run.ts";

const writer = fileURLToPath(new URL("file_writer.mjs", import.meta.url));
const built = fileURLToPath(new URL("../../../dist/media-stores/files.js", import.meta.url));
const cuts = 100;

/** A line of `file_writer.mjs`. */
interface Written {
  kind: "media" | "backup" | "quarantine";
  key?: string;
  text: string;
}

it.skipIf(recorderIsMissing())("a power cut loses no upload, backup or quarantined record", async () => {
  if (!existsSync(built)) throw new Error("There is no dist: run `npm run build` before this test");
  const { recording } = await record(compileRecorder(), writer, (directory) => [[directory]]);
  const random = randomOf(testSeed);
  for (let cut = 0; cut < cuts; cut++) {
    const line = recording.said[Math.floor(random() * recording.said.length)];
    const at = (line?.at ?? 0) + 1 + Math.floor(random() * 10);
    const directory = join(scratchDirectory(), "disk");
    writeDirectoryAfter(recording, { at, random }, directory);
    const lines = recording.said
      .filter((said) => said.at < at)
      .map(({ text }) => JSON.parse(text) as Written);
    expect(await lostIn(directory, lines), `after line ${at}`).toEqual([]);
    rmSync(directory, { recursive: true });
  }
});

/** Returns the acknowledged files that are missing or different. A later backup may have replaced the last one. */
async function lostIn(directory: string, lines: Written[]): Promise<Written[]> {
  const media = filesMedia({ path: join(directory, "new", "media") });
  const quarantine = contentOf(join(directory, "quarantine.jsonl")).split("\n");
  const backup = contentOf(join(directory, "backup.jsonl"));
  const last = lines.findLast(({ kind }) => kind === "backup");
  const lost: Written[] = [];
  for (const line of lines) {
    const { kind, key = "", text } = line;
    if (kind === "backup" && line === last && !isBackupSince(backup, text)) lost.push(line);
    if (kind === "quarantine" && !quarantine.includes(text)) lost.push(line);
    if (kind !== "media") continue;
    const bytes = await media.get(key);
    if (bytes === null || (await new Response(bytes).text()) !== text) lost.push(line);
  }
  return lost;
}

/** True for a whole backup that is not older than an acknowledged one. */
function isBackupSince(backup: string, text: string): boolean {
  const [first = ""] = backup.split("\n");
  return backup === `${first}\n`.repeat(1000) && first >= text.slice(0, text.indexOf("\n"));
}

function contentOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
