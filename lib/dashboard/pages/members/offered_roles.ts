import type { Role } from "../../../access/mod.ts";
import type { Visit } from "../../visit.ts";
import { roles } from "./role_words.ts";

/** Returns the roles that the visitor may give. Only owners may make owners. */
export async function offeredRoles({ api, actor }: Visit): Promise<readonly Role[]> {
  const own = await api.admin.members.ownRole(actor);
  return own === "owner" ? roles : roles.filter((role) => role !== "owner");
}
