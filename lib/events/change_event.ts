/** Public fields of a changed post. They never contain its content. */
export interface PostEventData {
  id: number;
  slug: string;
  /** Number of writes of the post. A receiver that applies only greater numbers ends with the latest state. */
  revision: number;
  name: string;
  section: string;
  /** BCP 47 tag. */
  language: string;
  tags: readonly string[];
  /** RFC 3339, like `updatedAt`. */
  publishedAt?: string;
  updatedAt: string;
}

/** Public fields of a changed organization. */
export interface OrganizationEventData {
  id: string;
  slug: string;
  name: string;
  siteUrl: string;
}

/** A webhook that was switched off. */
export interface WebhookEventData {
  id: string;
  /** Its URL responded with 410, or no delivery succeeded for 3 days. */
  reason: "gone" | "failing";
}

/** The data of each type of event. */
export interface ChangeEvents {
  /** A post became public: it was published, or its scheduled time has come. */
  "post.published": PostEventData;
  /** A public post changed. */
  "post.updated": PostEventData;
  /** A public post has a new slug. `previousSlug` is the former slug. `post.updated` does not follow. */
  "post.moved": PostEventData & { previousSlug: string };
  /** A public post is public no longer: it was archived, scheduled again, or is a draft again. */
  "post.unpublished": PostEventData;
  /** A public post was deleted. */
  "post.deleted": PostEventData;
  /** The settings of an organization changed. */
  "organization.updated": OrganizationEventData;
  /** A webhook was switched off, because its URL is gone or failed for 3 days. */
  "webhook.disabled": WebhookEventData;
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
  "organization.updated",
  "webhook.disabled",
];

/** A change of public content before it is committed. */
export type Change = {
  [Type in ChangeEventType]: { type: Type; data: ChangeEvents[Type] };
}[ChangeEventType];

/** A change of public content. */
export type ChangeEvent<Type extends ChangeEventType = ChangeEventType> = {
  [Name in Type]: {
    /** Unique id. An event that is delivered twice has the same id. */
    id: string;
    type: Name;
    /** Time of the change, RFC 3339. */
    time: string;
    organizationSlug: string;
    /** Position in the organization's log, from 1. */
    sequence: number;
    data: ChangeEvents[Name];
  };
}[Type];
