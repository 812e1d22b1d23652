import * as apiKeys from "./pages/api_keys.ts";
import * as key from "./pages/key.ts";
import { showAudit } from "./pages/audit.ts";
import * as editor from "./pages/editor/editor_page.ts";
import * as merge from "./pages/editor/merge.ts";
import { saveWorkingCopy } from "./pages/editor/save_working_copy.ts";
import * as copyPages from "./pages/editor/working_copy_pages.ts";
import { showRevision } from "./pages/editor/revision_page.ts";
import * as texts from "./pages/knowledge_base.ts";
import * as members from "./pages/members.ts";
import * as membership from "./pages/membership.ts";
import { saveOrganization, showOrganization } from "./pages/organization.ts";
import { showOverview } from "./pages/overview.ts";
import { previewPost, showPost } from "./pages/post.ts";
import * as acts from "./pages/post_actions.ts";
import { findInPalette } from "./pages/palette.ts";
import * as postForm from "./pages/post_form.ts";
import * as schedule from "./pages/schedule_page.ts";
import { showPosts } from "./pages/posts.ts";
import { showSearch } from "./pages/search/search_page.ts";
import * as newWebhook from "./pages/webhooks/new_webhook.ts";
import * as newSecret from "./pages/webhooks/roll_secret.ts";
import * as webhook from "./pages/webhooks/webhook.ts";
import * as webhookActs from "./pages/webhooks/webhook_acts.ts";
import { showWebhooks } from "./pages/webhooks/webhook_list.ts";
import * as previewLinks from "./pages/preview_links.ts";
import type { DashboardRoute } from "./visit.ts";

const posts = "{organization}/posts";
const knowledgeBase = "{organization}/knowledge-base";
const settings = "{organization}/settings";

/** The pages of an organization. The first matching route handles the request. */
export const routes: readonly DashboardRoute[] = [
  { path: "{organization}", GET: showOverview },
  { path: "{organization}/new-post", GET: postForm.askForPost, POST: postForm.createPost },
  { path: posts, GET: showPosts },
  { path: `${posts}/{slug}`, GET: showPost },
  { path: `${posts}/{slug}/preview`, GET: previewPost },
  { path: `${posts}/{slug}/edit`, GET: editor.showEditor },
  {
    path: `${posts}/{slug}/edit/merge`,
    GET: merge.showMerge,
    POST: merge.mergeVersions,
    resume: editor.resumeEditor,
  },
  { path: `${posts}/{slug}/working-copy`, POST: saveWorkingCopy, resume: editor.resumeEditor },
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
  { path: `${posts}/{slug}/preview-links`, POST: previewLinks.createPreviewLink },
  { path: `${posts}/{slug}/preview-links/{id}/revoke`, POST: previewLinks.revokePreviewLink },
  { path: `${posts}/{slug}/delete`, GET: acts.askToDeletePost, POST: acts.deletePost },
  { path: "{organization}/search", GET: showSearch },
  { path: "{organization}/palette", GET: findInPalette },
  { path: knowledgeBase, GET: texts.showTexts, POST: texts.addText },
  { path: `${knowledgeBase}/{id}/delete`, GET: texts.askToDelete, POST: texts.deleteText },
  { path: `${settings}/api-keys`, GET: apiKeys.showKeys, POST: apiKeys.generateKey },
  { path: `${settings}/api-keys/new`, GET: apiKeys.askForKey },
  { path: `${settings}/api-keys/usage`, GET: apiKeys.showUsage, isPolled: true },
  { path: `${settings}/api-keys/{id}`, GET: key.showKey },
  { path: `${settings}/api-keys/{id}/networks`, POST: key.saveNetworks },
  { path: `${settings}/api-keys/{id}/roll`, GET: apiKeys.askToRoll, POST: apiKeys.rollKey },
  { path: `${settings}/api-keys/{id}/revoke`, GET: apiKeys.askToRevoke, POST: apiKeys.revokeKey },
  { path: `${settings}/audit`, GET: showAudit },
  { path: `${settings}/members`, GET: members.showMembers, POST: members.addMember },
  { path: `${settings}/invitations/{id}/revoke`, POST: members.revokeInvitation },
  { path: `${settings}/members/{id}/role`, POST: members.changeRole },
  { path: `${settings}/members/{id}/remove`, GET: members.askToRemove, POST: members.removeMember },
  { path: `${settings}/membership`, GET: membership.showMembership },
  { path: `${settings}/membership/leave`, GET: membership.askToLeave, POST: membership.leave },
  { path: `${settings}/webhooks`, GET: showWebhooks },
  { path: `${settings}/webhooks/new`, GET: newWebhook.askForWebhook, POST: newWebhook.createWebhook },
  { path: `${settings}/webhooks/{id}`, GET: webhook.showWebhook, POST: webhook.saveWebhook },
  { path: `${settings}/webhooks/{id}/roll`, GET: newSecret.askToRoll, POST: newSecret.rollSecret },
  { path: `${settings}/webhooks/{id}/test`, POST: webhookActs.testWebhook },
  { path: `${settings}/webhooks/{id}/pause`, POST: webhookActs.pauseWebhook },
  { path: `${settings}/webhooks/{id}/resume`, POST: webhookActs.resumeWebhook },
  { path: `${settings}/webhooks/{id}/delete`, GET: webhookActs.askToDelete, POST: webhookActs.deleteWebhook },
  { path: `${settings}/webhooks/{id}/deliveries/{number}/redeliver`, POST: webhookActs.redeliver },
  { path: `${settings}/organization`, GET: showOrganization, POST: saveOrganization },
];
