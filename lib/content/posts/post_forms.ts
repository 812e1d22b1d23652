import type { MarkdownDialect } from "./markdown_dialect.ts";
import type { Timestamp } from "../../base/time/timestamp.ts";
import type { CustomValues } from "../custom_fields/custom_field.ts";
import type { PostContent } from "./post_content.ts";
import type { ImportedFrom } from "./writes/import_origin.ts";

/** The statuses of a post, in the order of its life. */
export const postStatuses = ["draft", "scheduled", "published", "archived"] as const;

/** Status of a post. A `scheduled` post is public from its `publishedAt` on. */
export type PostStatus = (typeof postStatuses)[number];

/** Texts of a post that its author writes beside the content. Every form of a post has them. */
export interface PostTexts {
  /** At most 5,000 characters. */
  description?: string;
  /** Absolute http or https URL, at most 4,096 characters. Other URLs are left out of responses. */
  image?: string;
  /** The author's name. */
  author?: string;
  /** Names of 1 to 50 authors in order, each 1 to 200 characters. They take precedence over `author`. */
  authors?: readonly string[];
  /** At most 50, each 1 to 100 characters. */
  tags?: readonly string[];
  /** Default: the organization's section. */
  articleSection?: string;
  /** BCP 47 tag. Default: the organization's language. */
  inLanguage?: string;
  /**
   * Address of the page that search engines list instead of the post's own: absolute http or https URL, at most 4,096 characters. Default: the
   * post's page on the organization's site.
   */
  canonicalUrl?: string;
  /**
   * Questions of the post that are left out of its FAQ entries, in addition to the organization's `faq.skip` and by its rules. `["*"]` leaves
   * all out. At most 100 texts, each of at most 500 characters.
   */
  faqSkip?: readonly string[];
  /** Values of the fields that the organization defines in `postFields`, by name. At most 16,384 bytes of JSON. */
  custom?: CustomValues;
}

/** Input of a new post. */
export interface PostInput extends PostTexts {
  /** 1 to 500 characters. */
  name: string;
  /** The content, with markup. Default: empty. */
  html?: string;
  /** The Markdown that `html` was made from. It is kept for editors, and is not served. Default: the post was written as HTML. */
  markdown?: string;
  /**
   * The dialect of `markdown`, ignored without Markdown. With it, a later rendering of the Markdown may replace `html`. Default: unknown, because `html` does not
   * come from Postern's renderer. `api.admin.posts` renders Markdown without `html` as `editor` by default.
   */
  markdownDialect?: MarkdownDialect;
  /** Unique within the organization. Default: derived from `name`. */
  slug?: string;
  /**
   * The same post in other languages, at most 100. Keys are BCP 47 tags, or `x-default` for all other languages. Values are slugs of
   * posts of the same organization, or absolute http or https URLs. Give each of these posts the same `translations`.
   */
  translations?: Readonly<Record<string, string>>;
  /** Default: true. */
  isAccessibleForFree?: boolean;
  /** Default: `published` for a new post. An existing post keeps its status. */
  status?: PostStatus;
  /** Default: the time of publication. Required if `status` is `scheduled`. */
  publishedAt?: Timestamp;
  /** Default: now for a new post. An existing post keeps its time. */
  createdAt?: Timestamp;
  /** Default: `createdAt` for a new post, now for a changed post. */
  updatedAt?: Timestamp;
  /** Earlier addresses of the post: at most 100 absolute URLs or paths of the site, such as `/2020/hello/`. */
  aliases?: readonly string[];
}

/** A post's input after validation: timestamps in RFC 3339, the language tag in its canonical form. */
export interface ValidPostInput extends Omit<PostInput, "publishedAt" | "createdAt" | "updatedAt"> {
  publishedAt?: string;
  createdAt?: string;
  updatedAt?: string;
}

