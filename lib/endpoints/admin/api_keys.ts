import type { OwnKeyInput } from "../../admin/mod.ts";
import { jsonResponse } from "../../exchange/prepared_response.ts";
import { readJsonBody, readOptionalJsonBody } from "../../http/read_json_body.ts";
import type { AdminHandler } from "./admin_route.ts";

/** `GET /api-keys`: the keys of the organization. */
export const listKeys: AdminHandler = async ({ actor }, { admin }) =>
  jsonResponse({ apiKeys: await admin.apiKeys.all(actor) });

/** `POST /api-keys`: generates a key. Only this response contains its value. */
export const generateKey: AdminHandler = async ({ request, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  return jsonResponse(await admin.apiKeys.generate(actor, value as OwnKeyInput), 201);
};

/** `GET /api-keys/{id}`: a single key. */
export const showKey: AdminHandler = async ({ params, actor }, { admin }) =>
  jsonResponse(await admin.apiKeys.get({ actor, keyId: params["id"] ?? "" }));

/** `PATCH /api-keys/{id}`: changes the networks of a key. */
export const updateKey: AdminHandler = async ({ request, params, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  return jsonResponse(await admin.apiKeys.update({ actor, keyId: params["id"] ?? "" }, value));
};

/** `POST /api-keys/{id}/roll`: replaces a key. Only this response contains the new value. */
export const rollKey: AdminHandler = async ({ request, params, actor }, { admin, options }) => {
  const input = await readOptionalJsonBody(request, options.limits.bodyBytes);
  return jsonResponse(await admin.apiKeys.roll({ actor, keyId: params["id"] ?? "" }, input), 201);
};

/** `POST /api-keys/{id}/revoke`: revokes a key. */
export const revokeKey: AdminHandler = async ({ params, actor }, { admin }) =>
  jsonResponse(await admin.apiKeys.revoke({ actor, keyId: params["id"] ?? "" }));

/** `GET /usage`: requests and refusals of each key on each of the last 30 UTC days. */
export const showUsage: AdminHandler = async ({ actor }, { admin }) =>
  jsonResponse({ usage: (await admin.apiKeys.usage(actor)).usage });
