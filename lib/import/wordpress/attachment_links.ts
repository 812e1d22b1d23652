import { findAddresses, rewriteAddresses } from "../../publishing/mod.ts";
import type { Steps } from "../../base/yielding.ts";
import { plainHost } from "../links/page_index.ts";
import { isMediaFile } from "../media/media_attributes.ts";
import type { WordPressIndex } from "./wordpress_index.ts";

const mostLinks = 10_000;
/** The class of relations by which WordPress names the attachment of a link. */
const attachmentRelation = /\bwp-att-(\d{1,20})\b/;

/**
 * Replaces the links to pages of attachments by the addresses of their files, because such pages do not come over. Other links stay.
 *
 * @param blogUrl absolute URL of the old site. Undefined if it is unknown
 */
export function* withAttachmentFiles(
  html: string,
  index: WordPressIndex,
  blogUrl: string | undefined,
): Steps<string> {
  if (!html.includes("<a ")) return html;
  const site = blogUrl !== undefined && URL.canParse(blogUrl) ? new URL(blogUrl) : undefined;
  const found = yield* findAddresses(html, {
    attributesOf: (element) => (element === "a" ? ["href"] : []),
    accepts: (address) => address !== "" && !address.startsWith("#"),
    most: mostLinks,
  });
  const files = new Map<string, string>();
  for (const { address, attribute } of found) {
    yield;
    if (files.has(address) || !URL.canParse(address, site)) continue;
    const url = new URL(address, site);
    const isOwn = site === undefined || plainHost(url.host) === plainHost(site.host);
    if (!isOwn || isMediaFile(url.pathname)) continue;
    const [, id = ""] = attachmentRelation.exec(attribute("rel")?.value ?? "") ?? [];
    const file = index.attachment(id)?.url ?? index.fileOfPage(url);
    if (file !== undefined) files.set(address, file);
  }
  return files.size === 0 ? html : rewriteAddresses(html, found, files);
}
