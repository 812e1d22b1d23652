import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "./finding.ts";

const check = "files";

/** Maximum number of files to check, because a file store can have many. */
const mostFiles = 10_000;

/** Classes of other users, with the rights to enter a directory and to read a file. */
const others = [
  { enter: 0o010, read: 0o040, name: "users of its group" },
  { enter: 0o001, read: 0o004, name: "every user of this machine" },
];

/** Checks that only the owner can read the store's files. A copy can have other rights. */
export async function checkFileRights(folder: string): Promise<Finding> {
  const { mode } = await stat(folder);
  const entering = others.filter(({ enter }) => (mode & enter) !== 0);
  const readable = process.platform === "win32" ? undefined : await findReadable(folder, entering);
  if (readable === undefined) {
    return { check, status: "ok", detail: `only the owner can read the files in ${folder}` };
  }
  return { check, status: "warning", detail: readable, remedy: `chmod -R go-rwx ${folder}` };
}

/** Describes the first file that other users can read. */
async function findReadable(folder: string, classes: typeof others): Promise<string | undefined> {
  if (classes.length === 0) return undefined;
  let left = mostFiles;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (left-- === 0) return undefined;
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // A running server may have removed the file since it was listed.
    const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
    const reader = classes.findLast(({ read }) => (mode & read) !== 0);
    if (reader !== undefined)
      return `${file} can be read by ${reader.name} (rights ${(mode & 0o777).toString(8)})`;
  }
  return undefined;
}
