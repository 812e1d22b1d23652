/**
 * The administration of organizations: a function for each action, which checks the permissions of the acting user.
 *
 * @module
 */
export { Admin, actorOfKey } from "./admin.ts";
export { type AdminActor, isPermitted } from "./admin_actor.ts";
export { GrantRefusedError, MissingPermissionError } from "./admin_errors.ts";
export type { OwnKeyInput } from "./api_key_actions.ts";
export { newMemberInput, type NewMember, roleInput } from "./member_actions.ts";
export type { PostConditions } from "./post_actions.ts";
export { appliedWorkingCopyInput } from "./working_copy_actions.ts";
export type { PostPreview } from "./post_preview.ts";
export type { AdminSearchPage, AdminSearchQuery } from "./search_actions.ts";
export type { PostUpload } from "./post_upload.ts";
export type { AdminWebhookAddress } from "./webhook_actions.ts";
