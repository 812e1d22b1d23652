/**
 * Assistants that sign in: their connections to keys, with codes and tokens, and the clients that registered themselves.
 *
 * @module
 */
export type { Connection } from "./connection.ts";
export {
  type ApprovedRequest,
  connectionLimits,
  Connections,
  type ConnectionsDeps,
  type IssuedTokens,
  type ListedConnection,
  type TokenRequest,
} from "./connections.ts";
export { isRedirectUri, isRegistered, longestRedirect, redirectRule } from "./redirect_uri.ts";
export { type RegisteredClient, RegisteredClients, registrationLimits } from "./registered_clients.ts";
export { TokenRefusedError } from "./token_refused_error.ts";
