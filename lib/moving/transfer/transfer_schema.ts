import * as v from "valibot";
import {
  asciiAddress,
  auditActions,
  type AuditEntry,
  type Invitation,
  keyNetworks,
  type Membership,
  type MovedKey,
  type MovedUsage,
  permissions,
  roles,
  type SavedFilter,
  type User,
} from "../../access/mod.ts";
import {
  isWebUrl,
  markdownDialects,
  movedCustomFields,
  faqInput,
  isOrganizationSlug,
  isStoredAddress,
  type KnowledgeEntry,
  type MissedDay,
  organizationSlugRule,
  type PostRevision,
  type PreviewRecord,
  postFields,
  redirectRule,
  type StoredOrganization,
  type StoredPost,
  type StoredRedirect,
  type StoredSubmission,
  type StoredWorkingCopy,
  synonymsInput,
} from "../../content/mod.ts";
import { changeEventTypes } from "../../events/mod.ts";
import { boolean as booleanKind, language as languageKind } from "../../base/fields/kinds.ts";
import { entriesOf } from "../../base/fields/entries_of.ts";
import { fromRecord, type StoredRateLimit } from "../../base/key_rate_limit.ts";
import type { WebhookRecord } from "../../webhooks/mod.ts";
import {
  count,
  date,
  instant,
  listOf,
  mostItems,
  positive,
  string,
  text,
} from "../../base/fields/moved_values.ts";
import { file } from "./file_schema.ts";
import { insightDay, keyId, withFieldsOf } from "./insight_schema.ts";
import type { TransferEnd, TransferHeader, TransferRecord } from "./transfer_record.ts";

/** Maximum number of permissions of a key in an export. Earlier versions stored every repetition of a permission. */
const mostPermissions = 200_000;

