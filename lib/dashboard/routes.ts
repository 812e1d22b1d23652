import * as apiKeys from "./pages/api_keys/api_keys.ts";
import * as key from "./pages/api_keys/key.ts";
import { showAudit } from "./pages/audit.ts";
import { askForImport, startImport, importPage } from "./pages/imports/import_form.ts";
import { showImport } from "./pages/imports/import_result.ts";
import * as editor from "./pages/editor/editor_page.ts";
import * as merge from "./pages/editor/merge.ts";
import { convertText, showConversion } from "./pages/editor/convert_page.ts";
import * as newPost from "./pages/editor/new_post.ts";
import { recordPresence } from "./pages/editor/presence.ts";
import { saveWorkingCopy } from "./pages/editor/save_working_copy.ts";
import * as copyPages from "./pages/editor/save_working_copy.ts";
import { showRevision } from "./pages/editor/revision_page.ts";
import { showKeptTexts } from "./pages/kept_texts.ts";
import { assistantsPage, exportPage, keptTextsPage, submissionsPage } from "./frame/layout.ts";
import * as texts from "./pages/knowledge_base.ts";
import { addMember, askForMember } from "./pages/members/member_acts.ts";
import * as members from "./pages/members/member_acts.ts";
import { showMembers } from "./pages/members/member_list.ts";
import * as links from "./pages/members/member_links.ts";
import * as membership from "./pages/members/membership.ts";
import { downloadInsight, showInsight } from "./pages/insight/insight_page.ts";
import { downloadExport, showExport } from "./pages/exports/export_page.ts";
import * as fields from "./pages/fields/field_list.ts";
import * as field from "./pages/fields/field_page.ts";
import { saveOrganization, showOrganization } from "./pages/organization/organization.ts";
import { showOverview } from "./pages/overview/overview.ts";
import * as pictures from "./pages/pictures/picture_acts.ts";
import { showPictures } from "./pages/pictures/picture_list.ts";
import { showPicture } from "./pages/pictures/picture_page.ts";
import { picturesPage } from "./pages/pictures/picture_view.ts";
import { previewPost, showPost } from "./pages/post/post.ts";
import * as acts from "./pages/post/post_actions.ts";
import { findInPalette } from "./pages/palette.ts";
import * as postChanges from "./pages/post_list/post_changes.ts";
import { showPosts } from "./pages/post_list/post_list_page.ts";
import * as savedFilters from "./pages/post_list/saved_filter_acts.ts";
import * as schedule from "./pages/post/schedule_page.ts";
import { addSynonym } from "./pages/search/add_synonym.ts";
import { showSearch, startSearch } from "./pages/search/search_page.ts";
import * as setup from "./pages/setup/setup_page.ts";
import { setupPage } from "./pages/setup/setup_steps.ts";
import * as webhookSecrets from "./pages/webhooks/webhook_secrets.ts";
import * as webhook from "./pages/webhooks/webhook.ts";
import * as abandonedEvents from "./pages/webhooks/abandoned_events.ts";
import { showWebhooks } from "./pages/webhooks/webhook_list.ts";
import * as previewLinks from "./pages/post/preview_links.ts";
import * as submissions from "./pages/submissions/submission_acts.ts";
import { showSubmissions } from "./pages/submissions/submission_list.ts";
import { showSubmission } from "./pages/submissions/submission_page.ts";
import { suggestValues } from "./pages/suggestions.ts";
import type { DashboardRoute } from "./visit.ts";
import { authorizePage } from "../api/mod.ts";
import { answerApproval, askForApproval } from "./pages/authorize/approval.ts";
import { disconnect, showAssistants } from "./pages/api_keys/connections.ts";
import { decodeParams, matchParts } from "../http/mod.ts";

const posts = "{organization}/posts";
const knowledgeBase = "{organization}/knowledge-base";
const settings = "{organization}/settings";

