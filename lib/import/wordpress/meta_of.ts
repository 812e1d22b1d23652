import { childrenOf, childText, textIn, type XmlElement } from "../xml_records.ts";

/** True if an item has a password. A password can be a space. */
export function hasPassword(record: XmlElement): boolean {
  return textIn(childrenOf(record, "wp:post_password")[0]) !== "";
}

/** Returns the value of a custom field. */
export function metaOf(record: XmlElement, key: string): string | undefined {
  const meta = childrenOf(record, "wp:postmeta").find(
    (candidate) => childText(candidate, "wp:meta_key") === key,
  );
  return meta && childText(meta, "wp:meta_value");
}
