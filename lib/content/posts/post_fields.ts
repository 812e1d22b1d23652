import * as v from "valibot";
import { type FieldsOf, namesOn, rowsOf } from "../../base/fields/field.ts";
import type { Kind } from "../../base/fields/kind.ts";
import {
  boolean,
  choice,
  counted,
  identifier,
  instant,
  language,
  name,
  names,
  prose,
  text,
  texts,
} from "../../base/fields/kinds.ts";
import {
  instant as movedInstant,
  listOf,
  mostItems,
  positive,
  string,
} from "../../base/fields/moved_values.ts";
import { LONGEST_SKIPPED, MOST_SKIPPED } from "../../faq/reading.ts";
import { slug, url } from "./content_kinds.ts";
import { customValues } from "../custom_fields/custom_kinds.ts";
import type { ImportedFrom } from "./writes/import_origin.ts";
import {
  type DraftSaves,
  type Post,
  type PostItem,
  type References,
  type StoredPost,
  type UnfinishedFields,
  type ValidPostInput,
  type WorkingCopyText,
  postStatuses,
} from "./post_forms.ts";
import { translations } from "./translations_input.ts";

/** Fields of the content, which is a record of its own (`post_content.ts`). */
type Content = "html" | "markdown" | "markdownDialect";

type PostTime = "publishedAt" | "createdAt" | "updatedAt" | "changedAt";

/** The forms of a post, without its content: requests, a host's source, the store and exports, lists, and working copies. */
export interface PostForms {
  input: Omit<ValidPostInput, Content>;
  /** A host's times can also be numbers and dates. */
  host: Omit<Post, "html" | "version" | PostTime> & Partial<Record<PostTime, string>>;
  stored: Omit<StoredPost, "version">;
  item: PostItem;
  copy: Omit<WorkingCopyText, Content>;
}

/** Maximum number of aliases of a post. */
export const mostAliases = 100;

const pageUrl: Kind<string> = { ...url, shown: v.pipe(v.string(), v.url()) };

const pages: Kind<Readonly<Record<string, string>>> = {
  name: "map",
  input: translations,
  shown: v.pipe(v.record(v.string(), v.string()), v.readonly()),
  moved: v.pipe(
    v.record(string, string, "must be an object of texts"),
    v.maxEntries(mostItems, `must have at most ${mostItems} items`),
  ),
};

const origin: Kind<ImportedFrom> = {
  name: "map",
  input: v.never(),
  shown: v.strictObject({
    source: v.string(),
    key: v.string(),
    revision: v.pipe(v.number(), v.integer()),
    isStatusKept: v.exactOptional(v.literal(true)),
  }),
  moved: v.strictObject({
    source: string,
    key: string,
    revision: positive,
    isStatusKept: v.exactOptional(v.literal(true)),
  }),
};

const movedReferences = v.pipe(
  v.record(string, v.union([positive, string], "must be the id or the slug of a post")),
  v.maxEntries(mostItems, `must have at most ${mostItems} items`),
);
const references: Kind<References> = {
  name: "map",
  input: v.never(),
  shown: movedReferences,
  moved: movedReferences,
};

/** Maximum number of fields of a draft that are not valid yet, and of characters of the text of each. */
const mostUnfinished = 100;
export const longestUnfinished = 20_000;

const unfinishedTexts = v.pipe(
  v.record(v.pipe(string, v.maxLength(200)), v.pipe(string, v.maxLength(longestUnfinished))),
  v.maxEntries(mostUnfinished, `must have at most ${mostUnfinished} items`),
);
const unfinished: Kind<UnfinishedFields> = {
  name: "map",
  input: unfinishedTexts,
  shown: v.pipe(v.record(v.string(), v.string()), v.readonly()),
  moved: unfinishedTexts,
};

const saves: Kind<DraftSaves> = {
  name: "map",
  input: v.never(),
  shown: v.strictObject({
    count: v.pipe(v.number(), v.integer()),
    since: v.string(),
    at: v.string(),
    by: v.exactOptional(v.string()),
    via: v.exactOptional(v.string()),
    changed: v.array(v.string()),
  }),
  moved: v.strictObject({
    count: positive,
    since: movedInstant,
    at: movedInstant,
    by: v.exactOptional(string),
    via: v.exactOptional(string),
    changed: listOf(string),
  }),
};

const onAll = <const Presence extends string>(presence: Presence) =>
  ({ input: presence, host: presence, stored: presence, item: presence, copy: presence }) as const;
