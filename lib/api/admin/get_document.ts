import { isPermitted } from "../actions/mod.ts";
import type { AdminHandler } from "./admin_route.ts";

/** `GET /openapi.json`: the OpenAPI document of the admin API. Callers who can read posts get the fields of their organization. */
export const getDocument: AdminHandler = async ({ actor }, { content, documentation }) => {
  const documents = await documentation();
  if (!isPermitted(actor, "posts:read")) return documents.adminOpenApi();
  const organization = await content.source.findOrganization(actor.organizationSlug);
  return documents.adminOpenApi(organization?.postFields ?? []);
};
