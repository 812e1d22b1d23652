import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes an empty directory, and says how to remove it. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "postern-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }) };
}
