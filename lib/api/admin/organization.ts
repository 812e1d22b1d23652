import { jsonResponse, parseQuery, readJsonBody } from "../../http/mod.ts";
import { withMergedObjects } from "../../base/input/patch_of.ts";
import type { AdminHandler } from "./admin_route.ts";
import { pageOf, pageQuery } from "./page_query.ts";

/** `GET /organization`: the organization of the key. */
export const showOrganization: AdminHandler = async ({ actor }, { admin }) =>
  jsonResponse(await admin.organization.get(actor));

/** `PATCH /organization`: changes some of its fields. */
export const updateOrganization: AdminHandler = async ({ request, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  return jsonResponse(await admin.organization.update(actor, withMergedObjects(value)));
};

/** `GET /audit`: changes of keys and members, newest first. */
export const listAudit: AdminHandler = async ({ request, url, actor }, deps) => {
  const page = parseQuery(pageQuery, url.searchParams);
  return pageOf({ ...page, field: "entries", list: "audit" }, { request, deps }, async (part) =>
    deps.admin.organization.audit(actor, part),
  );
};