const required = onAll("required");
const optional = onAll("optional");
/** Optional in an input. A post without it has the organization's. */
const inherited = { ...optional, stored: "required", item: "required" } as const;
const derived = { host: "optional", stored: "required", item: "optional" } as const;

/** The fields of a post, in the order of responses and forms. */
export const postFields: FieldsOf<PostForms> = {
  id: {
    kind: identifier,
    on: { host: "required", stored: "required", item: "required" },
    description: "Identifies the post. It never changes.",
  },
  name: {
    kind: name(500),
    on: required,
    label: "Title",
    description: "The title.",
    frontMatter: ["title", "name"],
  },
  slug: {
    kind: slug,
    on: { input: "optional", host: "required", stored: "required", item: "required" },
    label: "Slug",
    description: {
      input: "Unique within the organization. Default: made from `name`.",
      shown: "Unique within the organization.",
    },
    frontMatter: ["slug"],
  },
  url: {
    kind: pageUrl,
    on: { item: "required" },
    description: "The post's page on the organization's site.",
    frontMatter: ["url"],
  },
  description: {
    kind: prose(5_000),
    on: optional,
    label: "Description",
    description: { input: "A summary in plain text, for lists and search engines." },
    frontMatter: ["description", "excerpt", "summary"],
    search: "text",
  },
  image: {
    kind: url,
    on: optional,
    label: "Picture",
    hint: "Absolute URL",
    description: "URL of an image.",
    frontMatter: ["image", "heroImage", "cover", "images"],
  },
  author: {
    kind: name(200),
    on: optional,
    description: "The author's name.",
    frontMatter: ["author"],
  },
  authors: {
    kind: names({ longest: 200, most: 50, items: "names", least: "name" }),
    on: optional,
    label: "Authors",
    description: {
      input: "The names of several authors, in order. They replace `author`.",
      shown: "The names of several authors.",
    },
    frontMatter: ["authors"],
  },
  tags: {
    kind: names({ longest: 100, most: 50, items: "tags" }),
    on: optional,
    label: "Tags",
    description: { input: "The tags, each once." },
    frontMatter: ["tags", "tag"],
  },
  wordCount: { kind: counted(0), on: derived },
  articleSection: {
    kind: name(200),
    on: inherited,
    label: "Section",
    description: { input: "The section. Default: the organization's `section`." },
    frontMatter: ["section", "articleSection"],
  },
  inLanguage: {
    kind: language,
    on: inherited,
    label: "Language",
    description: {
      input: "A BCP 47 language tag. Default: the organization's `language`.",
      shown: "A BCP 47 language tag.",
    },
    frontMatter: ["language", "lang", "inLanguage", "locale"],
  },
  translations: {
    kind: pages,
    on: { input: "optional", host: "optional", stored: "optional" },
    label: "Translations",
    description: {
      input:
        "Slugs or URLs of the same post in other languages, by BCP 47 tag. `x-default` is for all other languages.",
      shown:
        "Slugs or URLs of the same post in other languages, by BCP 47 tag. Renamed posts have their present slugs and URLs.",
    },
    frontMatter: ["translations"],
  },
  isAccessibleForFree: {
    kind: boolean,
    on: { input: "optional", host: "optional", stored: "required", item: "required" },
    label: "Free to read",
    description: { input: "False for a post that is not free. Default: true." },
    frontMatter: ["free", "isAccessibleForFree"],
  },
  canonicalUrl: {
    kind: url,
    on: optional,
    label: "Canonical address",
    hint: "The page that search engines list instead. Sitemaps leave the post out",
    description:
      "URL of the page that search engines list instead of the post's own. Sitemaps leave the post out.",
    frontMatter: ["canonicalUrl", "canonical_url", "canonical"],
  },
  faqSkip: {
    kind: texts({ longest: LONGEST_SKIPPED, most: MOST_SKIPPED, items: "texts" }),
    on: { input: "optional", host: "optional", stored: "optional", copy: "optional" },
    label: "Questions left out",
    hint: "A question, its beginning and *, or * for all questions",
    description: {
      input:
        "Questions of the post that are left out of its FAQ entries, in addition to the organization's `faq.skip` and by its rules: a question, " +
        'its beginning and `*`, a class such as `.no-faq`, or an attribute such as `[data-no-faq]`. `["*"]` leaves all questions out.',
      shown: "Questions of the post that are left out of its FAQ entries.",
    },
    frontMatter: ["faqSkip", "faq_skip"],
  },
  custom: {
    kind: customValues,
    on: optional,
    description: {
      input:
        "Values of the fields that the organization defines in `postFields`, by name: at most 16,384 bytes of JSON. `null` removes a value. A " +
        "post that is published or scheduled needs the values of required fields.",
      item: "Values of the fields that the organization defines in `postFields`, by name. Missing if it shows none here.",
      shown: "Values of the fields that the organization defines in `postFields`, by name.",
    },
    frontMatter: ["custom"],
  },
  status: {
    kind: choice(postStatuses, "the status of a post"),
    on: { input: "optional", stored: "required" },
    description: {
      input: "Default: `published` for a new post. An existing post keeps its status.",
      shown: "The status in force: a scheduled post is `published` from its `publishedAt` on.",
    },
  },
  publishedAt: {
    kind: instant,
    on: { input: "optional", host: "optional", stored: "optional", item: "optional" },
    label: "Publication date",
    description: { input: "Default: the time of publication. Required if `status` is `scheduled`." },
    frontMatter: [
      "publishedAt",
      "published_at",
      "publishDate",
      "publish_date",
      "publishAt",
      "publish_at",
      "pubDate",
      "pub_date",
      "published",
      "date",
    ],
  },
  scheduleZone: {
    kind: text(64),
    on: { stored: "optional" },
    description: "The time zone in which the schedule was set in the dashboard, such as `Europe/Berlin`.",
  },
  isPublicationDateUnknown: {
    kind: boolean,
    on: { host: "optional", stored: "optional" },
    description: "True if `publishedAt` is only the time of an import.",
  },
  createdAt: {
    kind: instant,
    on: { input: "optional", ...derived },
    description: { input: "Default: now for a new post. An existing post keeps its time." },
    frontMatter: ["createdAt", "date"],
  },
  createdBy: {
    kind: text(1_000),
    on: { stored: "optional" },
    description: "Id of the user who created the post. Missing if no user is known.",
  },
  updatedAt: {
    kind: instant,
    on: { input: "optional", ...derived },
    description: { input: "Default: `createdAt` for a new post, now for a changed post." },
    frontMatter: ["updatedAt", "lastmod", "updatedDate", "last_modified_at", "updated", "modified"],
  },
  isUpdatedAtStated: {
    kind: boolean,
    on: { stored: "optional" },
    description:
      "True if `updatedAt` of a scheduled post was stated, so that its publication does not move it.",
  },
  changedAt: {
    kind: instant,
    on: { host: "optional", stored: "optional", item: "optional" },
    description: {
      item:
        "Time of the last change of the post, or of its publication if that is later, by the server's clock. `updatedAt` can be a date of the " +
        "author. Missing if it is unknown.",
      shown:
        "Time of the last write, by the server's clock. Missing if an earlier version wrote the post last.",
    },
  },
  revision: {
    kind: counted(1),
    on: { stored: "required" },
    description: "Number of writes of the post: 1 after it was created.",
  },
  aliases: {
    kind: texts({ longest: 2_000, most: mostAliases, items: "addresses" }),
    on: { input: "optional", stored: "optional" },
    description: "Earlier addresses of the post: absolute URLs, or paths of the site.",
  },
  importedFrom: {
    kind: origin,
    on: { stored: "optional" },
    description:
      "The item of another system that the post was imported from, and the revision that the last import wrote. `isStatusKept` is true " +
      "if that import kept a status that was set in Postern.",
  },
  saves: {
    kind: saves,
    on: { stored: "optional" },
    description: "The saves of a draft after its last revision. They change the `ETag`, and add no revision.",
  },
  unfinished: {
    kind: unfinished,
    on: { stored: "optional" },
    description:
      "Texts of fields of a draft that are not valid yet, by name. Until they are valid, the post cannot be published.",
  },
  hasDerivedSlug: {
    kind: boolean,
    on: { stored: "optional" },
    description: "True if the first publication in the dashboard makes the slug from the title.",
  },
  references: { kind: references, on: { stored: "optional" } },
};

/** Fields of a post that hold names. */
export const postNames: readonly string[] = rowsOf(postFields).flatMap(([field, { kind }]) =>
  kind.isName ? [field] : [],
);

/** Fields of a post that a working copy replaces. */
export const copiedFields: readonly (keyof WorkingCopyText)[] = [
  ...namesOn(postFields, "copy"),
  "html",
  "markdown",
  "markdownDialect",
];
