import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { mediaStore } from "postern/media";
import { filesMedia } from "postern/media-stores/files";
import { createApp as createPlainApp } from "./app.js";

/** Returns the parts of `app.js`, with files in a directory that ends with the process. */
export function createApp() {
  const path = mkdtempSync(join(tmpdir(), "postern-media-"));
  process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  return createPlainApp({ media: mediaStore(filesMedia({ path }), { fileBytes: 4_000_000 }) });
}
