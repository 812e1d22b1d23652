import { accessLinks } from "../access/mod.ts";
import { contentLinks } from "../content/mod.ts";
import type { Address, RecordLinks, Versioned } from "../store/mod.ts";

/** Returns the links of a record. Throws what the rule of its kind throws when the data is not of that kind. */
export function linksOf({ partition, key }: Address, { value }: Versioned): RecordLinks {
  const record = { partition, key, data: value["data"] };
  return contentLinks(record) ?? accessLinks(record) ?? {};
}
