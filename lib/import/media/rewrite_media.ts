import type { Awaitable } from "../../base/awaitable.ts";
import { given } from "../../base/given.ts";
import { type FoundAddress, rewriteAddresses } from "../../publishing/mod.ts";
import type { ImportedPost } from "../import_item.ts";
import { runShortSteps } from "../../base/yielding.ts";
import { dropEqualCopies } from "./drop_equal_copies.ts";
import { findMedia } from "./media_attributes.ts";
import { rewriteMarkdown } from "./rewrite_markdown.ts";

/** An image or file of a post. */
export interface PostMedia {
  /** The address as the post has it, decoded. */
  address: string;
  /** Element and attribute in the HTML, such as `img src`, or `image` for the post's image. */
  where: string;
  /** Text of the first `alt` and `title` beside the address. */
  alt?: string;
  title?: string;
}

/** A post with new addresses of its media. */
export interface RewrittenMedia {
  item: ImportedPost;
  /** True if the Markdown still has an address that the HTML no longer has. */
  hasOldMarkdown: boolean;
}

/**
 * Replaces the addresses of images and files in the HTML of a post, in the Markdown of the HTML, and in its image. Every other character of the HTML stays as it is, except the text of links that show their address.
 *
 * @param newAddressOf returns the new address of a file, or undefined if it stays. Called once for each address of the post
 */
export async function rewriteMedia(
  item: ImportedPost,
  newAddressOf: (media: PostMedia) => Awaitable<string | undefined>,
): Promise<RewrittenMedia> {
  const { html = "", markdown, markdownDialect = "editor", image } = item.input;
  const found = await runShortSteps(findMedia(html));
  const replacements = new Map<string, string>();
  for (const media of distinct(found)) {
    const { address } = media;
    const replacement = await newAddressOf(media);
    if (replacement !== undefined && replacement !== address) replacements.set(address, replacement);
  }
  const newImage = image === undefined ? undefined : await newAddressOf({ address: image, where: "image" });
  const input = { ...item.input, ...(newImage !== undefined && { image: newImage }) };
  if (replacements.size === 0) return { item: { ...item, input }, hasOldMarkdown: false };
  input.html = rewriteAddresses(html, found, replacements);
  if (markdown === undefined) {
    input.html = await runShortSteps(dropEqualCopies(input.html, new Set(replacements.values())));
    return { item: { ...item, input }, hasOldMarkdown: false };
  }
  const rewritten = await rewriteMarkdown(markdown, markdownDialect, replacements);
  if (rewritten === undefined) return { item: { ...item, input }, hasOldMarkdown: true };
  input.markdown = rewritten.markdown;
  const isSame = rewritten.html === input.html || (await haveSameMedia(rewritten.html, input.html));
  if (isSame) input.html = rewritten.html;
  return { item: { ...item, input }, hasOldMarkdown: !isSame };
}

/** Returns each address once, with its first place and its first texts. */
function distinct(found: readonly FoundAddress[]): Iterable<PostMedia> {
  const media = new Map<string, PostMedia>();
  for (const { address, where, attribute } of found) {
    const textOf = (name: string): string | undefined => attribute(name)?.value.trim() || undefined;
    const texts = given({ alt: textOf("alt"), title: textOf("title") });
    media.set(address, { address, where, ...texts, ...media.get(address) });
  }
  return media.values();
}

async function haveSameMedia(one: string, other: string): Promise<boolean> {
  const [addresses, otherAddresses] = await Promise.all(
    [one, other].map(async (html) => addressesOf(await runShortSteps(findMedia(html)))),
  );
  return addresses === otherAddresses;
}

function addressesOf(media: readonly FoundAddress[]): string {
  return JSON.stringify(media.map(({ address }) => address));
}
