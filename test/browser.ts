import { type Browser, chromium } from "playwright-core";
import { programIsMissing } from "./program_is_missing.ts";

/** The browser of the tests: Debian's, unless `CHROMIUM_PATH` names another one. */
export const chromiumPath: string = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** True if the tests with a browser are skipped. In CI they never are. */
export const isSkipped: boolean = programIsMissing({
  command: chromiumPath,
  install: 'Debian\'s "chromium", or set CHROMIUM_PATH',
});

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
}
