import { statSync } from "node:fs";
import type { OpenedFile } from "./open_file.ts";
import type { SqliteFile } from "./sqlite_file.ts";

interface SharedFile {
  file: SqliteFile;
  users: number;
}

const registryName = Symbol.for("postern.sqlite.files");

/** The files that this process has open, by their identity. Bundlers load a module several times in one process, so all copies use one map. */
const registry = ((globalThis as { [registryName]?: Map<string, SharedFile> })[registryName] ??= new Map());

/** Opens a file, or returns the file that this process has open. The last user closes it. */
export function shareFile(path: string, open: () => SqliteFile): OpenedFile {
  const shared = registry.get(identityOf(path)) ?? { file: open(), users: 0 };
  const identity = identityOf(path);
  registry.set(identity, shared);
  shared.users++;
  return { file: shared.file, close: async () => release(identity, shared) };
}

async function release(identity: string, shared: SharedFile): Promise<void> {
  shared.users--;
  if (shared.users > 0) return shared.file.flush();
  if (registry.get(identity) === shared) registry.delete(identity);
  return shared.file.close();
}

function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.dev}:${stats.ino}`;
}
