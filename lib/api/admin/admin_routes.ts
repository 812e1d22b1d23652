import { isPermitted } from "../actions/admin_actor.ts";
import type { AdminRoute, AdminHandler } from "./admin_route.ts";
import { keyRoutes, usageRoutes } from "./api_keys.ts";
import { showInsight } from "./insight.ts";
import { knowledgeRoutes } from "./knowledge_base.ts";
import { mediaRoutes } from "./media/media.ts";
import { memberRoutes } from "./members.ts";
import { auditRoutes, organizationRoutes } from "./organization.ts";
import { postRoutes } from "./posts.ts";
import { previewLinkRoutes } from "./preview_links.ts";
import { redirectRoutes } from "./redirects.ts";
import { submissionRoutes } from "./submissions/submissions.ts";
import { webhookRoutes } from "./webhooks.ts";
import { workingCopyRoutes } from "./working_copies.ts";

/** `GET /openapi.json`: the OpenAPI document of the admin API. Callers who can read posts get the fields of their organization. */
const getDocument: AdminHandler = async ({ actor }, { content, documentation }) => {
  const documents = await documentation();
  if (!isPermitted(actor, "posts:read")) return documents.adminOpenApi();
  const organization = await content.source.findOrganization(actor.organizationSlug);
  return documents.adminOpenApi(organization?.postFields ?? []);
};

/** The paths of the admin API, below `adminApiRoot`. */
export const adminRoutes: readonly AdminRoute[] = [
  ...postRoutes,
  ...workingCopyRoutes,
  ...submissionRoutes,
  ...previewLinkRoutes,
  ...redirectRoutes,
  ...knowledgeRoutes,
  ...mediaRoutes,
  ...keyRoutes,
  ...memberRoutes,
  ...organizationRoutes,
  ...webhookRoutes,
  ...usageRoutes,
  { path: "insight", hasQuery: ["GET"], GET: showInsight },
  ...auditRoutes,
  { path: "openapi.json", hasQuery: ["GET"], GET: getDocument },
];
