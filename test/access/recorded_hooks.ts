import type { Hooks } from "../../lib/mod.ts";

/** The name of a called hook, and its event. */
export type ToldHook = { [Name in keyof Hooks]-?: [name: Name, event: EventOf<Name>] }[keyof Hooks];

type EventOf<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** Creates hooks that record the events of keys, users and content. */
export function recordedHooks(): { hooks: Required<Hooks>; told: ToldHook[] } {
  const told: ToldHook[] = [];
  const hooks: Required<Hooks> = {
    "key.generated": (event) => void told.push(["key.generated", event]),
    "key.rolled": (event) => void told.push(["key.rolled", event]),
    "key.updated": (event) => void told.push(["key.updated", event]),
    "key.revoked": (event) => void told.push(["key.revoked", event]),
    "key.expired": (event) => void told.push(["key.expired", event]),
    "key.refused": (event) => void told.push(["key.refused", event]),
    "quota.reached": (event) => void told.push(["quota.reached", event]),
    "member.changed": (event) => void told.push(["member.changed", event]),
    "invitation.changed": (event) => void told.push(["invitation.changed", event]),
    "user.changed": (event) => void told.push(["user.changed", event]),
    "knowledge.added": (event) => void told.push(["knowledge.added", event]),
    // A separate test covers the event of every request.
    "request.answered": () => undefined,
    "record.damaged": () => undefined,
    "posts.imported": (event) => void told.push(["posts.imported", event]),
    "post.published": (event) => void told.push(["post.published", event]),
    "post.updated": (event) => void told.push(["post.updated", event]),
    "post.moved": (event) => void told.push(["post.moved", event]),
    "post.unpublished": (event) => void told.push(["post.unpublished", event]),
    "post.deleted": (event) => void told.push(["post.deleted", event]),
    "organization.updated": (event) => void told.push(["organization.updated", event]),
    "webhook.disabled": (event) => void told.push(["webhook.disabled", event]),
    "webhook.attempted": (event) => void told.push(["webhook.attempted", event]),
  };
  return { hooks, told };
}
