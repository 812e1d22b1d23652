import { htmlTokens } from "./html_tokens.ts";
import type { Steps } from "./steps.ts";

/** Maximum number of addresses of a post, and maximum length of an address. */
const maxMedia = 1000;
const maxAddressLength = 2083;

const elements: ReadonlySet<string> = new Set(["img", "source", "audio", "video", "track", "embed"]);
const attribute = /\s(src|href|poster)\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const file =
  /\.(?:avif|bmp|csv|docx?|epub|flac|gif|gz|heic|ico|jpe?g|m4[av]|mov|mp[34]|mpe?g|odp|ods|odt|og[agv]|pdf|png|pptx?|rar|rtf|svg|tar|tiff?|txt|wav|webm|webp|wm[av]|xlsx?|zip)$/i;

/** Returns the absolute addresses of the images and files in a post, at most 1,000. Links to pages are left out. */
export function* mediaIn(html: string, siteUrl: string): Steps<string[]> {
  const found = new Set<string>();
  for (const { kind, name, text, isClosing } of htmlTokens(html)) {
    yield;
    if (found.size >= maxMedia) break;
    if (kind !== "tag" || isClosing || !(name === "a" || elements.has(name))) continue;
    for (const [, attributeName = "", double, single, bare] of text.matchAll(attribute)) {
      yield;
      const isLink = attributeName.toLowerCase() === "href";
      const url = toAddress(double ?? single ?? bare ?? "", siteUrl);
      if (url === undefined || isLink !== (name === "a")) continue;
      if (!isLink || file.test(url.pathname)) found.add(url.href);
    }
  }
  return [...found];
}

function toAddress(text: string, siteUrl: string): URL | undefined {
  const address = text.trim().replaceAll("&amp;", "&").replaceAll("&#038;", "&");
  const base = `${siteUrl}/`;
  if (address === "" || address.length > maxAddressLength || !URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}
