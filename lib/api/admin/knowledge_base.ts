import * as v from "valibot";
import type { KnowledgeInput } from "../../content/mod.ts";
import { emptyResponse, jsonResponse, parseQuery, type QuerySchema, readJsonBody } from "../../http/mod.ts";
import type { AdminHandler } from "./admin_route.ts";
import { pageOf, pageParameters, searchParameter } from "./page_query.ts";

/** The query parameters of the list of texts. */
export const knowledgeParameters: QuerySchema<{ limit: number; cursor?: string; search?: string }> = v.object(
  {
    ...pageParameters,
    search: searchParameter("Only texts that contain this. Case is ignored."),
  },
);

/** `GET /knowledge-base`: the texts, newest first. */
export const listTexts: AdminHandler = async ({ request, url, actor }, deps) => {
  const { cursor, limit, ...query } = parseQuery(knowledgeParameters, url.searchParams);
  return pageOf(
    { field: "entries", list: "knowledge-base", cursor, limit, areLarge: true },
    { request, deps },
    async (part) => deps.admin.knowledgeBase.list(actor, { ...query, ...part }),
  );
};

/** `POST /knowledge-base`: adds a text. */
export const addText: AdminHandler = async ({ request, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  return jsonResponse(await admin.knowledgeBase.add(actor, value as KnowledgeInput), 201);
};

/** `DELETE /knowledge-base/{id}`: deletes a text. */
export const deleteText: AdminHandler = async ({ params, actor }, { admin }) => {
  await admin.knowledgeBase.delete({ actor, id: params["id"] ?? "" });
  return emptyResponse(204);
};
