import * as v from "valibot";
import type { KnowledgeInput } from "../../content/mod.ts";
import { parseQuery, type QuerySchema } from "../../http/mod.ts";
import { ends, shows } from "./admin_handlers.ts";
import type { AdminRoute } from "./admin_route.ts";
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
    DELETE: ends(async ({ actor, id, admin }) => admin.knowledgeBase.delete({ actor, id })),
  },
];
