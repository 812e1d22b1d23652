import * as v from "valibot";
import { type KeyStatus, keyStatuses } from "../../access/mod.ts";
import type { OwnKeyInput } from "../actions/api_key_actions.ts";
import { parseQuery, type QuerySchema } from "../../http/mod.ts";
import { pages, shows } from "./admin_handlers.ts";
import type { AdminRoute } from "./admin_route.ts";
import { showKeyInsight } from "./insight.ts";
import { pageOf, pageParameters, searchParameter } from "./page_query.ts";

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

/** The paths of keys. Only the responses to `POST /api-keys` and `roll` contain the value of a key. */
export const keyRoutes: readonly AdminRoute[] = [
  {
    path: "api-keys",
    hasQuery: ["GET"],
    GET: async ({ url, actor, request }, deps) => {
      const { cursor, limit, ...query } = parseQuery(keysParameters, url.searchParams);
      const list = `api-keys ${query.status ?? "all"}`;
      return pageOf({ field: "apiKeys", list, cursor, limit }, { request, deps }, async (part) => {
        const { keys: apiKeys, next } = await deps.admin.apiKeys.list(actor, { ...query, ...part });
        return { apiKeys, next };
      });
    },
    POST: shows(async ({ actor, admin, body }) => {
      const input = (await body()) as OwnKeyInput;
      return admin.apiKeys.generate(actor, input);
    }, 201),
  },
  {
    path: "api-keys/{id}",
    GET: shows(async ({ actor, admin, id: keyId }) => admin.apiKeys.get({ actor, keyId })),
    PATCH: shows(async ({ actor, admin, id: keyId, body }) =>
      admin.apiKeys.update({ actor, keyId }, await body()),
    ),
  },
  {
    path: "api-keys/{id}/roll",
    POST: shows(async ({ actor, admin, id: keyId, optionalBody }) => {
      const input = await optionalBody();
      return admin.apiKeys.roll({ actor, keyId }, input);
    }, 201),
  },
  {
    path: "api-keys/{id}/revoke",
    POST: shows(async ({ actor, admin, id: keyId }) => admin.apiKeys.revoke({ actor, keyId })),
  },
  { path: "api-keys/{id}/insight", hasQuery: ["GET"], GET: showKeyInsight },
];

/** The path of the requests and refusals of each key on each of the last 30 UTC days. */
export const usageRoutes: readonly AdminRoute[] = [
  {
    path: "usage",
    hasQuery: ["GET"],
    GET: pages("usage", async ({ actor, admin }, part) => admin.apiKeys.usage(actor, part)),
  },
];
