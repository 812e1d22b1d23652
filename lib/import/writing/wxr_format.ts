import { decodePercent } from "../../base/text/decode_percent.ts";
import { toJson, wellFormed } from "../../base/text/well_formed.ts";
import { runShortSteps } from "../../base/yielding.ts";
import {
  isPostSlug,
  postUrl,
  type StoredOrganization,
  type StoredPostWithHtml,
  type StoredRedirect,
} from "../../content/mod.ts";
import { htmlElement, startTag } from "../../publishing/feeds/xml.ts";
import { escapeHtml } from "../markup/escape_html.ts";
import { findMedia } from "../media/media_attributes.ts";
import { readWordPress } from "../wordpress/read_wordpress.ts";
import { lostElsewhere } from "./lost_elsewhere.ts";
import type { FilePart, LeavingPost, SiteFormat, WrittenPart } from "./site_format.ts";
import { asciiSlug, UniqueSlugs } from "./unique_slugs.ts";
import { elements, htmlElements, metaElement, toWordPressTime } from "./wxr_elements.ts";

/** An element that posts refer to. It stands once in the file, before the first of them. */
interface Shared {
  xml: string;
  isNew: boolean;
}

/** A file that a post shows, or to which it links. */
interface Attachment {
  url: string;
  alt?: string | undefined;
}

const namespaces = {
  "xmlns:excerpt": "http://wordpress.org/export/1.2/excerpt/",
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  "xmlns:wp": "http://wordpress.org/export/1.2/",
};
const foot = "</channel>\n</rss>\n";

/** Places of the files that WordPress copies. It makes the small pictures of `srcset` itself. */
const attached = /^(?:img|video|audio|source) src$|^video poster$|^a href$/;

/** The time of WordPress that is not known. */
const noTime = "0000-00-00 00:00:00";

/** Maximum length of a post's slug in WordPress, percent-encoded. */
const longestSlug = 200;

/**
 * Writes posts as an export of WordPress (WXR 1.2). WordPress shows the content of a Custom HTML block as it is. All times are in UTC, because the
 * time zone of the new site is not known.
 */
export class WxrFormat implements SiteFormat {
  readonly #organization: StoredOrganization;
  readonly #logins = new UniqueSlugs(asciiSlug);
  readonly #categories = new UniqueSlugs();
  readonly #tags = new UniqueSlugs();
  readonly #slugs = new UniqueSlugs(wordPressSlug);
  /** Ids by URL. They are odd, because those of posts are even. */
  readonly #attachments = new Map<string, number>();

  constructor(organization: StoredOrganization) {
    this.#organization = organization;
  }

