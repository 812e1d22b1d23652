import { type NewMember, roleInput } from "../../admin/mod.ts";
import { validate } from "../../validate.ts";
import { emptyResponse, jsonResponse } from "../../exchange/prepared_response.ts";
import { readJsonBody } from "../../http/read_json_body.ts";
import type { AdminHandler } from "./admin_route.ts";

/** `GET /members`: the members of the organization. */
export const listMembers: AdminHandler = async ({ actor }, { admin }) =>
  jsonResponse({ members: await admin.members.all(actor) });

/** `POST /members`: invites an email address or a user, or creates a user by name, who is a member immediately. */
export const addMember: AdminHandler = async ({ request, url, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  const added = await admin.members.add(actor, value as NewMember);
  const { invitationsUrl } = options;
  if (added.status !== "pending" || invitationsUrl === undefined) return jsonResponse(added, 201);
  return jsonResponse({ ...added, url: new URL(invitationsUrl, url).href }, 201);
};

/** `GET /invitations`: the pending invitations to the organization. */
export const listInvitations: AdminHandler = async ({ actor }, { admin }) =>
  jsonResponse({ invitations: await admin.members.invitations(actor) });

/** `DELETE /invitations/{id}`: revokes a pending invitation. */
export const revokeInvitation: AdminHandler = async ({ params, actor }, { admin }) => {
  await admin.members.revokeInvitation({ actor, id: params["id"] ?? "" });
  return emptyResponse(204);
};

/** `PATCH /members/{id}`: changes the role of a member. */
export const changeRole: AdminHandler = async ({ request, params, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  const { role } = validate(roleInput, value, "Cannot change the member's role");
  return jsonResponse(await admin.members.changeRole({ actor, userId: params["id"] ?? "" }, role));
};

/** `DELETE /members/{id}`: ends a membership. */
export const removeMember: AdminHandler = async ({ params, actor }, { admin }) => {
  await admin.members.remove({ actor, userId: params["id"] ?? "" });
  return emptyResponse(204);
};
