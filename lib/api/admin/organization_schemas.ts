import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import {
  auditActions,
  type AuditEntry,
  type Invitation,
  type ListedMember,
  roles,
  type UserRecord,
} from "../../access/mod.ts";
import {
  customFieldsInput,
  faqInput,
  type KnowledgeEntry,
  type StoredOrganization,
} from "../../content/mod.ts";
import { schemaOf } from "../../http/mod.ts";
import { instantSchema } from "../../base/fields/instant_schema.ts";
import { citedFields } from "../representations/search_schema.ts";
import { nextCursorSchema } from "../representations/post_schema.ts";
import { listOf } from "../representations/list_of.ts";

/** An organization as stored, without its internal version. */
type KeptOrganization = Omit<StoredOrganization, "version">;

const feedPath = v.exactOptional(v.string());

export const organizationSchema: v.GenericSchema<KeptOrganization> = schemaOf<KeptOrganization>()(
  v.strictObject({
    id: textSchema("Never changes."),
    slug: textSchema("The name in the API's paths."),
    name: v.string(),
    siteUrl: textSchema("The site that shows the posts."),
    postUrlTemplate: textSchema("Path of a post's page, with `{slug}` for the post's slug."),
    sitemapUrl: v.exactOptional(v.string()),
    postSitemapUrl: v.exactOptional(v.string()),
    previewUrl: v.exactOptional(v.string()),
    language: textSchema("Language of posts without their own: a BCP 47 tag."),
    section: textSchema("Section of posts without their own."),
    speakable: v.pipe(
      listOf(v.string()),
      v.description("CSS selectors of title, description and paragraphs of a post's page."),
    ),
    description: v.exactOptional(v.string()),
    logo: v.exactOptional(v.string()),
    sameAs: v.exactOptional(
      v.pipe(listOf(v.string()), v.description("URLs of other pages about the organization.")),
    ),
    feeds: v.exactOptional(
      v.pipe(
        v.union([v.boolean(), v.strictObject({ rss: feedPath, atom: feedPath, json: feedPath })]),
        v.description("False for no feeds. An object sets their paths on the site."),
      ),
    ),
    paidContent: v.exactOptional(
      v.pipe(
        v.picklist(["open", "key"]),
        v.description(
          "Callers who get the content of posts that are not free: everyone, or callers with a key.",
        ),
      ),
    ),
    postFields: v.exactOptional(
      v.pipe(
        customFieldsInput,
        v.description("Fields of posts that the organization defines. Posts have their values in `custom`."),
      ),
    ),
    synonyms: v.exactOptional(
      v.pipe(
        listOf(listOf(v.string())),
        v.description(
          "Groups of words and phrases that mean the same in searches. Each has a letter or a digit, no comma and at most 3 words.",
        ),
      ),
    ),
    faq: v.exactOptional(
      v.pipe(
        faqInput,
        v.description("Settings that find questions in posts. Omitted fields use the host's settings."),
      ),
    ),
    rateLimit: v.exactOptional(
      v.pipe(
        v.strictObject({
          perDay: v.pipe(v.number(), v.integer(), v.description("Requests of a key per UTC day.")),
        }),
        v.description("Limits of keys without their own. Only the operator can change them."),
      ),
    ),
    createdAt: instantSchema,
    updatedAt: v.exactOptional(instantSchema),
  }),
);

export const memberSchema: v.GenericSchema<ListedMember> = schemaOf<ListedMember>()(
  v.strictObject({
    userId: v.string(),
    name: v.string(),
    email: v.exactOptional(v.string()),
    status: v.picklist(["active", "disabled"]),
    role: v.picklist(roles),
  }),
);

const invitationEntries = {
  id: v.string(),
  email: v.exactOptional(textSchema("The invited address.")),
  userId: v.exactOptional(textSchema("The invited user, for invitations without an address.")),
  name: v.exactOptional(textSchema("Name of the user that the first sign-in with a provider creates.")),
  role: v.picklist(roles),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  by: v.exactOptional(textSchema("The id of the user who invited.")),
  via: v.exactOptional(textSchema("The id of the key that the user invited with.")),
};

