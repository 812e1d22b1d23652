import { detachedText } from "../values/detached_text.ts";
import { childrenOf, childText, textIn, type XmlElement } from "../markup/xml_records.ts";
import type { Attachment, Attachments } from "./attachment.ts";
import type { Pattern } from "./block_comments.ts";
import { mediaKind } from "./markup/media_elements.ts";
import { MemberPressRules } from "./restrictions/member_press_rules.ts";
import { hasPassword, metaOf } from "./meta_of.ts";

/** Fields of items that {@link WordPressIndex.add} reads. */
export const indexedFields: ReadonlySet<string> = new Set([
  "title",
  "link",
  "content:encoded",
  "excerpt:encoded",
  "wp:post_id",
  "wp:post_name",
  "wp:post_parent",
  "wp:post_type",
  "wp:status",
  "wp:post_password",
  "wp:attachment_url",
  "wp:menu_order",
  "wp:postmeta",
  "wp:meta_key",
  "wp:meta_value",
]);

/** Bounds of the memory for the attachments and patterns of an export. Further ones are not found. */
const maxAttachments = 1_000_000;
const maxPatternsLength = 10_000_000;
/** Maximum lengths of kept texts. */
const maxUrlLength = 2083;
const maxTextLength = 1000;

/** An attachment with the order among the attachments of its post. */
interface IndexedAttachment extends Attachment {
  order: number;
}

/** Attachments and synced patterns of an export, which can follow the posts that use them. */
export class WordPressIndex {
  /** True if the export has more attachments than are kept. */
  isFull = false;
  readonly #attachments = new Map<string, IndexedAttachment>();
  /** Ids of attachments by the paths of their pages. */
  readonly #pages = new Map<string, string>();
  readonly #uploadedTo = new Map<string, string[]>();
  /** Names of the guest authors of Co-Authors Plus by slug. */
  readonly #guests = new Map<string, string>();
  readonly #patterns = new Map<string, Pattern>();
  #patternsLength = 0;
  readonly #rules = new MemberPressRules();

  /** Keeps the fields of an item that posts refer to. */
  add(record: XmlElement): void {
    const id = childText(record, "wp:post_id");
    if (id === undefined || id.length > 20) return;
    const type = childText(record, "wp:post_type");
    if (type === "wp_block") this.#addPattern(id, record);
    if (type === "guest-author") this.#addGuest(record);
    if (type === "memberpressrule") this.#rules.add(record);
    const url = childText(record, "wp:attachment_url");
    // WordPress shows no attachments in the trash, and private ones only to editors.
    if (/^(?:trash|private)$/.test(childText(record, "wp:status") ?? "")) return;
    if (url !== undefined && url.length <= maxUrlLength) this.#addAttachment(detachedText(id), url, record);
  }

  attachment(id: string): Attachment | undefined {
    return this.#attachments.get(id);
  }

  /** Returns the address of the file that an attachment's page shows. */
  fileOfPage({ pathname, searchParams }: URL): string | undefined {
    const named = ["attachment_id", "p", "page_id"].map((name) => searchParams.get(name) ?? "");
    const id = named.find((one) => this.#attachments.has(one)) ?? this.#pages.get(withoutSlash(pathname));
    return id === undefined ? undefined : this.#attachments.get(id)?.url;
  }

  patternOf(id: string): Pattern | undefined {
    return this.#patterns.get(id);
  }

  /** Returns the name of a guest author by the slug of its term, such as `cap-ada`. */
  guestAuthor(slug: string): string | undefined {
    return this.#guests.get(slug);
  }

  /** True if a rule of the export is about a post. */
  isProtected(record: XmlElement): boolean {
    return this.#rules.protects(record);
  }

  /** Returns the attachments for the content of a post. */
  attachmentsFor(postId: string): Attachments {
    return {
      byId: (id) => this.#attachments.get(id),
      ofPost: () =>
        (this.#uploadedTo.get(postId) ?? []).toSorted(
          (one, other) =>
            (this.#attachments.get(one)?.order ?? 0) - (this.#attachments.get(other)?.order ?? 0),
        ),
    };
  }

  #addAttachment(id: string, url: string, record: XmlElement): void {
    if (this.#attachments.size >= maxAttachments) {
      this.isFull = true;
      return;
    }
    const attachment: IndexedAttachment = {
      url: detachedText(url),
      order: Number(childText(record, "wp:menu_order") ?? 0) || 0,
    };
    const texts = {
      // Only players show a title.
      title: mediaKind(url) === undefined ? undefined : childText(record, "title"),
      caption: childText(record, "excerpt:encoded"),
      alt: metaOf(record, "_wp_attachment_image_alt"),
    };
    for (const [name, text] of Object.entries(texts)) {
      if (text !== undefined && text.length <= maxTextLength)
        attachment[name as keyof typeof texts] = detachedText(text);
    }
    this.#attachments.set(id, attachment);
    const link = childText(record, "link") ?? "";
    if (link.length <= maxUrlLength && URL.canParse(link) && new URL(link).search === "")
      this.#pages.set(detachedText(withoutSlash(new URL(link).pathname)), id);
    const parent = childText(record, "wp:post_parent") ?? "0";
    if (parent !== "0") append(this.#uploadedTo, parent, id);
  }

  #addGuest(record: XmlElement): void {
    const name = metaOf(record, "cap-display_name") ?? childText(record, "title") ?? "";
    const slug = childText(record, "wp:post_name") ?? "";
    if (name === "" || name.length > maxTextLength || this.#guests.size >= maxAttachments) return;
    this.#guests.set(detachedText(slug), detachedText(name));
  }

  #addPattern(id: string, record: XmlElement): void {
    const content = textIn(childrenOf(record, "content:encoded")[0]);
    if (this.#patternsLength + content.length > maxPatternsLength) return;
    this.#patternsLength += content.length;
    const restriction = restrictionOf(record);
    const pattern = restriction === undefined ? { content: detachedText(content) } : { restriction };
    this.#patterns.set(detachedText(id), pattern);
  }
}

/** Returns the reason why WordPress shows a pattern in no post: only published patterns without a password are shown. */
function restrictionOf(record: XmlElement): string | undefined {
  const status = childText(record, "wp:status") ?? "draft";
  if (status !== "publish") return `has the status ${detachedText(status.slice(0, 50))}`;
  return hasPassword(record) ? "has a password" : undefined;
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(detachedText(key), [value]);
  else list.push(value);
}
