import { permissionsOfRole, type Role } from "../../access/mod.ts";

/** All roles, the lowest role first. */
export const roles: readonly Role[] = Object.keys(permissionsOfRole) as Role[];

/** The abilities of each role. */
export const abilities: Readonly<Record<Role, string>> = {
  viewer: "reads published posts",
  author: "reads published posts and adds to the knowledge base",
  editor: "writes and publishes posts, and uses the knowledge base",
  admin: "does everything, except for making or removing owners",
  owner: "does everything",
};

/** Returns a role with its abilities, as a choice of a form. */
export function roleChoice(role: Role): readonly [value: string, label: string] {
  return [role, `${role}: ${abilities[role]}`];
}
