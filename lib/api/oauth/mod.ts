/**
 * The sign-in of assistants, for the pages of the dashboard.
 *
 * @module
 */
export type { ListedConnection } from "../../access/oauth/mod.ts";
export type { AuthorizationRequest } from "./authorization_request.ts";
export { ClientRefusedError, RequestRefusedError } from "./oauth_refusals.ts";
