import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { privateDirectory } from "../directory/private_files.ts";
import { systemErrorCode } from "../directory/system_error_text.ts";

/**
 * Creates a directory with its parents below the root, and returns those that it created. It never creates the root: if the root was
 * moved, a new directory would be in the way when it comes back.
 *
 * @throws {Error} with the system's `code`: `ENOENT` if the root is missing, `EACCES`, `ENOSPC`, …
 */
export async function makeBelow(root: string, directory: string): Promise<string[]> {
  try {
    await mkdir(directory, { mode: privateDirectory });
    return [directory];
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "EEXIST") return [];
    if (code !== "ENOENT" || dirname(directory) === root) throw error;
  }
  const parents = await makeBelow(root, dirname(directory));
  return [...parents, ...(await makeBelow(root, directory))];
}
