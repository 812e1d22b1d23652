import * as v from "valibot";
import { jsonResponse, textResponse, preferredType, parseQuery, type QuerySchema } from "../../http/mod.ts";
import { insightCsv } from "../insight/insight_csv.ts";
import { limitParameter } from "../public/posts/list_parameters.ts";
import type { AdminHandler } from "./admin_route.ts";

const daysParameter = limitParameter("Number of UTC days, including today.", { most: 30, usual: 30 });

/** The query parameters of the counted requests. */
export const insightParameters: QuerySchema<{ days: number; format?: "json" | "csv" }> = v.object({
  days: daysParameter,
  format: v.exactOptional(
    v.pipe(
      v.picklist(["json", "csv"], "must be json or csv"),
      v.description("Form of the response. Default: the one that `Accept` prefers, JSON or CSV."),
    ),
  ),
});

/** The response depends on the accepted types (RFC 9110, section 12.5.5). */
const varying = { vary: "accept" };

/** `GET /insight`: the requests to the organization, as a report in JSON or as rows in CSV. */
export const showInsight: AdminHandler = async ({ request, url, actor }, { admin }) => {
  const { days, format } = parseQuery(insightParameters, url.searchParams);
  const preferred = preferredType(request.headers.get("accept"), ["application/json", "text/csv"]);
  const isCsv = format === undefined ? preferred === "text/csv" : format === "csv";
  return isCsv
    ? textResponse(200, insightCsv(await admin.insight.rows(actor, { days })), {
        "content-type": "text/csv; charset=utf-8",
        ...varying,
      })
    : jsonResponse(await admin.insight.read(actor, { days }), 200, varying);
};

/** `GET /api-keys/{id}/insight`: the requests with a key. */
export const showKeyInsight: AdminHandler = async ({ url, id: keyId, actor }, { admin }) =>
  jsonResponse(
    await admin.insight.ofKey({ actor, keyId }, parseQuery(keyInsightParameters, url.searchParams)),
  );

/** The query parameters of the requests with a key. */
export const keyInsightParameters: QuerySchema<{ days: number }> = v.object({ days: daysParameter });
