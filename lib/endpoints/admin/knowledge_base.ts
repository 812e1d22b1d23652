import * as v from "valibot";
import type { KnowledgeInput } from "../../content/mod.ts";
import { emptyResponse, jsonResponse } from "../../exchange/prepared_response.ts";
import { parseQuery, type QuerySchema } from "../../http/query_parameters.ts";
import { readJsonBody } from "../../http/read_json_body.ts";
import type { AdminHandler } from "./admin_route.ts";
import { pageOf, pageParameters, type PartReader, searchParameter } from "./page_query.ts";

/** The query parameters of the list of texts. */
export const knowledgeParameters: QuerySchema<{ limit: number; cursor?: string; search?: string }> = v.object(
  {
    ...pageParameters,
    search: searchParameter("Only texts that contain this. Case is ignored."),
  },
);

/** `GET /knowledge-base`: the texts, newest first. */
export const listTexts: AdminHandler = async ({ request, url, actor }, deps) => {
  const { search, ...page } = parseQuery(knowledgeParameters, url.searchParams);
  const read: PartReader = async (part) => {
    const query = search === undefined ? part : { ...part, search };
    const { entries: items, next } = await deps.admin.knowledgeBase.list(actor, query);
    return { items, next };
  };
  return pageOf(
    { ...page, field: "entries", list: "knowledge-base", areLarge: true, read },
    { request },
    deps,
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
