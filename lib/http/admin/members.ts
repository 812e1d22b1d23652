import { type NewMember, roleInput } from "../../admin/mod.ts";
import { validate } from "../../validate.ts";
import { emptyAnswer, jsonAnswer } from "../answer.ts";
import { readJsonBody } from "../read_json_body.ts";
import type { AdminHandler } from "./admin_route.ts";

/** `GET /members`: the members of the organization. */
export const listMembers: AdminHandler = async ({ actor }, { admin }) =>
  jsonAnswer({ members: await admin.members.list(actor) });

/** `POST /members`: makes a user a member, a new one where none is named. */
export const addMember: AdminHandler = async ({ request, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  return jsonAnswer(await admin.members.add(actor, value as NewMember), 201);
};

/** `PATCH /members/{id}`: gives a member another role. */
export const changeRole: AdminHandler = async ({ request, params, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  const { role } = validate(roleInput, value, "Cannot change the member's role");
  return jsonAnswer(await admin.members.changeRole(actor, params["id"] ?? "", role));
};

/** `DELETE /members/{id}`: ends a membership. */
export const removeMember: AdminHandler = async ({ params, actor }, { admin }) => {
  await admin.members.remove(actor, params["id"] ?? "");
  return emptyAnswer(204);
};
