import type { CustomField } from "../../content/mod.ts";
import { cutText } from "../../base/text/well_formed.ts";
import { childrenOf, childText, textIn, type XmlElement } from "../markup/xml_records.ts";

/** True if an item has a password. A password can be a space. */
export function hasPassword(record: XmlElement): boolean {
  return textIn(childrenOf(record, "wp:post_password")[0]) !== "";
}

/** Maximum length in characters of a value that is read. It is longer than the longest list of texts that a post can have. */
const longestValue = 100_000;

/** Returns the fields that custom fields can be. WordPress refers to posts by numbers, and keeps no JSON. */
export function wordpressFields(fields: readonly CustomField[] = []): CustomField[] {
  return fields.filter(({ type }) => type !== "reference" && type !== "json");
}

/** Returns the custom fields of an item by name. Names that begin with `_` are private to WordPress and its plugins. */
export function publicMeta(record: XmlElement): Record<string, unknown> {
  const found = childrenOf(record, "wp:postmeta").flatMap((meta): [string, unknown][] => {
    const name = childText(meta, "wp:meta_key") ?? "";
    const value = cutText(childText(meta, "wp:meta_value") ?? "", longestValue);
    return name === "" || name.startsWith("_") ? [] : [[name, unserialized(value)]];
  });
  return Object.fromEntries(found);
}

/** Reads a list of texts in PHP's form. Other arrays and objects of PHP become an empty object, which is no value of a field. */
function unserialized(value: string): unknown {
  if (!/^[aO]:\d+:/.test(value)) return value;
  const isList = /^a:\d+:\{(?:i:\d+;s:\d+:"[^"]*";)*\}$/.test(value);
  return isList ? Array.from(value.matchAll(/s:\d+:"([^"]*)";/g), ([, text]) => text) : {};
}

/** Returns the value of a custom field. */
export function metaOf(record: XmlElement, key: string): string | undefined {
  const meta = childrenOf(record, "wp:postmeta").find(
    (candidate) => childText(candidate, "wp:meta_key") === key,
  );
  return meta && childText(meta, "wp:meta_value");
}
