import { type Browser, chromium } from "playwright-core";
import { programIsMissing } from "./program_is_missing.ts";
import { askBroker } from "./servers/ask_broker.ts";
import { chromiumPath } from "./servers/chromium_path.ts";

export { chromiumPath };

/** True if the tests with a browser are skipped. In CI they never are. */
export const isSkipped: boolean = programIsMissing({
  command: chromiumPath,
  install: 'Debian\'s "chromium-headless-shell" or "chromium", or set CHROMIUM_PATH',
});

/** Connects to the browser that all tests share. Closing it closes only this file's contexts. */
export async function launch(): Promise<Browser> {
  const shared = await askBroker<{ endpoint: string }>("chromium");
  if (shared === undefined) return chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  return chromium.connect(shared.endpoint);
}
