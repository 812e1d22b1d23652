import { runShortSteps } from "../../base/yielding.ts";
import type { ImportItem, ImportNote } from "../import_item.ts";
import { findMedia } from "./media_attributes.ts";
import { isLocal } from "./local_media_notes.ts";
import { OldHosts } from "./old_hosts.ts";

/** Elements that can have the address of a file. */
const mayHaveMedia = /<(?:a|audio|embed|img|object|source|track|video)\b/i;
const longestShown = 200;

/**
 * Yields the items, and then a note with the number of images and files whose absolute addresses lead to the old site. They are missing when that site ends.
 *
 * @param siteUrl absolute URL of the old site, as far as it is known
 */
export async function* countOldMedia(
  items: AsyncIterable<ImportItem>,
  siteUrl: string,
): AsyncGenerator<ImportItem> {
  const hosts = new OldHosts(siteUrl);
  let count = 0;
  let first: Pick<ImportNote, "text" | "place"> | undefined;
  for await (const item of items) {
    yield item;
    if (item.kind !== "post") continue;
    hosts.add(item.sourceUrl);
    const { html = "", image } = item.input;
    const found = mayHaveMedia.test(html) ? await runShortSteps(findMedia(html)) : [];
    const addresses = [...found.map(({ address }) => address), ...(image === undefined ? [] : [image])];
    const old = new Set(addresses.filter((address) => isOld(address, hosts)));
    const [address] = old;
    if (address === undefined) continue;
    count += old.size;
    first ??= { text: address.slice(0, longestShown), place: item.place };
  }
  if (first === undefined) return;
  const text = `images and files stay at the address of the old site, such as ${first.text}`;
  yield { kind: "note", category: "media-at-old-address", text, count, place: first.place };
}

function isOld(address: string, hosts: OldHosts): boolean {
  if (isLocal({ address })) return false;
  return URL.canParse(address, "https://x.invalid") && hosts.has(new URL(address, "https://x.invalid"));
}
