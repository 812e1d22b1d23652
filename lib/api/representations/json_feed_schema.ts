import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import type { JsonFeed, JsonFeedAuthor, JsonFeedItem } from "../../publishing/mod.ts";
import { schemaOf } from "../../http/mod.ts";

const address = v.pipe(v.string(), v.url());
const instant = v.optional(v.pipe(v.string(), v.isoTimestamp(), v.description("RFC 3339, in UTC.")));
const language = textSchema("A BCP 47 language tag.");

/** The author of a post or of the feed. */
export const jsonFeedAuthorSchema: v.GenericSchema<JsonFeedAuthor> = schemaOf<JsonFeedAuthor>()(
  v.strictObject({ name: v.string(), url: v.optional(address) }),
);

/** A post in a JSON Feed. */
export const jsonFeedItemSchema: v.GenericSchema<JsonFeedItem> = schemaOf<JsonFeedItem>()(
  v.strictObject({
    id: textSchema("Never changes, even if the post's URL changes."),
    url: address,
    title: v.string(),
    content_html: v.optional(textSchema("The content, if everyone may read it without a key.")),
    content_text: v.optional(textSchema("The summary or the title, if there is no `content_html`.")),
    summary: v.optional(v.string()),
    image: v.optional(v.string()),
    date_published: instant,
    date_modified: instant,
    authors: v.optional(v.array(jsonFeedAuthorSchema)),
    tags: v.optional(v.pipe(v.array(v.string()), v.readonly())),
    language: v.optional(language),
  }),
);

/** A feed in the JSON Feed 1.1 format. */
export const jsonFeedSchema: v.GenericSchema<JsonFeed> = schemaOf<JsonFeed>()(
  v.strictObject({
    version: v.literal("https://jsonfeed.org/version/1.1"),
    title: textSchema("The name of the organization."),
    home_page_url: address,
    feed_url: v.optional(v.pipe(address, v.description("URL of the feed for readers, if known."))),
    description: v.optional(v.string()),
    icon: v.optional(v.string()),
    language,
    authors: v.array(jsonFeedAuthorSchema),
    items: v.array(jsonFeedItemSchema),
  }),
);