/** A pending invitation. */
export const invitationSchema: v.GenericSchema<Invitation> = schemaOf<Invitation>()(
  v.strictObject(invitationEntries),
);

/** A page of the pending invitations to an organization. */
export const invitationPageSchema: v.GenericSchema<{ invitations: Invitation[]; nextCursor: string | null }> =
  v.strictObject({ invitations: v.array(invitationSchema), nextCursor: nextCursorSchema });

/** The response to a new invitation. */
interface NewInvitation extends Invitation {
  status: "pending";
  url?: string;
}

export const newInvitationSchema: v.GenericSchema<NewInvitation> = schemaOf<NewInvitation>()(
  v.strictObject({
    ...invitationEntries,
    status: v.literal("pending"),
    url: v.exactOptional(textSchema("URL where the invited user signs in and accepts. It is not secret.")),
  }),
);

/** The result of adding a member: an invitation, or the new member. */
export const addedMemberSchema: v.GenericSchema<NewInvitation | ListedMember> = v.union([
  newInvitationSchema,
  memberSchema,
]);

/** A page of the members of an organization. */
export const memberPageSchema: v.GenericSchema<{ members: ListedMember[]; nextCursor: string | null }> =
  v.strictObject({ members: v.array(memberSchema), nextCursor: nextCursorSchema });

/** A record about a user. */
export const userRecordSchema: v.GenericSchema<UserRecord> = schemaOf<UserRecord>()(
  v.strictObject({
    kind: textSchema("Kind of the record, such as `key`, `audit` or `post`."),
    organizationSlug: v.exactOptional(v.string()),
    fields: v.pipe(
      v.array(v.string()),
      v.description("JSON pointers of the fields that name the user by id or email address."),
    ),
    record: v.pipe(
      v.record(v.string(), v.unknown()),
      v.description(
        "The record without secrets. Of content: its key in the storage, and its `id`, `slug`, `name` and `at`, as far as it has them.",
      ),
    ),
  }),
);

/** A page of the records about a user. */
export const userRecordPageSchema: v.GenericSchema<{ records: UserRecord[]; nextCursor: string | null }> =
  v.strictObject({ records: v.array(userRecordSchema), nextCursor: nextCursorSchema });

/** An entry of the audit log. */
export const auditEntrySchema: v.GenericSchema<AuditEntry> = schemaOf<AuditEntry>()(
  v.strictObject({
    id: v.string(),
    at: instantSchema,
    action: v.picklist(auditActions),
    by: v.exactOptional(textSchema("The id of the acting user, if known.")),
    via: v.exactOptional(textSchema("The id of the key that the user acted with.")),
    subject: textSchema(
      "The id of the affected key, user or webhook. For an invitation, the invited address or the id of the invited user.",
    ),
    detail: v.exactOptional(
      textSchema(
        "The new or offered role, the new status of a user or webhook, the key that replaces the subject, or the remaining user of a merge.",
      ),
    ),
  }),
);

/** A page of the audit log. */
export const auditPageSchema: v.GenericSchema<{ entries: AuditEntry[]; nextCursor: string | null }> =
  v.strictObject({ entries: v.array(auditEntrySchema), nextCursor: nextCursorSchema });

/** A text of the knowledge base. */
export const knowledgeEntrySchema: v.GenericSchema<KnowledgeEntry> = schemaOf<KnowledgeEntry>()(
  v.strictObject({
    id: v.string(),
    text: v.string(),
    ...citedFields,
    createdAt: instantSchema,
    updatedAt: v.exactOptional(instantSchema),
    userId: v.exactOptional(textSchema("The id of the user who added it.")),
  }),
);

/** A page of the knowledge base. */
export const knowledgePageSchema: v.GenericSchema<{ entries: KnowledgeEntry[]; nextCursor: string | null }> =
  v.strictObject({ entries: v.array(knowledgeEntrySchema), nextCursor: nextCursorSchema });
