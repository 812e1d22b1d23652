import { type AddressSpan, findAddresses, type FoundAddress } from "../../publishing/mod.ts";
import type { Steps } from "../../base/yielding.ts";

/** Maximum number of addresses that are compared. */
const mostCompared = 10_000;

/**
 * Removes `srcset` and `sizes` of pictures whose copies all got the new address of the picture itself. Otherwise browsers take the picture for
 * its smaller copies, and posts are shown without copies of the media store.
 *
 * @param replaced the new addresses
 */
export function* dropEqualCopies(html: string, replaced: ReadonlySet<string>): Steps<string> {
  const found = yield* findAddresses(html, {
    attributesOf: (element) => (element === "img" ? ["src", "srcset"] : []),
    accepts: (address) => address !== "",
    most: mostCompared,
  });
  const parts: string[] = [];
  let from = 0;
  const dropped = byTag(found)
    .filter(([first]) => replaced.has(first?.address ?? ""))
    .flatMap(droppedOf);
  for (const { start, end } of dropped) {
    parts.push(html.slice(from, start).trimEnd());
    from = end;
  }
  return parts.join("") + html.slice(from);
}

function byTag(found: readonly FoundAddress[]): FoundAddress[][] {
  const tags = new Map<number, FoundAddress[]>();
  for (const one of found) {
    const tag = tags.get(one.tagStart);
    if (tag === undefined) tags.set(one.tagStart, [one]);
    else tag.push(one);
  }
  return [...tags.values()];
}

/** Returns the attributes of copies in a tag, in their order, if all have the address of the picture. */
function droppedOf(tag: readonly FoundAddress[]): AddressSpan[] {
  const [first] = tag;
  const hasBoth = new Set(tag.map(({ where }) => where)).size === 2;
  const isEqual = new Set(tag.map(({ address }) => address)).size === 1;
  if (first === undefined || !hasBoth || !isEqual) return [];
  return ["srcset", "sizes"]
    .flatMap((name) => first.attribute(name) ?? [])
    .toSorted((one, other) => one.start - other.start);
}
