import { jsonContent } from "../../description/openapi_content.ts";
import * as v from "valibot";
import { insightParameters, keyInsightParameters } from "../insight.ts";
import { insightSchema, keyInsightSchema } from "../insight_schemas.ts";
import { adminOperation, shown, type DescribeAdminOperation, idParameter } from "./admin_operation.ts";
import { exampleKeyId } from "./examples.ts";

const requests = { "2xx": 118, "304": 12, "3xx": 0, "4xx": 2, "5xx": 0 };
const endpoint = "post/{organizationSlug}/{slug}";
const shared = {
  isCounted: true,
  days: [{ date: "2026-06-15", requests }],
  endpoints: [{ endpoint, requests }],
};

/** The operations on counted requests. */
export const insightOperations: readonly DescribeAdminOperation[] = [
  adminOperation({
    operationId: "getInsight",
    method: "get",
    path: "/insight",
    tag: "Organization",
    summary: "Get the requests to the organization",
    description:
      "Counts by UTC day, endpoint, status and key, the most read posts, slugs without a post, and refusals. Keys are shown to callers " +
      "with `keys:manage`. Responses of a CDN or shared cache are not counted. Send `Accept: text/csv` or `format=csv` for a table.",
    needs: "posts:read",
    query: insightParameters,
    responses: [
      {
        status: 200,
        description:
          "The requests, by day, endpoint and key. The CSV has a row for each day, endpoint, status and key.",
        headers: ["Vary"],
        content: jsonContent(insightSchema, {
          today: {
            summary: "A day",
            value: {
              ...shared,
              keys: [{ key: exampleKeyId, keyName: "Website", requests }],
              posts: [{ slug: "when-we-are-open", requests: 96 }],
              otherPosts: 0,
              notFound: [{ slug: "opening-hours", requests: 2 }],
              otherNotFound: 0,
              refusals: [],
            },
          },
        }),
        alternative: {
          mediaType: "text/csv",
          schema: v.string(),
          examples: {
            rows: {
              summary: "A row",
              value: `date,endpoint,status,key,key_id,requests\r\n2026-06-15,${endpoint},2xx,Website,${exampleKeyId},118\r\n`,
            },
          },
        },
      },
    ],
  }),
  adminOperation({
    operationId: "getKeyInsight",
    method: "get",
    path: "/api-keys/{id}/insight",
    tag: "API keys",
    summary: "Get the requests with a key",
    description: "Counts by UTC day, endpoint and status, and refusals.",
    needs: "keys:manage",
    id: idParameter("The id of the key.", exampleKeyId),
    query: keyInsightParameters,
    responses: [
      shown("The requests with the key.", keyInsightSchema, {
        today: {
          summary: "A day",
          value: { ...shared, refusals: [{ code: "quota-exceeded", requests: 2 }] },
        },
      }),
    ],
  }),
];
