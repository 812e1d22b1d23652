import * as webhooks from "./webhooks.ts";
import * as workingCopies from "./working_copies.ts";
import type { AdminRoute, AdminHandler } from "./admin_route.ts";
import { generateKey, listKeys, revokeKey, rollKey, showKey, showUsage, updateKey } from "./api_keys.ts";
import { showInsight, showKeyInsight } from "./insight.ts";
import { addText, deleteText, listTexts } from "./knowledge_base.ts";
import {
  addMember,
  changeRole,
  listInvitations,
  listMemberRecords,
  listMembers,
  removeMember,
  revokeInvitation,
  showMember,
} from "./members.ts";
import { listAudit, showOrganization, updateOrganization } from "./organization.ts";
import {
  createPost,
  deletePost,
  listPosts,
  listRevisions,
  previewPost,
  putPost,
  restoreRevision,
  showPost,
  updatePost,
} from "./posts.ts";
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from "./preview_links.ts";
import { addRedirect, listRedirects, removeRedirect } from "./redirects.ts";
import { isPermitted } from "../actions/admin_actor.ts";

/** `GET /openapi.json`: the OpenAPI document of the admin API. Callers who can read posts get the fields of their organization. */
const getDocument: AdminHandler = async ({ actor }, { content, documentation }) => {
  const documents = await documentation();
  if (!isPermitted(actor, "posts:read")) return documents.adminOpenApi();
  const organization = await content.source.findOrganization(actor.organizationSlug);
  return documents.adminOpenApi(organization?.postFields ?? []);
};

/** The paths of the admin API, below `adminApiRoot`. */
export const adminRoutes: readonly AdminRoute[] = [
  { path: "posts", hasQuery: ["GET"], readsPost: ["POST"], GET: listPosts, POST: createPost },
  {
    path: "posts/{slug}",
    readsPost: ["PUT", "PATCH", "DELETE"],
    GET: showPost,
    PUT: putPost,
    PATCH: updatePost,
    DELETE: deletePost,
  },
  { path: "posts/{slug}/preview", GET: previewPost },
  { path: "posts/{slug}/revisions", GET: listRevisions },
  { path: "posts/{slug}/revisions/{number}/restore", readsPost: ["POST"], POST: restoreRevision },
  {
    path: "posts/{slug}/working-copy",
    GET: workingCopies.showWorkingCopy,
    PUT: workingCopies.saveWorkingCopy,
    DELETE: workingCopies.discardWorkingCopy,
  },
  { path: "posts/{slug}/working-copy/apply", POST: workingCopies.applyWorkingCopy },
  {
    path: "posts/{slug}/preview-links",
    hasQuery: ["GET"],
    GET: listPreviewLinks,
    POST: createPreviewLink,
  },
  { path: "posts/{slug}/preview-links/{id}", DELETE: revokePreviewLink },
  {
    path: "redirects",
    hasQuery: ["GET", "DELETE"],
    GET: listRedirects,
    POST: addRedirect,
    DELETE: removeRedirect,
  },
  { path: "knowledge-base", hasQuery: ["GET"], GET: listTexts, POST: addText },
  { path: "knowledge-base/{id}", DELETE: deleteText },
  { path: "api-keys", hasQuery: ["GET"], GET: listKeys, POST: generateKey },
  { path: "api-keys/{id}", GET: showKey, PATCH: updateKey },
  { path: "api-keys/{id}/roll", POST: rollKey },
  { path: "api-keys/{id}/revoke", POST: revokeKey },
  { path: "api-keys/{id}/insight", hasQuery: ["GET"], GET: showKeyInsight },
  { path: "members", hasQuery: ["GET"], GET: listMembers, POST: addMember },
  { path: "members/{id}", GET: showMember, PATCH: changeRole, DELETE: removeMember },
  { path: "members/{id}/records", hasQuery: ["GET"], GET: listMemberRecords },
  { path: "invitations", hasQuery: ["GET"], GET: listInvitations },
  { path: "invitations/{id}", DELETE: revokeInvitation },
  { path: "organization", GET: showOrganization, PATCH: updateOrganization },
  {
    path: "webhooks",
    hasQuery: ["GET"],
    GET: webhooks.listWebhooks,
    POST: webhooks.createWebhook,
  },
  {
    path: "webhooks/{id}",
    GET: webhooks.showWebhook,
    PATCH: webhooks.updateWebhook,
    DELETE: webhooks.deleteWebhook,
  },
  { path: "webhooks/{id}/roll", POST: webhooks.rollWebhook },
  { path: "webhooks/{id}/pause", POST: webhooks.pauseWebhook },
  { path: "webhooks/{id}/resume", POST: webhooks.resumeWebhook },
  { path: "webhooks/{id}/test", POST: webhooks.testWebhook },
  { path: "webhooks/{id}/deliveries", hasQuery: ["GET"], GET: webhooks.listDeliveries },
  { path: "webhooks/{id}/deliveries/{number}/redeliver", POST: webhooks.redeliver },
  { path: "webhooks/{id}/abandoned", hasQuery: ["GET"], GET: webhooks.listAbandoned },
  { path: "webhooks/{id}/abandoned/redeliver", POST: webhooks.redeliverAbandoned },
  { path: "usage", hasQuery: ["GET"], GET: showUsage },
  { path: "insight", hasQuery: ["GET"], GET: showInsight },
  { path: "audit", hasQuery: ["GET"], GET: listAudit },
  { path: "openapi.json", hasQuery: ["GET"], GET: getDocument },
];