  start(): FilePart[] {
    return [this.#part(this.#head())];
  }

  async add({ post, redirects }: LeavingPost): Promise<WrittenPart> {
    const attachments = await attachmentsOf(post);
    const author = bylineOf(post);
    const shared = [
      ...(author === undefined ? [] : [this.#author(author)]),
      this.#term("category", post.articleSection),
      ...(post.tags ?? []).map((tag) => this.#term("post_tag", tag)),
      ...attachments.map((attachment) => this.#attachment(attachment, post)),
    ];
    const item = this.#item(post, redirects);
    const text = shared.filter(({ isNew }) => isNew).map(({ xml }) => xml);
    const alone = [this.#head(), ...shared.map(({ xml }) => xml), item, foot].join("");
    const lost = redirects.filter((redirect) => earlierSlug(redirect) === undefined);
    const organization = this.#organization;
    const { siteUrl, postFields = [] } = organization;
    const fields = await lostElsewhere({ post, organization, text: alone }, (source) =>
      readWordPress(source, { siteUrl, postFields, now: 0 }),
    );
    const notKept = [...fields, ...lost.map(() => "redirects")];
    return { ...this.#part([...text, item].join("")), notKept };
  }

  end(notKept: Readonly<Record<string, number>>): FilePart[] {
    return [this.#part(`<!-- Not kept: ${toJson(notKept)} -->\n${foot}`)];
  }

  #part(text: string): FilePart {
    return { file: `${this.#organization.slug}.xml`, text };
  }

  #head(): string {
    const { name, siteUrl, description = "", language } = this.#organization;
    return `<?xml version="1.0" encoding="UTF-8"?>
${startTag("rss", { version: "2.0", ...namespaces })}
<channel>
${elements({ title: name, link: siteUrl, description, language, "wp:wxr_version": "1.2", "wp:base_site_url": siteUrl, "wp:base_blog_url": siteUrl })}`;
  }

  #author(name: string): Shared {
    const isNew = !this.#logins.has(name);
    const login = this.#loginOf(name);
    const names = { "wp:author_display_name": escapeHtml(name) };
    const fields = elements({ "wp:author_login": login, "wp:author_email": "" }) + htmlElements(names);
    return { xml: `<wp:author>\n${fields}</wp:author>\n`, isNew };
  }

  #loginOf(name: string): string {
    return `author-${this.#logins.of(name)}`;
  }

  #term(domain: "category" | "post_tag", name: string): Shared {
    const isCategory = domain === "category";
    const slugs = isCategory ? this.#categories : this.#tags;
    const isNew = !slugs.has(name);
    const slug = encodeURIComponent(slugs.of(name)).toLowerCase();
    const names = { [isCategory ? "wp:cat_name" : "wp:tag_name"]: escapeHtml(name) };
    const fields = isCategory
      ? { "wp:category_nicename": slug, "wp:category_parent": "" }
      : { "wp:tag_slug": slug };
    const element = isCategory ? "wp:category" : "wp:tag";
    return { xml: `<${element}>\n${elements(fields)}${htmlElements(names)}</${element}>\n`, isNew };
  }

  #attachment({ url, alt }: Attachment, { createdAt }: StoredPostWithHtml): Shared {
    const known = this.#attachments.get(url);
    const id = known ?? 2 * this.#attachments.size + 1;
    this.#attachments.set(url, id);
    const name = fileName(url);
    const fields = {
      title: name,
      link: url,
      guid: url,
      "wp:post_id": String(id),
      "wp:post_date": toWordPressTime(createdAt),
      "wp:post_date_gmt": toWordPressTime(createdAt),
      "wp:post_name": wordPressSlug(name),
      "wp:status": "inherit",
      "wp:post_parent": "0",
      "wp:menu_order": "0",
      "wp:post_type": "attachment",
      "wp:post_password": "",
      "wp:is_sticky": "0",
      "wp:attachment_url": url,
    };
    const meta = alt === undefined ? "" : metaElement("_wp_attachment_image_alt", alt);
    return { xml: `<item>\n${elements(fields)}${meta}</item>\n`, isNew: known === undefined };
  }

  #item(post: StoredPostWithHtml, redirects: readonly StoredRedirect[]): string {
    const { id, name, slug, html, description = "", tags = [], articleSection } = post;
    const author = bylineOf(post);
    const { publishedAt, isPublicationDateUnknown: isUnknown = false, createdAt, updatedAt } = post;
    // With a local time only, WordPress takes the local time. An import into Postern takes none.
    const published = isUnknown ? undefined : publishedAt;
    const { siteUrl } = this.#organization;
    const content = html === "" ? "" : `<!-- wp:html -->\n${html}\n<!-- /wp:html -->`;
    const texts = {
      title: escapeHtml(name),
      "content:encoded": content,
      "excerpt:encoded": escapeHtml(description).replaceAll("\n", "<br>\n"),
    };
    const fields = {
      link: postUrl(this.#organization, slug),
      ...(published !== undefined && { pubDate: new Date(published).toUTCString() }),
      ...(author !== undefined && { "dc:creator": this.#loginOf(author) }),
      guid: `${siteUrl}/?p=${2 * id}`,
      "wp:post_id": String(2 * id),
      "wp:post_date": toWordPressTime(publishedAt ?? createdAt),
      "wp:post_date_gmt": published === undefined ? noTime : toWordPressTime(published),
      "wp:post_modified": toWordPressTime(updatedAt),
      "wp:post_modified_gmt": toWordPressTime(updatedAt),
      "wp:comment_status": "closed",
      "wp:ping_status": "closed",
      "wp:post_name": this.#slugs.of(slug),
      "wp:status": statusOf(post),
      "wp:post_parent": "0",
      "wp:menu_order": "0",
      "wp:post_type": "post",
      "wp:post_password": "",
      "wp:is_sticky": "0",
    };
    const terms = [
      this.#termOf("category", articleSection),
      ...tags.map((tag) => this.#termOf("post_tag", tag)),
    ];
    return `<item>\n${htmlElements(texts)}${elements(fields)}${terms.join("")}${this.#metaOf(post, redirects)}</item>\n`;
  }

  #termOf(domain: "category" | "post_tag", name: string): string {
    const slugs = domain === "category" ? this.#categories : this.#tags;
    const nicename = encodeURIComponent(slugs.of(name)).toLowerCase();
    return htmlElement("category", escapeHtml(name), { domain, nicename });
  }

  #metaOf(post: StoredPostWithHtml, redirects: readonly StoredRedirect[]): string {
    const { image, canonicalUrl, description, custom = {} } = post;
    const thumbnail = image === undefined ? undefined : this.#attachments.get(image);
    const values: (readonly [string, unknown])[] = [
      ["_thumbnail_id", thumbnail],
      ["_yoast_wpseo_metadesc", description],
      ["_yoast_wpseo_canonical", canonicalUrl],
      ...redirects.map((redirect) => ["_wp_old_slug", earlierSlug(redirect)] as const),
      ...Object.entries(custom),
    ];
    return values.map(([name, value]) => (value === undefined ? "" : metaElement(name, value))).join("");
  }
}

/** Returns the files of a post: its picture, and the files of its content with an absolute address. */
async function attachmentsOf({ html, image }: StoredPostWithHtml): Promise<Attachment[]> {
  const found = new Map<string, Attachment>();
  if (image !== undefined) found.set(image, { url: image });
  for (const { address, where, attribute } of await runShortSteps(findMedia(html))) {
    if (!/^https?:\/\//i.test(address) || !attached.test(where) || !URL.canParse(address)) continue;
    const alt = attribute("alt")?.value.trim() || undefined;
    found.set(address, { url: address, alt, ...found.get(address) });
  }
  return [...found.values()];
}

/** Returns the author. A post of WordPress has one. */
function bylineOf({ author, authors }: StoredPostWithHtml): string | undefined {
  return authors?.[0] ?? author;
}

/** Returns the status in WordPress, which has no archive. A post for some readers is private, and its readers sign in. */
function statusOf({ status, isAccessibleForFree }: StoredPostWithHtml): string {
  if (status === "published") return isAccessibleForFree ? "publish" : "private";
  return status === "scheduled" && isAccessibleForFree ? "future" : "draft";
}

/** Returns the slug that a redirect leads from. WordPress knows only earlier slugs. */
function earlierSlug({ from, slug }: StoredRedirect): string | undefined {
  return isPostSlug(from) ? from : slug;
}

/** Returns a slug as WordPress stores it, so that the file has the address that the post gets. */
function wordPressSlug(slug: string): string {
  const words = wellFormed(slug.toLowerCase()).replaceAll(/[.\s-]+/g, "-");
  let encoded = "";
  for (const character of words) {
    const next = encodeURIComponent(character).toLowerCase();
    if (encoded.length + next.length > longestSlug) break;
    encoded += next;
  }
  return encoded.replaceAll(/^-|-$/g, "");
}

/** Returns the name of the file at an address. */
function fileName(url: string): string {
  return decodePercent(new URL(url).pathname.split("/").at(-1) ?? "") || url;
}
