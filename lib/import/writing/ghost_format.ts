import { cutText, toJson } from "../../base/text/well_formed.ts";
import type { StoredOrganization, StoredPostWithHtml } from "../../content/mod.ts";
import { readGhost } from "../ghost/read_ghost.ts";
import { lostElsewhere } from "./lost_elsewhere.ts";
import type { FilePart, LeavingPost, SiteFormat, WrittenPart } from "./site_format.ts";
import { asciiSlug, UniqueSlugs } from "./unique_slugs.ts";

/** A record of a table. Ids are texts. */
type Row = Readonly<Record<string, unknown>>;

/** The rows of a post, and the rows to which they refer. */
interface PostRows {
  post: Row;
  tags: readonly Row[];
  users: readonly Row[];
  posts_tags: readonly Row[];
  posts_authors: readonly Row[];
}

/** Maximum lengths in Ghost, which refuses posts with longer texts. */
const longest = { title: 255, excerpt: 300, description: 500, locale: 6 };

/** The slugs that Ghost leaves as they are. It writes other letters in ASCII. */
const keptSlug = /^[a-z0-9_-]{1,185}$/i;

/** Version of Ghost whose format the file has. */
const version = "5.0.0";

/** Number of rows in a part. More rows would hold the event loop. */
const rowsAtOnce = 5000;

/**
 * Writes posts as an export of Ghost. Ghost shows the content of an HTML card as it is. A post that is not free is for paying members. Each author is a user
 * with an address that receives no mail.
 */
export class GhostFormat implements SiteFormat {
  readonly #organization: StoredOrganization;
  readonly #now: number;
  readonly #tags = new Table("tag");
  readonly #users = new Table("author");
  readonly #postsTags: Row[] = [];
  readonly #postsAuthors: Row[] = [];
  #isFirst = true;

  constructor(organization: StoredOrganization, now: number) {
    this.#organization = organization;
    this.#now = now;
  }

  start(): FilePart[] {
    return [this.#part(this.#head())];
  }

  async add({ post, redirects }: LeavingPost): Promise<WrittenPart> {
    const rows = this.#rowsOf(post);
    this.#postsTags.push(...rows.posts_tags);
    this.#postsAuthors.push(...rows.posts_authors);
    const { post: row, ...tables } = rows;
    const alone = [this.#head(), toJson(row), ...foot(tables)].join("");
    const text = `${this.#isFirst ? "" : ",\n"}${toJson(row)}`;
    this.#isFirst = false;
    const organization = this.#organization;
    const { siteUrl } = organization;
    const fields = await lostElsewhere({ post, organization, text: alone }, (source) =>
      readGhost(source, { siteUrl, now: 0 }),
    );
    const slug = keptSlug.test(post.slug) ? [] : ["slug"];
    const notKept = [...fields, ...slug, ...redirects.map(() => "redirects")];
    return { ...this.#part(text), notKept };
  }

  *end(notKept: Readonly<Record<string, number>>): Generator<FilePart> {
    const [tags, users] = [this.#tags.rows, this.#users.rows];
    const tables = { tags, users, posts_tags: this.#postsTags, posts_authors: this.#postsAuthors };
    for (const text of foot(tables, notKept)) yield this.#part(text);
  }

  #part(text: string): FilePart {
    return { file: `${this.#organization.slug}.json`, text };
  }

  #head(): string {
    return `{"db":[{"meta":{"exported_on":${this.#now},"version":"${version}"},"data":{"posts":[\n`;
  }

  #rowsOf(post: StoredPostWithHtml): PostRows {
    const { articleSection, tags = [], author } = post;
    const isDefault = articleSection === this.#organization.section;
    // Ghost's primary tag is the first.
    const names = isDefault ? tags : [articleSection, ...tags.filter((tag) => tag !== articleSection)];
    const tagRows = names.map((name) => this.#tags.rowOf(name));
    const authors = post.authors ?? (author === undefined ? [] : [author]);
    const users = authors.map((name) => this.#users.rowOf(name));
    const post_id = String(post.id);
    return {
      post: this.#postRow(post),
      tags: tagRows,
      users,
      posts_tags: tagRows.map(({ id }, sort_order) => ({ post_id, tag_id: id, sort_order })),
      posts_authors: users.map(({ id }, sort_order) => ({ post_id, author_id: id, sort_order })),
    };
  }

  #postRow(post: StoredPostWithHtml): Row {
    const { id, name, slug, html, description = "", image, canonicalUrl, inLanguage, status } = post;
    const isShort = description.length <= longest.excerpt;
    const locale = inLanguage.length <= longest.locale ? inLanguage : null;
    return {
      id: String(id),
      title: cutText(name, longest.title),
      slug,
      lexical: toJson(htmlCard(html)),
      html,
      type: "post",
      status: status === "archived" ? "draft" : status,
      visibility: post.isAccessibleForFree ? "public" : "paid",
      custom_excerpt: isShort ? description || null : null,
      meta_description: isShort ? null : cutText(description, longest.description),
      feature_image: image ?? null,
      canonical_url: canonicalUrl ?? null,
      locale: inLanguage === this.#organization.language ? null : locale,
      // Ghost needs a date of a public post, also if Postern knows only the time of the import.
      published_at: post.publishedAt ?? null,
      created_at: post.createdAt,
      updated_at: post.updatedAt,
    };
  }
}

/** The rows of a table of names: tags or users. */
class Table {
  readonly #kind: "tag" | "author";
  readonly #slugs = new UniqueSlugs(asciiSlug);
  readonly #rows = new Map<string, Row>();

  constructor(kind: "tag" | "author") {
    this.#kind = kind;
  }

  get rows(): Row[] {
    return [...this.#rows.values()];
  }

  rowOf(name: string): Row {
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const id = String(this.#rows.size + 1);
    const slug = this.#slugs.of(name);
    const isUser = this.#kind === "author";
    const row = { id, name, slug, ...(isUser && { email: `${slug}@author.invalid` }) };
    this.#rows.set(name, row);
    return row;
  }
}

/** Returns the content of a post in the format of Ghost's editor: a card with HTML, or an empty paragraph. */
function htmlCard(html: string): object {
  const block = { direction: null, format: "", indent: 0, version: 1 };
  const card =
    html === "" ? { ...block, type: "paragraph", children: [] } : { type: "html", version: 1, html };
  return { root: { ...block, type: "root", children: [card] } };
}

/** Writes the end of the file: the tables after the posts, in parts. */
function* foot(tables: Omit<PostRows, "post">, notKept: object = {}): Generator<string> {
  yield "\n]";
  for (const [name, rows] of Object.entries(tables)) {
    yield `,\n"${name}":[`;
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const part = rows.slice(start, start + rowsAtOnce).map((row) => toJson(row));
      yield `${start === 0 ? "" : ","}${part.join(",")}`;
    }
    yield "]";
  }
  yield `},"notKept":${toJson(notKept)}}]}\n`;
}
