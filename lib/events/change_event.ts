/** Public fields of a changed post. They never contain its content. */
export interface PostEventData {
  id: number;
  slug: string;
  /** Number of writes of the post. A deletion counts as a write. Of posts that the host stores: the time of the event in milliseconds. */
  revision: number;
  name: string;
  section: string;
  /** BCP 47 tag. */
  language: string;
  tags: readonly string[];
  /** RFC 3339, like `updatedAt`. */
  publishedAt?: string;
  updatedAt: string;
  /** Former values of the fields that changed. A receiver of one section learns by them that a post has left it. */
  previous?: PreviousPostFields;
}

/** The fields of a post that webhooks can filter by, before a change. A field that is unchanged is left out. */
export interface PreviousPostFields {
  section?: string;
  language?: string;
  tags?: readonly string[];
}

/** Fields of a post that is public no longer. Hosts with their own posts know only its slug then. */
export interface UnpublishedPostEventData extends Partial<PostEventData> {
  slug: string;
  /** See {@link PostEventData}. */
  revision: number;
}

/** Public fields of a changed organization. */
export interface OrganizationEventData {
  id: string;
  slug: string;
  name: string;
  siteUrl: string;
}

/** A redirect to a public post. */
export interface RedirectEventData {
  /** The earlier address: a slug, a path of the site, or an absolute URL. */
  from: string;
  /** Present slug of the post. Left out if the redirect was removed. */
  slug?: string;
}

/** A webhook that was switched off. */
export interface WebhookEventData {
  id: string;
  /** Its URL responded with 410, or no delivery succeeded for 3 days. */
  reason: "gone" | "failing";
}

/** Fields of an API key in events. They never contain the key's value. */
export interface KeyEventData {
  /** Id of the key. */
  id: string;
  userId: string;
}

/** A member in events. */
export interface MemberEventData {
  /** Id of the user. */
  id: string;
  /** The new role. Left out if the role is unchanged, or if the user is no longer a member. */
  role?: string;
  /** The new status of the user. Left out if the membership changed. */
  status?: "active" | "disabled";
}

/** An invitation in events. */
export interface InvitationEventData {
  id: string;
  status: "pending" | "accepted" | "declined" | "revoked";
  role: string;
  /** The invited address, unless a user was invited by id. */
  email?: string;
  /** The invited user, unless an address was invited. */
  userId?: string;
  /** Id of the user who sent the invitation, if known. */
  by?: string;
}

/** A text that was submitted to the editors, or sent back to its writer. The post has its stored fields, which may not be public. */
export interface ReviewEventData extends PostEventData {
  /** Version of the submitted text. */
  version: string;
  note?: string;
  /** Id of the user who submitted it or sent it back, if known. */
  by?: string;
}

/** The data of each type of event. `data.id` is the id of the subject. */
export interface ChangeEvents {
  /** A post became public: it was published, or its scheduled time has come. */
  "post.published": PostEventData;
  /** A public post changed. */
  "post.updated": PostEventData;
  /** A public post has a new slug. `previousSlug` is the former slug. `post.updated` does not follow. */
  "post.moved": PostEventData & { previousSlug: string };
  /** A public post is public no longer: it was archived, scheduled again, or is a draft again. `slug` is the slug that was public. */
  "post.unpublished": UnpublishedPostEventData;
  /** A public post was deleted. */
  "post.deleted": PostEventData;
  /** The text of a post was submitted for review. Only readers with `posts:write` get this event. */
  "post.submitted": ReviewEventData;
  /** A submission was sent back to its writer. Only readers with `posts:write` get this event. */
  "post.sent-back": ReviewEventData;
  /**
   * A redirect to a public post was added, removed or pointed elsewhere. If a write of the post changes its redirects, the event of the post is the
   * only one.
   */
  "redirect.changed": RedirectEventData;
  /** The settings of an organization changed. */
  "organization.updated": OrganizationEventData;
  /** A webhook was switched off, because its URL is gone or failed for 3 days. */
  "webhook.disabled": WebhookEventData;
  "key.generated": KeyEventData;
  /** `replacedKeyId` is rejected from `replacedUntil` (RFC 3339) on. */
  "key.rolled": KeyEventData & { replacedKeyId: string; replacedUntil: string };
  "key.revoked": KeyEventData;
  /** The networks or the daily limit of a key changed. */
  "key.updated": KeyEventData;
  /** Requests with the key are refused until it is enabled. */
  "key.disabled": KeyEventData;
  "key.enabled": KeyEventData;
  /** The expiry of a key has passed. A revoked key does not expire. */
  "key.expired": KeyEventData;
  /** A request used up 80% or 100% of the requests of its key and UTC day. `limit` is in requests per day. */
  "quota.reached": KeyEventData & { limit: number; percent: 80 | 100 };
  /** A user became a member, changed role or status, or left. If the user left, `role` and `status` are missing. */
  "member.changed": MemberEventData;
  /** An invitation was created (`pending`) or ended. */
  "invitation.changed": InvitationEventData;
  /** Posts were imported, with a request for this event in place of one event for each post. `id` names the source. */
  "posts.imported": { id: string; imported: number; updated: number; archived: number };
  /** A text was added to the knowledge base. */
  "knowledge.added": { id: string; characters: number };
  /** A text of the knowledge base was replaced. */
  "knowledge.updated": { id: string; characters: number };
  /** A text was deleted from the knowledge base. */
  "knowledge.deleted": { id: string };
  /** A file was stored. `id` is its hash. */
  "media.added": { id: string; name: string; type: string; bytes: number };
  /** The record of a file was deleted, so its address responds with 404. `id` is its hash. */
  "media.deleted": { id: string; name: string };
}

/** Name of an event: `subject.change`. */
export type ChangeEventType = keyof ChangeEvents;

/** Names of all events. */
export const changeEventTypes: readonly ChangeEventType[] = [
  "post.published",
  "post.updated",
  "post.moved",
  "post.unpublished",
  "post.deleted",
  "post.submitted",
  "post.sent-back",
  "redirect.changed",
  "organization.updated",
  "posts.imported",
  "key.generated",
  "key.rolled",
  "key.revoked",
  "key.updated",
  "key.disabled",
  "key.enabled",
  "key.expired",
  "quota.reached",
  "member.changed",
  "invitation.changed",
  "knowledge.added",
  "knowledge.updated",
  "knowledge.deleted",
  "media.added",
  "media.deleted",
  "webhook.disabled",
];

/** Events of texts that are not public yet. */
export const reviewEventTypes: readonly ChangeEventType[] = ["post.submitted", "post.sent-back"];

/** An event before its change is committed. */
export type Change = {
  [Type in ChangeEventType]: { type: Type; data: ChangeEvents[Type] };
}[ChangeEventType];

/** A change of an organization. */
export type ChangeEvent<Type extends ChangeEventType = ChangeEventType> = {
  [Name in Type]: {
    /** Unique id. An event that is delivered twice has the same id. */
    id: string;
    type: Name;
    /** Time of the change, RFC 3339. */
    time: string;
    organizationSlug: string;
    /** Position in the organization's log. A later event has a greater number. Numbers have gaps, and never repeat. */
    sequence: number;
    data: ChangeEvents[Name];
  };
}[Type];

/** Callbacks for the events of the log. Each event is passed once, in the process that writes it to the log. */
export type ChangeHooks = {
  [Type in ChangeEventType]?: (event: ChangeEvent<Type>) => void | Promise<void>;
};
