import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import {
  type ApiKey,
  type DayUsage,
  type GeneratedApiKey,
  type KeyUsage,
  type ListedApiKey,
  permissions,
} from "../../access/mod.ts";
import { schemaOf } from "../../http/mod.ts";
import { instantSchema } from "../../base/fields/instant_schema.ts";
import { nextCursorSchema } from "../representations/post_schema.ts";
import { listOf } from "../representations/list_of.ts";

const day = v.pipe(v.string(), v.isoDate(), v.description("A UTC day."));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const entries = {
  id: textSchema("Identifies the key. It is not secret."),
  userId: textSchema("The user who generated the key, and whose permissions it has."),
  organizationId: v.string(),
  organizationSlug: v.string(),
  name: v.string(),
  start: textSchema("The first characters of the value, to distinguish keys."),
  createdAt: instantSchema,
  expiresAt: v.exactOptional(instantSchema),
  revokedAt: v.exactOptional(instantSchema),
  disabledAt: v.exactOptional(instantSchema),
  rolledTo: v.exactOptional(textSchema("The id of the key that replaces this one.")),
  rateLimit: v.exactOptional(
    v.pipe(
      v.strictObject({
        perDay: v.pipe(v.number(), v.integer(), v.minValue(1), v.description("Requests per UTC day.")),
      }),
      v.description("Present if the key has its own limits."),
    ),
  ),
  permissions: v.exactOptional(
    v.pipe(
      listOf(v.picklist(permissions)),
      v.description("Permissions that the key is limited to. Absent if it has all permissions of its user."),
    ),
  ),
  networks: v.exactOptional(
    v.pipe(
      listOf(v.string()),
      v.description("Networks from which the key works, in canonical form. Absent if it works everywhere."),
    ),
  ),
};

/** A key, without its value. */
export const apiKeySchema: v.GenericSchema<ApiKey> = schemaOf<ApiKey>()(v.strictObject(entries));

/** A key with its usage. */
export const listedApiKeySchema: v.GenericSchema<ListedApiKey> = schemaOf<ListedApiKey>()(
  v.strictObject({
    ...entries,
    requestsToday: v.pipe(count, v.description("Requests on this UTC day, shared by rolled keys.")),
    lastUsedOn: v.exactOptional(day),
  }),
);

/** A page of keys. */
export const apiKeyListSchema: v.GenericSchema<{ apiKeys: ListedApiKey[]; nextCursor: string | null }> =
  v.strictObject({ apiKeys: v.array(listedApiKeySchema), nextCursor: nextCursorSchema });

/** A key with its value. */
export const generatedApiKeySchema: v.GenericSchema<GeneratedApiKey> = schemaOf<GeneratedApiKey>()(
  v.strictObject({
    ...entries,
    key: textSchema("The complete value. It is not stored, and only this response contains it."),
  }),
);

/** Usage of the keys that share a quota. */
export const keyUsageSchema: v.GenericSchema<KeyUsage> = schemaOf<KeyUsage>()(
  v.strictObject({
    keyIds: v.pipe(
      listOf(v.string()),
      v.description("A key and the keys it was rolled to, at most 100. They share a quota."),
    ),
    moreKeys: v.exactOptional(
      v.pipe(v.literal(true), v.description("Present if more keys share the quota.")),
    ),
    days: v.pipe(
      listOf(
        schemaOf<DayUsage>()(
          v.strictObject({
            date: day,
            requests: count,
            refusals: v.pipe(count, v.description("Requests that got 429.")),
          }),
        ),
      ),
      v.description("The last 30 UTC days, today last."),
    ),
  }),
);

/** A page of usage. */
export const usageSchema: v.GenericSchema<{ usage: KeyUsage[]; nextCursor: string | null }> = v.strictObject({
  usage: v.array(keyUsageSchema),
  nextCursor: nextCursorSchema,
});
