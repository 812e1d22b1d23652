import * as v from "valibot";
import {
  type KnowledgeEntry,
  type KnowledgeInput,
  type KnowledgeTextInput,
  knowledgeTag,
} from "../../content/mod.ts";
import { jsonResponse, parseQuery, type PreparedResponse, type QuerySchema } from "../../http/mod.ts";
import { ends, shows } from "./admin_handlers.ts";
import type { AdminRoute } from "./admin_route.ts";
import { readConditions } from "./read_conditions.ts";
import { pageOf, pageParameters, searchParameter } from "./page_query.ts";

/** The query parameters of the list of texts. */
export const knowledgeParameters: QuerySchema<{ limit: number; cursor?: string; search?: string }> = v.object(
  {
    ...pageParameters,
    search: searchParameter("Only texts that contain this. Case is ignored."),
  },
);

/** The paths of the texts of the knowledge base. */
export const knowledgeRoutes: readonly AdminRoute[] = [
  {
    path: "knowledge-base",
    hasQuery: ["GET"],
    readsTexts: ["POST"],
    GET: async ({ request, url, actor }, deps) => {
      const { cursor, limit, ...query } = parseQuery(knowledgeParameters, url.searchParams);
      const page = { field: "entries", list: "knowledge-base", cursor, limit, areLarge: true } as const;
      return pageOf(page, { request, deps }, async (part) =>
        deps.admin.knowledgeBase.list(actor, { ...query, ...part }),
      );
    },
    POST: shows(
      async ({ actor, admin, body }) => admin.knowledgeBase.add(actor, (await body()) as KnowledgeInput),
      201,
    ),
  },
  {
    path: "knowledge-base/{id}",
    readsTexts: ["PUT", "DELETE"],
    GET: async ({ actor, id, admin }) => textResponse(await admin.knowledgeBase.get({ actor, id })),
    PUT: async ({ request, actor, id, admin, body }) => {
      const conditions = readConditions(request.headers);
      const input = (await body()) as KnowledgeTextInput;
      const { entry, outcome } = await admin.knowledgeBase.put({ actor, id }, input, conditions);
      return textResponse(entry, outcome === "created" ? 201 : 200);
    },
    DELETE: ends(async ({ request, actor, id, admin }) =>
      admin.knowledgeBase.delete({ actor, id }, readConditions(request.headers)),
    ),
  },
];

function textResponse(entry: KnowledgeEntry, status = 200): PreparedResponse {
  return jsonResponse(entry, status, { etag: `"${knowledgeTag(entry)}"` });
}
