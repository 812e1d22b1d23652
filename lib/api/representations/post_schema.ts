import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { postFields, type PostItem } from "../../content/mod.ts";
import { entriesOf } from "../../base/fields/entries_of.ts";
import type { FaqEntry } from "../../faq/mod.ts";
import { schemaOf } from "../../http/mod.ts";
import type { ArticleJsonLd, FaqPageJsonLd } from "../../publishing/mod.ts";
import type { SelectableFields } from "./field_selection.ts";
import { articleSchema, faqPageSchema } from "./structured_data_schema.ts";

/** A single post (spec, "Single-post additions"). */
export interface SinglePost extends PostItem {
  html: string;
  faqEntries: FaqEntry[];
  structuredData: { article: ArticleJsonLd; faqPage?: FaqPageJsonLd };
  /** True if only callers with a key may read the content. Then `html` and `faqEntries` are empty. */
  isContentWithheld?: true;
  /** HTML elements for the `<head>` of the post's page. Only if `fields` names it. */
  head?: string;
}

/** A post in a list whose request may name `html` in `fields`. */
type ListedPost = PostItem & Pick<SinglePost, "html">;

/** A page of the list. */
export interface PostList {
  posts: PostItem[];
  nextCursor: string | null;
  /** Number of posts on all pages. Only with the parameter `total`. */
  total?: number;
}

const itemEntries = entriesOf(postFields, "item", "shown");

/** The fields of a question and its answer. */
export const faqEntryEntries: {
  question: v.GenericSchema<string>;
  answer: v.GenericSchema<string>;
  answerHtml: v.ExactOptionalSchema<v.GenericSchema<string>, undefined>;
} = {
  question: v.pipe(v.string(), v.minLength(1), v.description("The text of the heading.")),
  answer: v.pipe(v.string(), v.minLength(1), v.description("The text up to the next heading.")),
  answerHtml: v.exactOptional(
    textSchema("The answer as HTML for search engines, if the organization's `faq.answerFormat` is `html`."),
  ),
};

/** A question and its answer. */
export const faqEntrySchema: v.GenericSchema<FaqEntry> = schemaOf<FaqEntry>()(
  v.strictObject(faqEntryEntries),
);

const singleEntries = {
  ...itemEntries,
  html: textSchema("The content, with markup."),
  faqEntries: v.array(faqEntrySchema),
  structuredData: v.strictObject({
    article: articleSchema,
    faqPage: v.exactOptional(faqPageSchema),
  }),
  isContentWithheld: v.exactOptional(
    v.pipe(
      v.literal(true),
      v.description(
        "True if the post is not free and only callers with a key may read it. Then `html` and `faqEntries` are empty.",
      ),
    ),
  ),
};

/** Fields of a list item. */
export const itemFields: SelectableFields = { usual: Object.keys(itemEntries), extra: ["html"] };

/** Fields of a single post. */
export const singleFields: SelectableFields = { usual: Object.keys(singleEntries), extra: ["head"] };

/** The start of the next page of a list. */
export const nextCursorSchema: v.GenericSchema<string | null> = v.pipe(
  v.nullable(v.string()),
  v.description(
    "The value of `cursor` for the next page, or null on the last page. A page may have fewer items than `limit`, because it ends at a size.",
  ),
);

/** An item of the list. */
export const postItemSchema: v.GenericSchema<PostItem> = schemaOf<PostItem>()(v.strictObject(itemEntries));

/** Makes every field optional, for responses to requests with `fields`. */
function selectionOf<Shown>(entries: v.ObjectEntries): v.GenericSchema<Partial<Shown>> {
  const optional = Object.entries(entries).map(([name, entry]) => [
    name,
    entry.type === "exact_optional" ? entry : v.exactOptional(entry),
  ]);
  const schema: v.GenericSchema = v.strictObject(Object.fromEntries(optional) as v.ObjectEntries);
  return schema as v.GenericSchema<Partial<Shown>>;
}

/** An item of the list with selected fields. */
export const selectedItemSchema: v.GenericSchema<Partial<ListedPost>> = selectionOf<ListedPost>({
  ...itemEntries,
  html: singleEntries.html,
});

const pageEntries = {
  nextCursor: nextCursorSchema,
  total: v.exactOptional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description("Number of posts on all pages, if the request has `total=true`."),
    ),
  ),
};

/** A page of the list with selected fields. */
export const selectedListSchema: v.GenericSchema<Omit<PostList, "posts"> & { posts: Partial<ListedPost>[] }> =
  v.strictObject({ posts: v.array(selectedItemSchema), ...pageEntries });

/** A page of the list. */
export const postListSchema: v.GenericSchema<PostList> = schemaOf<PostList>()(
  v.strictObject({
    posts: v.array(postItemSchema),
    ...pageEntries,
  }),
);

const completeEntries = {
  ...singleEntries,
  head: v.exactOptional(
    textSchema("HTML elements for the `<head>` of the post's page. Only if `fields` names it."),
  ),
};

export const singlePostSchema: v.GenericSchema<SinglePost> = schemaOf<SinglePost>()(
  v.strictObject(completeEntries),
);

/** A single post with selected fields. */
export const selectedPostSchema: v.GenericSchema<Partial<SinglePost>> =
  selectionOf<SinglePost>(completeEntries);

/** The fields of posts in lists and of single posts. */
export const shownEntries: Readonly<Record<"PostItem" | "Post", v.ObjectEntries>> = {
  PostItem: itemEntries,
  Post: completeEntries,
};
