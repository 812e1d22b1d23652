import { type Browser, chromium } from "playwright-core";
import { programIsMissing } from "./program_is_missing.ts";
import { askBroker } from "./servers/ask_broker.ts";
import { chromiumOptions, chromiumPath } from "./servers/chromium_options.ts";

export { chromiumPath };

/** True if the tests with a browser are skipped. In CI they never are. */
export const isSkipped: boolean =
  programIsMissing({
    command: chromiumPath,
    install: 'Debian\'s "chromium-headless-shell" or "chromium", or set CHROMIUM_PATH',
  }) ||
  programIsMissing({
    command: "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    install: 'Debian\'s "fonts-liberation"',
  });

/** Connects to the browser that all tests share. Closing it closes only this file's contexts. */
export async function launch(): Promise<Browser> {
  const shared = await askBroker<{ endpoint: string }>("chromium");
  return shared === undefined ? chromium.launch(chromiumOptions) : chromium.connect(shared.endpoint);
}
