/**
 * Users, permissions, API keys and their quota.
 *
 * @module
 */
export type { ApiKeyInput } from "./api_key_input.ts";
export { defaultPrefix, isPrefix } from "./api_key_text.ts";
export { type ApiKey, ApiKeys, type GeneratedApiKey } from "./api_keys.ts";
export type { Credential } from "./credential.ts";
export type { Identity, Member } from "./identity.ts";
export { type Permission, permissions, permissionsOfRole, type Role } from "./permissions.ts";
export type { Quota } from "./quota.ts";
export { sha256 } from "./sha256.ts";
export { storedIdentity, type User, type UserInput, Users } from "./users.ts";
export type { Caller, Refusal, Verification } from "./verification.ts";
export { ApiKeyVerifier } from "./verify_api_key.ts";
