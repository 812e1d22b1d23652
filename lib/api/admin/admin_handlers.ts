import { emptyResponse, jsonResponse, parseQuery } from "../../http/mod.ts";
import type { AdminHandler, AdminRequest } from "./admin_route.ts";
import { type Part, type PartOf, pageOf, pageQuery } from "./page_query.ts";

/** Responds with the result of an action. */
export function shows(act: (request: AdminRequest) => Promise<object>, status = 200): AdminHandler {
  return async (request) => jsonResponse(await act(request), status);
}

/** Responds without a body after an action. */
export function ends(act: (request: AdminRequest) => Promise<void>): AdminHandler {
  return async (request) => {
    await act(request);
    return emptyResponse(204);
  };
}

/** Responds with a page of a list without filters. */
export function pages<Field extends string>(
  field: Field,
  read: (request: AdminRequest, part: Part) => PartOf<Field>,
  list: string = field,
): AdminHandler {
  return async (request, deps) => {
    const query = parseQuery(pageQuery, request.url.searchParams);
    return pageOf({ field, list, ...query }, { ...request, deps }, async (part) => read(request, part));
  };
}
