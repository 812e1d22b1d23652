import * as v from "valibot";
import { type NewMember, roleInput } from "../actions/member_actions.ts";
import { validate } from "../../base/input/validate.ts";
import { emptyResponse, jsonResponse, parseQuery, type QuerySchema, readJsonBody } from "../../http/mod.ts";
import type { AdminHandler } from "./admin_route.ts";
import { pageOf, pageParameters, pageQuery, searchParameter } from "./page_query.ts";

/** The query parameters of the list of members. */
export const membersParameters: QuerySchema<{ limit: number; cursor?: string; search?: string }> = v.object({
  ...pageParameters,
  search: searchParameter(
    "Only members with these words: each begins a word of the name, the id or the email address, or the role. " +
      "Case and accents are ignored.",
  ),
});

/** `GET /members`: a page of the members of the organization. */
export const listMembers: AdminHandler = async ({ url, actor, request }, deps) => {
  const { cursor, limit, ...query } = parseQuery(membersParameters, url.searchParams);
  const list = query.search === undefined ? "members" : "found-members";
  return pageOf({ field: "members", list, cursor, limit }, { request, deps }, async (part) =>
    deps.admin.members.list(actor, { ...query, ...part }),
  );
};

/** `POST /members`: invites an email address or a user, or creates a user by name, who is a member immediately. */
export const addMember: AdminHandler = async ({ request, url, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  const added = await admin.members.add(actor, value as NewMember);
  const { invitationsUrl } = options;
  if (added.status !== "pending" || invitationsUrl === undefined) return jsonResponse(added, 201);
  return jsonResponse({ ...added, url: new URL(invitationsUrl, url).href }, 201);
};

/** `GET /invitations`: a page of the pending invitations to the organization. */
export const listInvitations: AdminHandler = async ({ url, actor, request }, deps) => {
  const page = parseQuery(pageQuery, url.searchParams);
  return pageOf({ ...page, field: "invitations", list: "invitations" }, { request, deps }, async (part) =>
    deps.admin.members.listInvitations(actor, part),
  );
};

/** `DELETE /invitations/{id}`: revokes a pending invitation. */
export const revokeInvitation: AdminHandler = async ({ params, actor }, { admin }) => {
  await admin.members.revokeInvitation({ actor, id: params["id"] ?? "" });
  return emptyResponse(204);
};

/** `GET /members/{id}`: a member. */
export const showMember: AdminHandler = async ({ params, actor }, { admin }) =>
  jsonResponse(await admin.members.get({ actor, userId: params["id"] ?? "" }));

/** `GET /members/{id}/records`: a page of the records about a user. */
export const listMemberRecords: AdminHandler = async ({ url, params, actor, request }, deps) => {
  const page = parseQuery(pageQuery, url.searchParams);
  const address = { actor, userId: params["id"] ?? "" };
  return pageOf({ ...page, field: "records", list: "member-records" }, { request, deps }, async (part) =>
    deps.admin.members.listRecords(address, part),
  );
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
