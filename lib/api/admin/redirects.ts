import * as v from "valibot";
import { longestAddress, type RedirectInput } from "../../content/mod.ts";
import { emptyResponse, jsonResponse, parseQuery, type QuerySchema, readJsonBody } from "../../http/mod.ts";
import type { AdminHandler } from "./admin_route.ts";
import { pageOf, pageQuery } from "./page_query.ts";

/** The query parameters of the removal of a redirect. */
export const removalParameters: QuerySchema<{ from: string }> = v.object({
  from: v.pipe(
    v.string(),
    v.maxLength(longestAddress, `must be at most ${longestAddress} characters`),
    v.description("The address that redirects."),
    v.examples(["/2016/03/hours.html"]),
  ),
});

/** `GET /redirects`: the redirects to posts of every status. */
export const listRedirects: AdminHandler = async ({ request, url, actor }, deps) => {
  const page = parseQuery(pageQuery, url.searchParams);
  return pageOf({ ...page, field: "redirects", list: "redirects" }, { request, deps }, async (part) =>
    deps.admin.redirects.list(actor, part),
  );
};

/** `POST /redirects`: adds a redirect. */
export const addRedirect: AdminHandler = async ({ request, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  const { redirect, isNew } = await admin.redirects.add(actor, value as unknown as RedirectInput);
  return jsonResponse(redirect, isNew ? 201 : 200);
};

/** `DELETE /redirects?from=…`: removes a redirect. */
export const removeRedirect: AdminHandler = async ({ url, actor }, { admin }) => {
  const { from } = parseQuery(removalParameters, url.searchParams);
  await admin.redirects.remove({ actor, from });
  return emptyResponse(204);
};
