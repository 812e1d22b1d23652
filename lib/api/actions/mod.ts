/**
 * The administration of organizations: a function for each action, which checks the permissions of the acting user.
 *
 * @module
 */
export type { AdminTextAddress } from "./knowledge_actions.ts";
export { Admin, actorOfKey, type OrganizationOfUser, type OrganizationsOfUser } from "./admin.ts";
export { type AdminActor, isPermitted, requirePermitted } from "./admin_actor.ts";
export { GrantRefusedError, MissingPermissionError } from "./admin_errors.ts";
export type { AdminKeyAddress, OwnKeyInput } from "./api_key_actions.ts";
export type { InsightQuery } from "./insight_actions.ts";
export {
  type AdminMemberAddress,
  type AdminInvitationAddress,
  type AddedMember,
  newMemberInput,
  type NewMember,
  roleInput,
} from "./member_actions.ts";
export { mostUploadBytes, type PostImport } from "./import_actions.ts";
export { ImportRefusedError } from "./imports/import_errors.ts";
export type { ImportCounts, ImportJob, ImportRemark } from "./imports/import_job.ts";
export type { OrganizationChanges } from "./organization_actions.ts";
export type { PostFaqExplanation } from "./explain_html.ts";
export type { FaqTrial, TriedText } from "./faq_trials.ts";
export type { AdminPostAddress } from "./admin_post_address.ts";
export type { PostConditions } from "./post_actions.ts";
export {
  type AppliedWorkingCopy,
  appliedWorkingCopyInput,
  type WorkingCopyPreview,
} from "./working_copy_actions.ts";
export type { PostPreview } from "./post_preview.ts";
export type { AdminRedirectAddress } from "./redirect_actions.ts";
export type { AdminSearchPage, AdminSearchQuery, AdminSearchResult } from "./search_actions.ts";
export type { PostUpload } from "./post_upload.ts";
export type { Setup } from "./setup_actions.ts";
export type { AdminWebhookAddress } from "./webhook_actions.ts";
