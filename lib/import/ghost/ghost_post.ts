import type { PostStatus } from "../../content/mod.ts";
import { Audience, unknownLanguage } from "../values/audience.ts";
import type { ImportItem, ImportNote, Place, ReadOptions } from "../import_item.ts";
import {
  type FoundFields,
  toByline,
  toDescription,
  toCanonicalUrl,
  toImage,
  toLanguage,
  toPostInput,
  toSlugOrTitle,
  toTags,
} from "../values/post_fields.ts";
import { CardLosses } from "./card_losses.ts";
import { ghostBody } from "./ghost_body.ts";
import type { GhostTables } from "./ghost_tables.ts";
import type { JsonRecord } from "./json_records.ts";
import { type JsonObject, textOf } from "./json_value.ts";
import { toIsoString } from "../../base/time/timestamp.ts";
import { toInstant } from "../values/to_instant.ts";

/** Post statuses by Ghost status. Posts with other statuses are skipped. */
const statuses: ReadonlyMap<string, PostStatus> = new Map([
  ["published", "published"],
  ["scheduled", "scheduled"],
  ["draft", "draft"],
  // A post that was only sent as an email.
  ["sent", "draft"],
]);

interface Context {
  tables: GhostTables;
  siteUrl: string;
  label: string;
  place: Place;
}

/** Converts a record of the table `posts` to a post and its notes. */
export function* ghostPost(
  { value, line, column, tooLarge }: JsonRecord,
  tables: GhostTables,
  { siteUrl, file }: ReadOptions & { file: string },
): Generator<ImportItem> {
  const place: Place = { file, line, column };
  if (tooLarge !== undefined) {
    const reason = `the record ${tooLarge}`;
    yield { kind: "skipped", category: "too-long", reason, place };
    return;
  }
  const title = textOf(value["title"]);
  const name = title ?? textOf(value["slug"]) ?? textOf(value["id"]) ?? "";
  const label = `"${name.slice(0, 200)}"`;
  const context: Context = { tables, siteUrl, label, place };
  const status = statuses.get(textOf(value["status"]) ?? "draft");
  if (status === undefined) {
    const found = JSON.stringify(value["status"])?.slice(0, 50);
    yield { kind: "skipped", category: "status", reason: `${label} has the status ${found}`, place };
    return;
  }
  const audience = new Audience();
  const losses = new CardLosses(audience);
  const body = ghostBody(value, losses);
  if ("reason" in body) {
    yield { kind: "skipped", category: "content", reason: `${label} ${body.reason}`, place };
    return;
  }
  const fields = fieldsOf(value, context, audience);
  readAudience(value, audience, context);
  const slug = textOf(value["slug"]);
  const input = toPostInput({
    ...fields,
    name: title ?? "(Untitled)",
    slug: toSlugOrTitle(slug, title),
    status,
    isAccessibleForFree: true,
  });
  const key = textOf(value["uuid"]) ?? textOf(value["id"]);
  yield* audience.items({
    kind: "post",
    ...(key !== undefined && { key }),
    // The usual route. An export has no file of routes.
    ...(slug !== undefined && { sourceUrl: withSite(`__GHOST_URL__/${slug}/`, siteUrl) }),
    input: { ...input, html: withSite(body.html, siteUrl) },
    place,
  });
  yield* losses.notes(label, place);
  yield* notesOf(value, fields, context);
}

function fieldsOf(value: JsonObject, { tables, siteUrl }: Context, audience: Audience): FoundFields {
  const id = textOf(value["id"]) ?? "";
  const meta = tables.metaOf(id);
  const tags = tables.tagsOf(id);
  const { published_at, created_at, updated_at } = value;
  const publishedAt = audience.publicationOf({ published_at }, ghostInstant);
  const createdAt = audience.timeOf({ created_at }, ghostInstant);
  const image = textOf(value["feature_image"]) ?? textOf(value["image"]) ?? "";
  return {
    description: toDescription(
      textOf(value["custom_excerpt"]) ?? textOf(value["meta_description"]) ?? meta?.description,
    ),
    image: toImage(withSite(image, siteUrl), siteUrl),
    canonicalUrl: toCanonicalUrl(canonicalOf(value, siteUrl), siteUrl),
    ...toByline(tables.authorsOf(id, textOf(value["author_id"]) ?? textOf(value["author"]))),
    articleSection: tags[0],
    tags: toTags(tags),
    inLanguage: toLanguage(value["locale"]) ?? toLanguage(value["language"]),
    publishedAt: publishedAt ?? (value["status"] === "published" && !published_at ? createdAt : undefined),
    createdAt: publishedAt ?? createdAt,
    updatedAt: audience.timeOf({ updated_at }, ghostInstant),
  };
}

/** Reads who reads a post: all, or members, or only the readers of an email. */
function readAudience(value: JsonObject, audience: Audience, { tables }: Context): void {
  const visibility = textOf(value["visibility"]) ?? "public";
  if (visibility !== "public") audience.restrict(`has the visibility ${visibility.slice(0, 50)}`);
  const isEmailOnly = tables.metaOf(textOf(value["id"]) ?? "")?.isEmailOnly === true;
  if (value["status"] === "sent" || (isEmailOnly && value["status"] !== "draft"))
    audience.restrict("was an email");
}

/** Yields notes about fields that posts do not have here, and about values that cannot be kept. */
function* notesOf(
  value: JsonObject,
  fields: FoundFields,
  { tables, siteUrl, label, place }: Context,
): Generator<ImportNote> {
  const note = (category: string, text: string, count = 1, isLoss = false): ImportNote => {
    return { kind: "note", category, text: `${label} ${text}`, count, isLoss, place };
  };
  const id = textOf(value["id"]) ?? "";
  const lost = new Set(tables.tagsOf(id)).size - (fields.tags?.length ?? 0);
  if (lost > 0)
    yield note("tag-limit", `loses ${lost} tags: posts have at most 50 tags of 100 characters`, lost, true);
  const codes = ["codeinjection_head", "codeinjection_foot"].filter(
    (field) => textOf(value[field])?.trim() !== undefined,
  );
  if (codes.length > 0) yield note("code-injection", "has injected code, which is left out", codes.length);
  if (canonicalOf(value, siteUrl) !== "" && fields.canonicalUrl === undefined) {
    yield note("canonical-url", "has a canonical URL of its own site, which is left out");
  }
  const unknown = [value["locale"], value["language"]].map(unknownLanguage).find((one) => one !== undefined);
  if (unknown !== undefined && fields.inLanguage === undefined)
    yield { kind: "note", ...unknown, isLoss: true, place };
  if (tables.metaOf(id)?.hasImageCaption)
    yield note("image-caption", "has an image caption, which is left out");
}

function canonicalOf(value: JsonObject, siteUrl: string): string {
  return withSite(textOf(value["canonical_url"]) ?? "", siteUrl);
}

/** Replaces Ghost's placeholder for the URL of its site. */
function withSite(text: string, siteUrl: string): string {
  return text.replaceAll("__GHOST_URL__", siteUrl.replace(/\/$/, ""));
}

/**
 * Converts a date in a Ghost export to RFC 3339. Accepts milliseconds since the epoch, as number or text, and the dates of
 * {@link toInstant}. Returns undefined for other values.
 */
function ghostInstant(value: unknown): string | undefined {
  if (typeof value === "number") return toIsoString(new Date(value));
  if (typeof value === "string" && /^-?\d{9,15}$/.test(value.trim()))
    return toIsoString(new Date(Number(value)));
  return toInstant(value);
}