const optionalText = v.exactOptional(text);
const optionalEmail = v.exactOptional(v.pipe(text, v.transform(asciiAddress)));
const texts = listOf(string);
const boolean = booleanKind.moved;
const slug = v.pipe(string, v.check(isOrganizationSlug, organizationSlugRule));
const hexSha256 = v.pipe(string, v.regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal"));

const url = v.pipe(string, v.url("must be an absolute URL"));
const language = languageKind.moved;

const feeds = v.union(
  [boolean, v.strictObject({ rss: optionalText, atom: optionalText, json: optionalText })],
  "must be true, false, or an object with the paths rss, atom and json",
);

/** Accepts the entries, and the stored name of a limit, which exports had before `rateLimit`. */
function currentNames<Entries extends v.ObjectEntries>(
  entries: Entries,
): v.GenericSchema<unknown, v.InferOutput<v.StrictObjectSchema<Entries, undefined>>> {
  return v.pipe(
    v.unknown(),
    v.transform((value) => (isObject(value) && "dailyRequestLimit" in value ? fromRecord(value) : value)),
    v.strictObject(entries),
  );
}

/** A record without `version`, which only content sources of hosts set. */
type Kept<Record> = Omit<Record, "version">;

const organization = withFieldsOf<Kept<StoredOrganization>>()(
  currentNames({
    id: text,
    slug,
    name: text,
    siteUrl: url,
    postUrlTemplate: text,
    sitemapUrl: v.exactOptional(url),
    postSitemapUrl: v.exactOptional(url),
    previewUrl: v.exactOptional(url),
    language,
    section: text,
    speakable: texts,
    description: optionalText,
    logo: v.exactOptional(url),
    sameAs: v.exactOptional(listOf(url)),
    feeds: v.exactOptional(feeds),
    paidContent: v.exactOptional(v.picklist(["open", "key"], "must be open or key")),
    postFields: v.exactOptional(movedCustomFields),
    synonyms: v.exactOptional(synonymsInput),
    faq: v.exactOptional(faqInput),
    rateLimit: v.exactOptional(v.strictObject({ perDay: positive })),
    createdAt: instant,
    updatedAt: v.exactOptional(instant),
  }),
);

const post = withFieldsOf<Kept<StoredPost>>()(v.strictObject(entriesOf(postFields, "stored", "moved")));

const markdownDialect = v.picklist(markdownDialects, "must be a dialect of Markdown");

const revision = withFieldsOf<PostRevision>()(
  v.strictObject({
    number: positive,
    at: instant,
    by: optionalText,
    via: optionalText,
    restoredFrom: v.exactOptional(positive),
    textOf: optionalText,
    changed: texts,
    post,
    html: v.exactOptional(string),
    markdown: v.exactOptional(string),
    markdownDialect: v.exactOptional(markdownDialect),
  }),
);

const workingCopy = withFieldsOf<StoredWorkingCopy>()(
  v.pipe(
    v.strictObject({
      ...entriesOf(postFields, "copy", "moved"),
      html: v.exactOptional(string),
      markdown: v.exactOptional(string),
      markdownDialect: v.exactOptional(markdownDialect),
      baseRevision: positive,
      at: instant,
      by: optionalText,
      via: optionalText,
    }),
    v.check(
      ({ html, markdown }) => (html === undefined) !== (markdown === undefined),
      "must have either html or markdown",
    ),
  ),
);

const auditEntry = withFieldsOf<AuditEntry>()(
  v.strictObject({
    id: text,
    at: instant,
    action: v.picklist(auditActions, "must be an action of the audit"),
    by: optionalText,
    via: optionalText,
    subject: text,
    detail: optionalText,
  }),
);

const key = withFieldsOf<MovedKey>()(
  currentNames({
    id: keyId,
    hash: v.exactOptional(hexSha256),
    userId: text,
    organizationId: text,
    organizationSlug: slug,
    name: text,
    start: text,
    createdAt: instant,
    expiresAt: v.exactOptional(instant),
    revokedAt: v.exactOptional(instant),
    disabledAt: v.exactOptional(instant),
    rolledTo: v.exactOptional(keyId),
    rateLimit: v.exactOptional(v.strictObject({ perDay: positive })),
    permissions: v.exactOptional(
      v.pipe(
        v.array(v.picklist(permissions, "must be a permission"), "must be an array"),
        v.maxLength(mostPermissions, `must have at most ${mostPermissions} items`),
      ),
    ),
    networks: v.exactOptional(keyNetworks),
  }),
);

const header = withFieldsOf<TransferHeader>()(
  v.strictObject({
    type: v.literal("header"),
    format: v.literal("postern-export", "must be postern-export"),
    version: positive,
    exportedAt: instant,
    isSnapshot: boolean,
    hasHashes: boolean,
    organizationSlug: v.exactOptional(slug),
    lastPostId: count,
    dueEventsUntil: v.exactOptional(instant),
  }),
);

const end = withFieldsOf<TransferEnd>()(
  v.strictObject({
    type: v.literal("end"),
    records: count,
    leftBehind: v.exactOptional(
      v.pipe(
        v.record(string, positive, "must be an object of numbers"),
        v.maxEntries(mostItems, `must have at most ${mostItems} items`),
      ),
    ),
    sha256: v.exactOptional(hexSha256),
  }),
);

const usage = withFieldsOf<MovedUsage>()(v.strictObject({ keyId, date, requests: count, refusals: count }));
const knowledge = withFieldsOf<KnowledgeEntry>()(
  v.strictObject({
    id: text,
    text,
    title: optionalText,
    source: v.exactOptional(v.pipe(text, v.check(isWebUrl, "must be an absolute http or https URL"))),
    tags: v.exactOptional(v.array(text)),
    createdAt: instant,
    updatedAt: v.exactOptional(instant),
    userId: optionalText,
  }),
);
const day = withFieldsOf<MissedDay>()(
  v.strictObject({
    date,
    queries: v.pipe(
      v.array(v.strictObject({ query: text, count: positive }), "must be an array"),
      v.maxLength(100, "must have at most 100 items"),
    ),
    others: count,
  }),
);
const redirect = withFieldsOf<StoredRedirect>()(
  v.strictObject({
    from: v.pipe(string, v.check(isStoredAddress, redirectRule)),
    id: positive,
    origin: v.picklist(["renamed", "alias", "added"], "must be renamed, alias or added"),
    createdAt: instant,
    slug: optionalText,
    path: optionalText,
  }),
);
const submission = withFieldsOf<StoredSubmission>()(
  v.strictObject({
    version: text,
    revision: positive,
    note: optionalText,
    by: optionalText,
    at: instant,
    state: v.picklist(["pending", "sent-back"], "must be pending or sent-back"),
    answer: v.exactOptional(v.strictObject({ note: text, by: optionalText, at: instant })),
  }),
);
const previewLink = withFieldsOf<PreviewRecord>()(
  v.strictObject({
    id: text,
    revision: v.exactOptional(positive),
    createdAt: instant,
    expiresAt: instant,
    by: optionalText,
    hash: hexSha256,
  }),
);
const filter = withFieldsOf<SavedFilter>()(v.strictObject({ name: text, query: text }));
const webhook = withFieldsOf<WebhookRecord>()(
  v.strictObject({
    id: text,
    organizationSlug: slug,
    url,
    description: optionalText,
    events: v.exactOptional(listOf(v.picklist(changeEventTypes, "must be the type of an event"))),
    sections: v.exactOptional(texts),
    tags: v.exactOptional(texts),
    languages: v.exactOptional(texts),
    status: v.picklist(["enabled", "paused", "disabled"], "must be enabled, paused or disabled"),
    disabledReason: v.exactOptional(v.picklist(["gone", "failing"], "must be gone or failing")),
    createdAt: instant,
    updatedAt: instant,
    disabledAt: v.exactOptional(instant),
    secrets: listOf(v.strictObject({ sealed: text, until: v.exactOptional(instant) })),
  }),
);
const role = v.picklist(roles, "must be a role");
const member = withFieldsOf<Membership>()(v.strictObject({ userId: text, role }));
const invitation = withFieldsOf<Invitation>()(
  v.pipe(
    v.strictObject({
      id: text,
      email: optionalEmail,
      userId: optionalText,
      name: optionalText,
      role,
      createdAt: instant,
      expiresAt: instant,
      by: optionalText,
      via: optionalText,
    }),
    v.check(
      ({ email, userId }) => (email === undefined) !== (userId === undefined),
      "must have either an email or a userId",
    ),
  ),
);
const user = withFieldsOf<User>()(
  v.strictObject({
    id: text,
    name: text,
    email: optionalEmail,
    status: v.picklist(["active", "disabled"], "must be active or disabled"),
    createdAt: instant,
    hasOpenId: v.exactOptional(v.literal(true, "must be true")),
  }),
);

const organizationSlug = slug;

/** Validates a line of an export. Exports are untrusted input. */
export const transferRecord: v.GenericSchema<unknown, TransferRecord> = v.variant(
  "type",
  [
    header,
    v.strictObject({ type: v.literal("organization"), organization }),
    v.strictObject({
      type: v.literal("post"),
      organizationSlug,
      post,
      html: string,
      markdown: v.exactOptional(string),
      markdownDialect: v.exactOptional(markdownDialect),
      revisions: listOf(revision),
      workingCopy: v.exactOptional(workingCopy),
      submission: v.exactOptional(submission),
    }),
    v.strictObject({ type: v.literal("redirect"), organizationSlug, redirect }),
    v.strictObject({ type: v.literal("preview-link"), organizationSlug, postId: positive, previewLink }),
    v.strictObject({ type: v.literal("text"), organizationSlug, text: knowledge }),
    v.strictObject({ type: v.literal("file"), organizationSlug, file }),
    v.strictObject({ type: v.literal("missed-queries"), organizationSlug, day }),
    v.strictObject({ type: v.literal("insight"), organizationSlug, counts: insightDay }),
    v.strictObject({ type: v.literal("audit"), organizationSlug, entry: auditEntry }),
    v.strictObject({ type: v.literal("removed-key"), organizationSlug, keyId }),
    v.strictObject({ type: v.literal("usage"), organizationSlug, usage }),
    v.strictObject({ type: v.literal("key"), organizationSlug, key }),
    v.strictObject({ type: v.literal("member"), organizationSlug, member }),
    v.strictObject({
      type: v.literal("saved-filters"),
      organizationSlug,
      userId: text,
      filters: listOf(filter),
    }),
    v.strictObject({ type: v.literal("invitation"), organizationSlug, invitation }),
    v.strictObject({ type: v.literal("webhook"), organizationSlug, webhook }),
    v.strictObject({ type: v.literal("user"), user }),
    v.strictObject({ type: v.literal("user-audit"), userId: text, entry: auditEntry }),
    end,
  ],
  "must be the type of a record",
);

function isObject(value: unknown): value is StoredRateLimit {
  return typeof value === "object" && value !== null;
}
