import { readFileSync } from "node:fs";
import { systemErrorCode } from "./system_error_text.ts";

/** Returns the text of a file, or undefined if it does not exist. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
