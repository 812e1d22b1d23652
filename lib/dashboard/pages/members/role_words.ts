import { type Role, roles } from "../../../access/mod.ts";
import type { Visit } from "../../visit.ts";

export const abilities: Readonly<Record<Role, string>> = {
  viewer: "read published posts",
  author: "read published posts and add to the knowledge base",
  contributor: "write own posts, which an editor publishes",
  writer: "write and publish own posts",
  editor: "write and publish all posts, and use the knowledge base",
  admin: "do everything, except for making or removing owners",
  owner: "do everything",
};

/** Returns a role with its abilities, as a choice of a form. */
export function roleChoice(role: Role): readonly [value: string, label: string] {
  return [role, `${role}: ${abilities[role]}`];
}

/** Returns the roles that the visitor may give. Only owners may make owners. */
export async function offeredRoles({ api, actor }: Visit): Promise<readonly Role[]> {
  const own = await api.admin.members.ownRole(actor);
  return own === "owner" ? roles : roles.filter((role) => role !== "owner");
}
