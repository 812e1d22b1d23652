import { cutText } from "../../base/text/well_formed.ts";
import { escapeHtml, startTag } from "../markup/escape_html.ts";
import {
  type FoundFields,
  lastSegment,
  toByline,
  toDescription,
  toImage,
  toLanguage,
  toSlugOrTitle,
  toTags,
} from "../values/post_fields.ts";
import type { Audience } from "../values/audience.ts";
import { childOf, childrenOf, childText, textIn, type XmlElement } from "../markup/xml_records.ts";

const maxTitleLength = 500;

/** Returns the fields of an Atom entry (RFC 4287). The slug is the last part of its URL. */
export function atomFields(entry: XmlElement, siteUrl: string, audience: Audience): FoundFields {
  const content = childOf(entry, "content");
  const summary = childOf(entry, "summary");
  const image = childrenOf(entry, "link").find(
    ({ attributes }) => attributes["type"]?.startsWith("image/") ?? false,
  );
  const name = toEntryTitle(childOf(entry, "title"));
  const updated = childText(entry, "updated");
  const published = audience.publicationOf({ published: childText(entry, "published"), updated });
  return {
    name,
    slug: toSlugOrTitle(lastSegment(alternateOf(entry) ?? childText(entry, "id") ?? ""), name),
    html: htmlOf(content ?? summary),
    description: content === undefined ? undefined : toDescription(htmlOf(summary)),
    image: toImage(image?.attributes["href"], siteUrl),
    ...toByline(childrenOf(entry, "author").map((author) => childText(author, "name"))),
    tags: toTags(
      childrenOf(entry, "category").map(({ attributes }) => attributes["label"] ?? attributes["term"] ?? ""),
    ),
    inLanguage: toLanguage(entryLanguage(entry)),
    publishedAt: published,
    createdAt: published,
    updatedAt: audience.timeOf({ updated }),
  };
}

/** Returns the language of an entry as the feed has it. */
export function entryLanguage(entry: XmlElement): string | undefined {
  return childOf(entry, "content")?.attributes["xml:lang"] ?? entry.attributes["xml:lang"];
}

/** Returns the address of the page that an entry is about. */
export function alternateOf(entry: XmlElement): string | undefined {
  const links = childrenOf(entry, "link");
  return links.find(({ attributes }) => (attributes["rel"] ?? "alternate") === "alternate")?.attributes[
    "href"
  ];
}

/** True for an entry that is not published yet (RFC 5023, section 13.1.1). */
export function isAtomDraft(entry: XmlElement): boolean {
  const control = childOf(entry, "app:control");
  return control !== undefined && childText(control, "app:draft")?.toLowerCase() === "yes";
}

/** Converts a text construct (RFC 4287, section 3.1) to HTML. */
function htmlOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined) return undefined;
  const type = element.attributes["type"] ?? "text";
  if (type === "html" || type === "text/html") return textIn(element).trim();
  if (type !== "xhtml") return `<p>${escapeHtml(textIn(element).trim())}</p>`;
  const wrapper = childOf(element, "div") ?? element;
  return wrapper.children.map(toHtml).join("").trim();
}

function toHtml(node: XmlElement | string): string {
  if (typeof node === "string") return escapeHtml(node);
  const start = startTag(node.name, node.attributes);
  if (/^(?:br|hr|img|input|source|wbr)$/.test(node.name)) return start;
  return `${start}${node.children.map(toHtml).join("")}</${node.name}>`;
}

/** Returns a title in one line. It is text, unless its type says that it has markup (RFC 4287, section 3.1.1). RSS has no types. */
export function toEntryTitle(title: XmlElement | undefined): string | undefined {
  const hasMarkup = /html/.test(title?.attributes["type"] ?? "text");
  const text = hasMarkup ? (toDescription(htmlOf(title)) ?? "") : textIn(title);
  return cutText(text.replace(/\s+/g, " ").trim(), maxTitleLength) || undefined;
}