/** The pages of an organization. The first matching route handles the request. */
export const routes: readonly DashboardRoute[] = [
  { path: "{organization}", GET: showOverview },
  { path: `{organization}/${setupPage}`, GET: setup.showSetup },
  { path: `{organization}/${setupPage}/check`, POST: setup.checkSetup },
  { path: `{organization}/${setupPage}/hide`, POST: setup.hideSetup },
  { path: `{organization}/${setupPage}/show`, POST: setup.unhideSetup },
  {
    path: "{organization}/new-post",
    GET: newPost.showNewPost,
    POST: newPost.createPost,
    showAgain: newPost.showNewPostAgain,
  },
  { path: `{organization}/${importPage}`, GET: askForImport, POST: startImport, hasUpload: true },
  { path: `{organization}/${importPage}/{id}`, GET: showImport, isPolled: true },
  { path: posts, GET: showPosts },
  { path: "{organization}/changed-posts", GET: postChanges.returnToPosts, POST: postChanges.changeSelected },
  { path: "{organization}/changed-posts/undo", GET: postChanges.returnToPosts, POST: postChanges.undoChange },
  { path: "{organization}/saved-filters", POST: savedFilters.saveFilter },
  { path: "{organization}/saved-filters/remove", POST: savedFilters.removeFilter },
  { path: `${posts}/{slug}`, GET: showPost },
  { path: `${posts}/{slug}/preview`, GET: previewPost },
  { path: `${posts}/{slug}/edit`, GET: editor.showEditor },
  {
    path: `${posts}/{slug}/edit/merge`,
    GET: merge.showMerge,
    POST: merge.mergeVersions,
    showAgain: editor.showSentText,
  },
  { path: `${posts}/{slug}/edit/markdown`, GET: showConversion, POST: convertText },
  {
    path: `${posts}/{slug}/working-copy`,
    POST: saveWorkingCopy,
    showAgain: editor.showSentText,
  },
  { path: `${posts}/{slug}/presence`, POST: recordPresence, isPolled: true },
  { path: `${posts}/{slug}/working-copy/preview`, GET: copyPages.previewWorkingCopy },
  {
    path: `${posts}/{slug}/working-copy/discard`,
    GET: copyPages.askToDiscard,
    POST: copyPages.discardWorkingCopy,
  },
  { path: `${posts}/{slug}/publish`, POST: acts.publishPost },
  { path: `${posts}/{slug}/unpublish`, POST: acts.unpublishPost },
  { path: `${posts}/{slug}/schedule`, GET: schedule.showSchedule, POST: schedule.schedulePost },
  { path: `${posts}/{slug}/archive`, POST: acts.archivePost },
  { path: `${posts}/{slug}/revisions/{number}`, GET: showRevision },
  { path: `${posts}/{slug}/revisions/{number}/restore`, POST: acts.restoreRevision },
  { path: `${posts}/{slug}/hidden-values/delete`, POST: acts.deleteHiddenValue },
  { path: `${posts}/{slug}/preview-links`, POST: previewLinks.createPreviewLink },
  { path: `${posts}/{slug}/preview-links/{id}/revoke`, POST: previewLinks.revokePreviewLink },
  { path: `{organization}/${submissionsPage}`, GET: showSubmissions },
  { path: `${posts}/{slug}/submission`, GET: showSubmission, POST: submissions.submitText },
  { path: `${posts}/{slug}/submission/withdraw`, POST: submissions.withdrawSubmission },
  { path: `${posts}/{slug}/submission/approve`, POST: submissions.approveSubmission },
  { path: `${posts}/{slug}/submission/send-back`, POST: submissions.sendBack },
  { path: `${posts}/{slug}/delete`, GET: acts.askToDeletePost, POST: acts.deletePost },
  { path: `{organization}/${keptTextsPage}`, GET: showKeptTexts },
  { path: "{organization}/search", GET: showSearch, POST: startSearch },
  { path: "{organization}/search/synonyms", POST: addSynonym },
  { path: "{organization}/insight", GET: showInsight },
  { path: "{organization}/insight.csv", GET: downloadInsight },
  { path: "{organization}/palette", GET: findInPalette },
  { path: "{organization}/suggestions", GET: suggestValues },
  {
    path: `{organization}/${picturesPage}`,
    GET: showPictures,
    POST: pictures.uploadPicture,
    hasUpload: true,
  },
  { path: `{organization}/${picturesPage}/{hash}`, GET: showPicture, POST: pictures.savePicture },
  {
    path: `{organization}/${picturesPage}/{hash}/delete`,
    GET: pictures.askToDeletePicture,
    POST: pictures.deletePicture,
  },
  { path: knowledgeBase, GET: texts.showTexts, POST: texts.addText, showAgain: texts.askForText },
  { path: `${knowledgeBase}/new`, GET: texts.askForText },
  { path: `${knowledgeBase}/{id}`, GET: texts.showText, POST: texts.saveText, showAgain: texts.showText },
  { path: `${knowledgeBase}/{id}/delete`, GET: texts.askToDelete, POST: texts.deleteText },
  { path: `${settings}/api-keys`, GET: apiKeys.showKeys, POST: apiKeys.generateKey },
  { path: `${settings}/api-keys/new`, GET: apiKeys.askForKey },
  { path: `${settings}/api-keys/usage`, GET: apiKeys.showUsage, isPolled: true },
  { path: `${settings}/api-keys/find`, POST: apiKeys.findKeys },
  { path: `${settings}/api-keys/{id}`, GET: key.showKey, POST: key.saveKey },
  { path: `${settings}/api-keys/{id}/switch`, POST: key.switchKey },
  { path: `${settings}/api-keys/{id}/roll`, GET: apiKeys.askToRoll, POST: apiKeys.rollKey },
  { path: `${settings}/api-keys/{id}/revoke`, GET: apiKeys.askToRevoke, POST: apiKeys.revokeKey },
  { path: `${settings}/api-keys/{id}/connections/{connection}/end`, POST: disconnect },
  { path: `{organization}/${assistantsPage}`, GET: showAssistants },
  { path: `{organization}/${authorizePage}`, GET: askForApproval, POST: answerApproval },
  { path: `${settings}/audit`, GET: showAudit },
  { path: `${settings}/members`, GET: showMembers },
  { path: `${settings}/members/invite`, GET: askForMember, POST: addMember },
  { path: `${settings}/invitations/{id}/revoke`, POST: members.revokeInvitation },
  {
    path: `${settings}/invitations/{id}/link`,
    GET: links.showInvitationLink,
    POST: links.makeInvitationLink,
  },
  { path: `${settings}/members/{id}/sign-in-link`, GET: links.askForLink, POST: links.makeMemberLink },
  { path: `${settings}/members/{id}/role`, GET: members.askForRole, POST: members.changeRole },
  { path: `${settings}/members/{id}/remove`, GET: members.askToRemove, POST: members.removeMember },
  { path: `${settings}/membership`, GET: membership.showMembership },
  { path: `${settings}/membership/leave`, GET: membership.askToLeave, POST: membership.leave },
  { path: `${settings}/webhooks`, GET: showWebhooks },
  { path: `${settings}/webhooks/new`, GET: webhookSecrets.askForWebhook, POST: webhookSecrets.createWebhook },
  { path: `${settings}/webhooks/{id}`, GET: webhook.showWebhook, POST: webhook.saveWebhook },
  { path: `${settings}/webhooks/{id}/roll`, GET: webhookSecrets.askToRoll, POST: webhookSecrets.rollSecret },
  { path: `${settings}/webhooks/{id}/test`, POST: webhook.testWebhook },
  { path: `${settings}/webhooks/{id}/pause`, POST: webhook.pauseWebhook },
  { path: `${settings}/webhooks/{id}/resume`, POST: webhook.resumeWebhook },
  { path: `${settings}/webhooks/{id}/delete`, GET: webhook.askToDelete, POST: webhook.deleteWebhook },
  { path: `${settings}/webhooks/{id}/deliveries/{number}/redeliver`, POST: webhook.redeliver },
  {
    path: `${settings}/webhooks/{id}/abandoned`,
    GET: abandonedEvents.showAbandoned,
    POST: abandonedEvents.redeliverAbandoned,
  },
  { path: `{organization}/${exportPage}`, GET: showExport },
  { path: `{organization}/${exportPage}/{format}`, GET: downloadExport },
  { path: `${settings}/fields`, GET: fields.showFields },
  { path: `${settings}/new-field`, GET: field.askForField, POST: field.defineField },
  { path: `${settings}/fields/{name}`, GET: field.showField, POST: field.saveField },
  { path: `${settings}/fields/{name}/move`, POST: fields.moveField },
  {
    path: `${settings}/fields/{name}/retire`,
    GET: fields.askToRetireField,
    POST: fields.retireField,
  },
  {
    path: `${settings}/organization`,
    GET: showOrganization,
    POST: saveOrganization,
    showAgain: showOrganization,
  },
];

const patterns = routes.map((route) => ({ route, parts: route.path.split("/") }));

/** A page of an organization with its path parameters. */
export interface FoundPage {
  route: DashboardRoute;
  params: Readonly<Record<string, string>>;
}

/**
 * Finds the page for a path below the dashboard's base path, such as `o/acme/posts`.
 *
 * @throws {ProblemError} if a parameter cannot be decoded
 */
export function findPage(page: string): FoundPage | undefined {
  if (!page.startsWith("o/")) return undefined;
  const given = page.slice("o/".length).split("/");
  for (const { route, parts } of patterns) {
    const encoded = matchParts(parts, given);
    if (encoded !== undefined) return { route, params: decodeParams(encoded) };
  }
  return undefined;
}
