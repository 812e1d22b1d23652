import * as v from "valibot";
import { type MarkdownDialect, markdownDialects } from "../markdown_dialect.ts";
import { type Timestamp, toIsoString } from "../timestamp.ts";
import { timestampInput } from "../timestamp_input.ts";
import { languageTagInput } from "../language_tag_input.ts";
import { distinctNames, nameInput } from "../name.ts";
import { patchOf, type PatchOf } from "../patch_of.ts";
import { withOneByline } from "./byline.ts";
import { postTagPattern } from "./post_precondition.ts";
import { type PostStatus, postStatuses } from "./post_status.ts";
import { isPostSlug, longestSlug, slugPattern, slugRule } from "./slug.ts";
import { translations } from "./translations_input.ts";
import { webUrlInput } from "./web_url.ts";

/** Input of a new post. */
export interface PostInput {
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
  description?: string;
  /** Absolute http or https URL, at most 4,096 characters. */
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
export type ValidPostInput = Omit<PostInput, "publishedAt" | "createdAt" | "updatedAt"> & {
  publishedAt?: string;
  createdAt?: string;
  updatedAt?: string;
};

/** Maximum length of the HTML or Markdown of a post. A request's body is shorter (`limits.bodyBytes`). */
export const longestContent = 20_000_000;

/** Maximum number of aliases of a post. */
export const mostAliases = 100;

const content = v.pipe(
  v.string("must be a string"),
  v.maxLength(longestContent, `must be at most ${longestContent} characters`),
);

const text = (longest: number): v.GenericSchema<string> =>
  v.pipe(
    v.string("must be a string"),
    v.trim(),
    v.metadata({ pattern: String.raw`\S` }),
    v.minLength(1, "must not be empty"),
    v.maxLength(longest, `must be at most ${longest} characters`),
  );

const choice = <const Name extends string>(names: readonly Name[]): v.GenericSchema<Name> =>
  v.picklist(names, `must be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`);

const instant = v.pipe(
  timestampInput,
  v.transform((timestamp) => toIsoString(timestamp) ?? ""),
);

const entries = {
  name: nameInput(500),
  html: v.exactOptional(content),
  markdown: v.exactOptional(content),
  markdownDialect: v.exactOptional(choice(markdownDialects)),
  slug: v.exactOptional(
    v.pipe(
      v.string("must be a string"),
      v.metadata({ pattern: slugPattern, maxLength: longestSlug }),
      v.check(isPostSlug, slugRule),
    ),
  ),
  description: v.exactOptional(text(5_000)),
  image: v.exactOptional(webUrlInput),
  author: v.exactOptional(nameInput(200)),
  authors: v.exactOptional(
    v.pipe(
      v.array(nameInput(200), "must be an array"),
      v.minLength(1, "must contain at least 1 name"),
      v.maxLength(50, "must contain at most 50 names"),
      distinctNames,
    ),
  ),
  tags: v.exactOptional(
    v.pipe(
      v.array(nameInput(100), "must be an array"),
      v.maxLength(50, "must contain at most 50 tags"),
      distinctNames,
    ),
  ),
  articleSection: v.exactOptional(nameInput(200)),
  inLanguage: v.exactOptional(languageTagInput),
  translations: v.exactOptional(translations),
  isAccessibleForFree: v.exactOptional(v.boolean("must be true or false")),
  status: v.exactOptional(choice(postStatuses)),
  publishedAt: v.exactOptional(instant),
  createdAt: v.exactOptional(instant),
  updatedAt: v.exactOptional(instant),
  aliases: v.exactOptional(
    v.pipe(
      v.array(text(2_000), "must be an array"),
      v.maxLength(mostAliases, `must contain at most ${mostAliases} addresses`),
    ),
  ),
};

/** Changes to a post. `null` removes an optional field, or restores its default. A status of null is a write without a status. */
export type PostChanges = PatchOf<PostInput>;

/** Validates the input of a new post. */
export const postInput: v.GenericSchema<unknown, ValidPostInput> = v.pipe(
  v.strictObject(entries),
  v.transform(withOneByline),
);

/** Validates the changes to a post. */
export const postChanges: v.GenericSchema<unknown, PatchOf<ValidPostInput>> = v.pipe(
  patchOf<ValidPostInput>(entries),
  v.transform(withOneByline),
);

const { html: _html, markdown: _markdown, ...metadata } = entries;

/** A post's input with Markdown content. Front matter fills in missing fields. */
export type MarkdownPostInput = { markdown: string } & Partial<Omit<ValidPostInput, "html" | "markdown">>;

/** Validates a post with Markdown content. */
export const markdownPostInput: v.GenericSchema<unknown, MarkdownPostInput> = v.pipe(
  v.strictObject({
    markdown: v.pipe(
      content,
      v.description(
        "The content, with optional front matter. The other fields of this object override the front matter.",
      ),
    ),
    ...metadata,
    name: v.exactOptional(entries.name),
  }),
  v.transform(withOneByline),
);

/** Fields of a post that a working copy replaces. */
export const copiedFields = [
  "name",
  "description",
  "image",
  "author",
  "authors",
  "tags",
  "articleSection",
  "inLanguage",
  "html",
  "markdown",
  "markdownDialect",
] as const;

/** The text of a working copy: the editable fields, and either `html` or `markdown`. */
export type WorkingCopyText = Pick<PostInput, (typeof copiedFields)[number]>;

/** Input of a working copy. */
export interface WorkingCopyInput extends WorkingCopyText {
  /** Tag of the post that the text started from. Default: that of the stored working copy, or of the current post. */
  base?: string;
}

/** Validates the input of a working copy. */
export const workingCopyInput: v.GenericSchema<unknown, WorkingCopyInput> = v.pipe(
  v.strictObject({
    name: entries.name,
    description: entries.description,
    image: entries.image,
    author: entries.author,
    authors: entries.authors,
    tags: entries.tags,
    articleSection: entries.articleSection,
    inLanguage: entries.inLanguage,
    html: entries.html,
    markdown: entries.markdown,
    markdownDialect: entries.markdownDialect,
    base: v.exactOptional(
      v.pipe(
        v.string("must be a string"),
        v.maxLength(41, "must be the tag of a post, such as 12-3"),
        v.regex(postTagPattern, "must be the tag of a post, such as 12-3"),
        v.description("The tag of the post that the text started from, as in its `ETag`."),
      ),
    ),
  }),
  v.check(
    ({ html, markdown }) => (html === undefined) !== (markdown === undefined),
    "must have either html or markdown",
  ),
  v.transform(withOneByline),
);
