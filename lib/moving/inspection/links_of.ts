import { accessLinks } from "../../access/mod.ts";
import { contentLinks } from "../../content/mod.ts";
import type { Address, RecordLinks, Versioned } from "../../store/mod.ts";

/** Returns the links of a record. Throws the error of the link rule, if the data does not fit the kind of record. */
export function linksOf({ partition, key }: Address, { value }: Versioned): RecordLinks {
  const record = { partition, key, data: value["data"] };
  return contentLinks(record) ?? accessLinks(record) ?? {};
}
