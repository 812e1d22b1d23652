import { includesPermission, type Permission } from "../../access/mod.ts";
import type { Awaitable } from "../../base/awaitable.ts";
import type {
  Organization,
  Posts,
  PostState,
  StoredOrganization,
  StoredPostWithHtml,
  TextsVersion,
} from "../../content/mod.ts";
import type { Actor } from "../../base/actor.ts";
import { MissingPermissionError } from "./admin_errors.ts";

/**
 * A user who manages an organization, with the current permissions. Look the actor up for every request (`api.admin.findActor`),
 * because permissions can change at any time.
 */
export interface AdminActor {
  userId: string;
  organizationSlug: string;
  /** The user's current permissions in the organization, limited by the API key if there is one. */
  permissions: readonly Permission[];
  /** The API key of the request. Default: none, the user is signed in. */
  apiKey?: {
    id: string;
    /** Permissions that the key is limited to. Default: all permissions of its user. */
    permissions?: readonly Permission[];
    /** RFC 3339. Default: the key does not expire. */
    expiresAt?: string;
    /** Networks that the key is limited to. Default: it works everywhere. */
    networks?: readonly string[];
  };
}

/** A post of the organization for which the actor acts. */
export interface AdminPostAddress {
  actor: AdminActor;
  slug: string;
}

/** The data that the actions of one request share. */
interface SharedReads {
  organization: StoredOrganization;
  post: (slug: string) => Promise<StoredPostWithHtml | null>;
}

const shared = new WeakMap<AdminActor, SharedReads>();

/**
 * Lets the actions of one request use the organization that was read with the actor, and read each post once. Pass an actor only to actions of
 * that request.
 */
export function shareReads(actor: AdminActor, organization: StoredOrganization, posts: Posts): void {
  const { organizationSlug } = actor;
  const found = new Map<string, Promise<StoredPostWithHtml | null>>();
  const post = async (slug: string): Promise<StoredPostWithHtml | null> => {
    const reading = found.get(slug) ?? posts.get({ organizationSlug, slug }, organization);
    found.set(slug, reading);
    return reading;
  };
  shared.set(actor, { organization, post });
}

/** The records that a request of the admin API has read with its key. A write is planned from them, and checks that they are unchanged. */
interface ReadWithKey {
  organization: Organization | null | undefined;
  /** The post of the path, or for a path without one the index of the posts. */
  state?: PostState | undefined;
  /** The version of the knowledge texts. */
  texts?: TextsVersion | undefined;
}

const readWithKey = new WeakMap<AdminActor, ReadWithKey>();

/** Lets the action of a request use the records that were read with its key. */
export function shareReadWithKey(actor: AdminActor, read: ReadWithKey): void {
  readWithKey.set(actor, read);
}

/** Returns the records that were read with the key of an actor. */
export function readWithKeyOf(actor: AdminActor): Partial<ReadWithKey> {
  return readWithKey.get(actor) ?? {};
}

/** Returns the organization that was read with an actor, or undefined. */
export function knownOrganization(actor: AdminActor): StoredOrganization | undefined {
  return shared.get(actor)?.organization;
}

/** Returns the post that the actions of a request share, or undefined if they share no reads. */
export async function sharedPost(
  actor: AdminActor,
  slug: string,
): Promise<StoredPostWithHtml | null | undefined> {
  return shared.get(actor)?.post(slug);
}

/** Returns the organization that was read with an actor, or reads it. */
export function organizationOf<Found>(
  actor: AdminActor,
  read: (slug: string) => Awaitable<Found>,
): Awaitable<Found | StoredOrganization> {
  return knownOrganization(actor) ?? read(actor.organizationSlug);
}

/** Returns true if an actor has a permission. */
export function isPermitted({ permissions }: AdminActor, permission: Permission): boolean {
  return includesPermission(permissions, permission);
}

/** @throws {MissingPermissionError} if the actor lacks a permission */
export function requirePermitted(actor: AdminActor, permission: Permission): void {
  if (!isPermitted(actor, permission)) throw new MissingPermissionError(permission);
}

/** Returns the actor in the form that the audit log and the revisions store. The operator has no id. */
export function signatureOf({ userId, apiKey }: AdminActor): Actor {
  if (userId === "") return {};
  return apiKey === undefined ? { by: userId } : { by: userId, via: apiKey.id };
}