/** A public post. Leave out unknown fields. */
export interface Post extends PostTexts {
  /** Integer. */
  id: number;
  name: string;
  /** Unique within the organization. */
  slug: string;
  /** The content, with markup. Required for a single post, and in lists with `html: true`. */
  html?: string;
  /** Default: counted from `html`, if given. */
  wordCount?: number;
  /**
   * The same post in other languages. Keys are BCP 47 tags, or `x-default` for all other languages. Values are slugs of posts of the
   * same organization, or absolute URLs. Each of these posts must have the same `translations`; a post may leave itself out.
   */
  translations?: Readonly<Record<string, string>>;
  /** Default: true. */
  isAccessibleForFree?: boolean;
  publishedAt?: Timestamp;
  /** True if `publishedAt` is only the time of an import. The Article then has no `datePublished`. Default: false. */
  isPublicationDateUnknown?: boolean;
  createdAt?: Timestamp;
  updatedAt?: Timestamp;
  /**
   * Time of the last change of the post, or of its publication if that is later, by the clock of the source. It moves with every change,
   * so it differs from `updatedAt` if that is a date of the author. Default: unknown.
   */
  changedAt?: Timestamp;
  /** Opaque text that changes with every edit. See `Organization.version`. */
  version?: string;
}

/**
 * The posts that a stored post refers to, by the text of the reference, or by `custom/NAME/SLUG` for a value of `custom`. Each is the id of a post,
 * or the slug that the reference waits for. A text without an entry was written by an earlier version of Postern, or is the address of another page.
 */
export type References = Readonly<Record<string, number | string>>;

/** The saves of a draft after its last revision. */
export interface DraftSaves {
  /** Number of saves, from 1. */
  count: number;
  /** Time of the first save, in RFC 3339. */
  since: string;
  /** Time of the last save, in RFC 3339. */
  at: string;
  /** Id of the user who saved last, if known. */
  by?: string;
  /** Id of the API key that the user saved with. */
  via?: string;
  /** Names of the fields that the saves changed. */
  changed: readonly string[];
}

/** Texts of fields that are not valid yet, as they were typed. Fields of the organization have the names `custom.NAME`. */
export type UnfinishedFields = Readonly<Record<string, string>>;

/** A post of any status in the store. */
export interface StoredPost extends Omit<
  Post,
  "html" | "publishedAt" | "createdAt" | "updatedAt" | "changedAt"
> {
  wordCount: number;
  articleSection: string;
  inLanguage: string;
  isAccessibleForFree: boolean;
  status: PostStatus;
  /** RFC 3339, like `createdAt` and `updatedAt`. */
  publishedAt?: string;
  /** IANA name of the time zone in which the schedule was set. Default: the schedule was set without a zone, or the post has none. */
  scheduleZone?: string;
  createdAt: string;
  /** Id of the user who created the post. Default: no user is known, or an earlier version wrote the post. */
  createdBy?: string;
  updatedAt: string;
  /** True if a write states the `updatedAt` of a scheduled post, so its publication does not move it. Default: false. */
  isUpdatedAtStated?: boolean;
  /** Time of the last write, by the clock of the server. It moves with every write. Default: an earlier version wrote the post. */
  changedAt?: string;
  /** Number of writes of the post, from 1. */
  revision: number;
  /** Earlier addresses of the post: absolute URLs, or paths of the site. */
  aliases?: readonly string[];
  /** The item of another system that the post was imported from. Default: the post was not imported. */
  importedFrom?: ImportedFrom;
  /** The saves of a draft after its last revision. Default: the last revision has the present text. */
  saves?: DraftSaves;
  /** Fields of a draft that are not valid yet. A post with them cannot be published. Default: all fields are valid. */
  unfinished?: UnfinishedFields;
  /** True if the first publication makes the slug from the title. Default: the slug was chosen, or the post was public before. */
  hasDerivedSlug?: boolean;
  /** The posts that `translations` and `custom` name. Only the store and exports have it. Default: an earlier version wrote the post, or it names no post. */
  references?: References;
}

/** A post in a list (spec, "Post"). Unknown fields are left out. */
export interface PostItem extends Omit<PostTexts, "faqSkip"> {
  id: number;
  name: string;
  slug: string;
  url: string;
  wordCount?: number;
  articleSection: string;
  inLanguage: string;
  isAccessibleForFree: boolean;
  publishedAt?: string;
  createdAt?: string;
  updatedAt?: string;
  changedAt?: string;
}

/** The text of a working copy: the editable fields, and either `html` or `markdown`. */
export interface WorkingCopyText extends PostTexts, Partial<PostContent> {
  name: string;
}

/** The address of a post in the store. */
export interface PostAddress {
  organizationSlug: string;
  slug: string;
}
