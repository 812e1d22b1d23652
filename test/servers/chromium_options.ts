import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LaunchOptions } from "playwright-core";
import { isFullRun } from "../full_run.ts";

const complete = "/usr/bin/chromium";
/** The same browser without its windows, at half the cost. */
const headless = "/usr/bin/chromium-headless-shell";

/** The browser of the tests: Debian's, unless `CHROMIUM_PATH` names another one. `npm run test:all` uses the complete one. */
export const chromiumPath: string =
  process.env["CHROMIUM_PATH"] ?? (!isFullRun && existsSync(headless) ? headless : complete);

/** Options of the tests' browser. Its fonts are those of `fonts.conf`. */
export const chromiumOptions: LaunchOptions = {
  executablePath: chromiumPath,
  args: ["--no-sandbox"],
  env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL("fonts.conf", import.meta.url)) },
};
