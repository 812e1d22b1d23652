import * as v from "valibot";
import { type KeyStatus, keyStatuses } from "../../access/mod.ts";
import type { OwnKeyInput } from "../actions/api_key_actions.ts";
import {
  jsonResponse,
  parseQuery,
  type QuerySchema,
  readJsonBody,
  readOptionalJsonBody,
} from "../../http/mod.ts";
import type { AdminHandler } from "./admin_route.ts";
import { pageOf, pageParameters, pageQuery, searchParameter } from "./page_query.ts";

/** Validated query parameters of the list of keys. */
interface KeysParameters {
  limit: number;
  cursor?: string;
  status?: KeyStatus;
  search?: string;
}

/** The query parameters of the list of keys. */
export const keysParameters: QuerySchema<KeysParameters> = v.object({
  ...pageParameters,
  status: v.exactOptional(
    v.pipe(
      v.picklist(keyStatuses, `must be one of ${keyStatuses.join(", ")}`),
      v.description(
        "`live` for keys that work, the newest first. `ended` for revoked and expired keys, the last ended first. Default: all keys, sorted by id.",
      ),
    ),
  ),
  search: searchParameter(
    "Only keys with this: the beginning of a word of the name, of the id, or of `start`. Of several words, all must match. Case and accents are ignored.",
  ),
});

/** `GET /api-keys`: the keys of the organization. */
export const listKeys: AdminHandler = async ({ url, actor, request }, deps) => {
  const { cursor, limit, ...query } = parseQuery(keysParameters, url.searchParams);
  return pageOf(
    { field: "apiKeys", list: `api-keys ${query.status ?? "all"}`, cursor, limit },
    { request, deps },
    async (part) => {
      const { keys: apiKeys, next } = await deps.admin.apiKeys.list(actor, { ...query, ...part });
      return { apiKeys, next };
    },
  );
};

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
export const showUsage: AdminHandler = async ({ url, actor, request }, deps) => {
  const page = parseQuery(pageQuery, url.searchParams);
  return pageOf({ ...page, field: "usage", list: "usage" }, { request, deps }, async (part) =>
    deps.admin.apiKeys.usage(actor, part),
  );
};
