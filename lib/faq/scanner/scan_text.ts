import { Scanner, withLineFeeds } from "./scanner.ts";
import { Collector } from "./collector.ts";
import { settingsOf } from "../options/settings.ts";

/** Options of the text of HTML. */
export interface TextOptions {
  /** True to leave out the annotations of `ruby`. Default: false. */
  omitsRuby?: boolean;
}

/** Returns the text of HTML in one pass over the source, or `undefined` if a tree is needed. */
export function scanText(html: string, options?: TextOptions): string | undefined {
  const collector = new Collector(settingsOf(undefined), { ...options, collectsAll: true });
  const unsure = new Scanner(withLineFeeds(html), collector).scan();
  return unsure === undefined ? collector.sink.take() : undefined;
}
