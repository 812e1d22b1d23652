import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import type { PostPreview } from "../actions/post_preview.ts";
import {
  type CopyMark,
  markdownDialects,
  type PostContent,
  postFields,
  type PostRevision,
  postStatuses,
  type PostWarning,
  type StoredPost,
} from "../../content/mod.ts";
import { schemaOf } from "../../http/mod.ts";
import type { StructuredDataWarning } from "../../publishing/mod.ts";
import { entriesOf } from "../../base/fields/entries_of.ts";
import { instantSchema } from "../../base/fields/instant_schema.ts";
import { faqEntrySchema, nextCursorSchema } from "../representations/post_schema.ts";
import { articleSchema, faqPageSchema } from "../representations/structured_data_schema.ts";
import { listOf } from "../representations/list_of.ts";

/** A post as stored, without its internal version and the ids of its references. */
type KeptPost = Omit<StoredPost, "version" | "references">;

const { references: _references, ...entries } = entriesOf(postFields, "stored", "shown");

const markdownDialect = v.exactOptional(
  v.pipe(
    v.picklist(markdownDialects),
    v.description("The dialect in which Postern rendered `markdown`. Omitted if the caller gave `html`."),
  ),
);

const content = {
  html: textSchema("The content, with markup."),
  markdown: v.exactOptional(
    textSchema("The Markdown that `html` was made from, if the post was written as Markdown."),
  ),
  markdownDialect,
};

/** A post without its HTML. */
export const keptPostSchema: v.GenericSchema<KeptPost> = schemaOf<KeptPost>()(v.strictObject(entries));

/** The mark of a post with unpublished changes. */
interface Marked {
  unpublishedChanges?: CopyMark;
}

const mark = {
  unpublishedChanges: v.exactOptional(
    v.pipe(
      v.strictObject({
        at: instantSchema,
        by: v.exactOptional(textSchema("The id of the user who saved them, if known.")),
        via: v.exactOptional(textSchema("The id of the key that they were saved with.")),
      }),
      v.description(
        "The last save of the working copy. Omitted if the post has none, for drafts, and without `posts:write`.",
      ),
    ),
  ),
};

export const keptPostWithHtmlSchema: v.GenericSchema<KeptPost & PostContent & Marked> = schemaOf<
  KeptPost & PostContent & Marked
>()(v.strictObject({ ...entries, ...content, ...mark }));

const postWarningSchema: v.GenericSchema<PostWarning> = schemaOf<PostWarning>()(
  v.strictObject({
    pointer: textSchema("A JSON pointer (RFC 6901) to the field of the post."),
    message: v.string(),
  }),
);

/** A post after a write, with warnings. */
type Written = KeptPost & PostContent & { warnings?: PostWarning[] };

/** A post after a write, with warnings. */
export const writtenPostSchema: v.GenericSchema<Written> = schemaOf<Written>()(
  v.strictObject({
    ...entries,
    ...content,
    warnings: v.exactOptional(
      v.pipe(v.array(postWarningSchema), v.description("Values that are allowed but probably unintended.")),
    ),
  }),
);

type ListedPost = KeptPost & Marked;

/** A post of a list, without its HTML. */
export const listedPostSchema: v.GenericSchema<ListedPost> = schemaOf<ListedPost>()(
  v.strictObject({ ...entries, ...mark }),
);

/** A page of the list of posts. */
export const keptPostListSchema: v.GenericSchema<{ posts: ListedPost[]; nextCursor: string | null }> =
  v.strictObject({ posts: v.array(listedPostSchema), nextCursor: nextCursorSchema });

/** A property that search engines recommend and that a post's structured data lacks. */
export const warningSchema: v.GenericSchema<StructuredDataWarning> = schemaOf<StructuredDataWarning>()(
  v.strictObject({
    pointer: textSchema("A JSON pointer (RFC 6901) into `structuredData`."),
    message: v.string(),
  }),
);

/** A post's data for readers and search engines. */
export const postPreviewSchema: v.GenericSchema<PostPreview> = schemaOf<PostPreview>()(
  v.strictObject({
    status: v.pipe(
      v.picklist(postStatuses),
      v.description("`published` for a scheduled post after its publication time."),
    ),
    url: textSchema("The post's page on the organization's site."),
    faqEntries: v.array(faqEntrySchema),
    structuredData: v.strictObject({ article: articleSchema, faqPage: v.exactOptional(faqPageSchema) }),
    warnings: v.pipe(
      v.array(warningSchema),
      v.description("Missing properties that search engines recommend."),
    ),
    sitemapEntry: v.pipe(
      v.nullable(v.strictObject({ loc: v.string(), lastmod: v.exactOptional(instantSchema) })),
      v.description(
        "The post's sitemap entry, or null while the post is not public, or if its canonical address is another page.",
      ),
    ),
  }),
);

/** A post after a single write. */
type Revision = Omit<PostRevision, "post" | "textOf"> & { post: KeptPost };

/** A post after a single write. */
export const postRevisionSchema: v.GenericSchema<Revision> = schemaOf<Revision>()(
  v.strictObject({
    number: v.pipe(v.number(), v.integer(), v.minValue(1)),
    at: instantSchema,
    by: v.exactOptional(textSchema("The id of the user who wrote it, if known.")),
    via: v.exactOptional(textSchema("The id of the key that it was written with.")),
    restoredFrom: v.exactOptional(
      v.pipe(v.number(), v.integer(), v.description("The revision whose content was restored.")),
    ),
    changed: v.pipe(listOf(v.string()), v.description("The fields that changed.")),
    post: keptPostSchema,
    html: v.exactOptional(textSchema("Omitted if it is longer than 100,000 UTF-16 code units.")),
    markdown: v.exactOptional(
      textSchema("The Markdown of the HTML, if any. Omitted if it is too long, as the HTML is."),
    ),
    markdownDialect,
  }),
);

export const postRevisionListSchema: v.GenericSchema<{ revisions: Revision[] }> = v.strictObject({
  revisions: v.array(postRevisionSchema),
});
