import { readFrontMatter } from "../front_matter/front_matter.ts";
import { FrontMatterError } from "../front_matter/front_matter_error.ts";
import { isMapping, mappingOf, textOf } from "../site_config/config_values.ts";
import type { Data } from "../site_config/site.ts";

const param = /\{\{[<%]\s{0,5}param\s{1,5}["`]?([\w.-]{1,200})["`]?\s{0,5}[%>]\}\}/g;

/**
 * Returns the text of a file of Hugo with the values of its shortcodes `param`, also in code. They are in its front matter, or in the configuration of the
 * site. Without a value, a shortcode stays.
 */
export function withParams(text: string, site: Data): string {
  if (text.search(param) < 0) return text;
  let own: Data = {};
  try {
    own = readFrontMatter(text).data;
  } catch (error) {
    // The reader of the file reports it.
    if (!(error instanceof FrontMatterError)) throw error;
    return text;
  }
  const places = [mappingOf(own["params"]), own, site];
  return text.replace(param, (whole, path: string) => {
    const names = path.toLowerCase().split(".");
    const values = places.map((place) => names.reduce<unknown>(valueIn, place));
    return values.map(textOf).find((value) => value !== undefined) ?? whole;
  });
}

/** Returns the value with a name in lower case. */
function valueIn(found: unknown, name: string): unknown {
  if (!isMapping(found)) return undefined;
  const key = Object.hasOwn(found, name)
    ? name
    : Object.keys(found).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : found[key];
}
