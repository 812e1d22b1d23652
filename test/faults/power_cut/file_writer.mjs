// Writes files as the media store and the commands do, and prints a line for each that is acknowledged.
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import { join } from "node:path";
import { QuarantineFile } from "../../../dist/adapters/cli/commands/moving/quarantine_file.js";
import { openOutputFile } from "../../../dist/adapters/cli/commands/moving/output_file.js";
import { filesMedia } from "../../../dist/media-stores/files.js";

const [directory] = process.argv.slice(2);
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const media = filesMedia({ path: join(directory, "new", "media") });
const quarantine = new QuarantineFile(join(directory, "quarantine.jsonl"));

async function upload(number) {
  const text = `file ${number} `.repeat(500 * (number % 7));
  const key = `acme/${createHash("sha256").update(String(number)).digest("hex")}.png`;
  await media.put(key, new Blob([text]));
  say({ kind: "media", key, text });
}

async function writeBackup(number) {
  const file = await openOutputFile(join(directory, "backup.jsonl"));
  const text = `backup ${number}\n`.repeat(1000);
  await file.write(text);
  await file.finish();
  say({ kind: "backup", text });
}

for (let round = 0; round < 5; round++) {
  await Promise.all(Array.from({ length: 8 }, (_, index) => upload(round * 8 + index)));
  await quarantine.append({ round });
  say({ kind: "quarantine", text: JSON.stringify({ round }) });
  await writeBackup(round);
}
await quarantine.close();
