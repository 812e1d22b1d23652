import type { FoundAddress } from "../../publishing/mod.ts";
import type { ImportNote, Place } from "../import_item.ts";

/** The notes, by whether an address begins at the root of the site. Only such an address can be right on the new site. */
const kinds = [
  {
    isFromRoot: false,
    category: "dead-media",
    reason: "leads nowhere, because the file is not brought over",
    isLoss: true,
  },
  {
    isFromRoot: true,
    category: "media-on-site",
    reason: "stays, because the site can still have the file",
    isLoss: false,
  },
];

/** True for the address of a file on the site of the post. */
export function isLocal({ address }: Pick<FoundAddress, "address">): boolean {
  return !/^(?:https?:)?\/\//i.test(address);
}

/** Names the pictures and files of a post that are not brought over. */
export function localMediaNotes(
  media: readonly FoundAddress[],
  placeOf: (address: string) => Place,
): ImportNote[] {
  return kinds.flatMap(({ isFromRoot, reason, ...kind }): ImportNote[] => {
    const found = media.filter(({ address }) => address.startsWith("/") === isFromRoot);
    const [{ address } = { address: undefined }] = found;
    if (address === undefined) return [];
    const more = found.length === 1 ? "" : `. The post has ${found.length} such addresses`;
    const text = `the address "${address.slice(0, 200)}" ${reason}${more}`;
    return [{ kind: "note", ...kind, text, count: found.length, place: placeOf(address) }];
  });
}
