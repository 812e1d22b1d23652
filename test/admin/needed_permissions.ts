import { permissionsOfRole } from "../../lib/access/mod.ts";
import type { Permission } from "../../lib/mod.ts";

/** Further permissions that the results of actions exercise. */
export const alsoNeeded: Readonly<Record<string, readonly Permission[]>> = {
  "check a grant": ["posts:read"],
  "export the organization": ["keys:manage", "posts:write", "knowledge:read"],
  "create a preview link": ["posts:read"],
  "create a webhook": ["posts:read"],
  "roll the secret of a webhook": ["posts:read"],
  "resume a webhook": ["posts:read"],
  "deliver an event again": ["posts:read"],
  "add a member of a name": permissionsOfRole.author,
  "invite an address": permissionsOfRole.author,
  "revoke an invitation": permissionsOfRole.viewer,
  "list the records about a user": ["keys:manage", "webhooks:manage", "posts:write", "knowledge:read"],
  "change a member's role": permissionsOfRole.editor.filter((permission) => !permission.endsWith("-own")),
  "remove a member": permissionsOfRole.viewer,
  "try settings with a post": ["posts:read"],
  "update a file": ["posts:write"],
  "delete a file": ["posts:write"],
  "let a key work in further networks": permissionsOfRole.viewer,
  "send a webhook to another URL": ["posts:read"],
  "let a webhook send further events": ["members:manage"],
};

const ownPublication: readonly Permission[] = ["posts:write-own", "posts:publish-own"];

/** Permissions that are enough for actions whose results are own posts. */
export const enoughForOwn: Readonly<Record<string, readonly Permission[]>> = {
  "create a post": ownPublication,
  "put a post": ownPublication,
  "start a draft": ["posts:write-own"],
  "list submissions": ["posts:write-own"],
};
