/**
 * Assistants that sign in: their connections to keys, with codes and tokens, and the clients that registered themselves.
 *
 * @module
 */
export {
  connectionLimits,
  Connections,
  type ConnectionsDeps,
  type IssuedTokens,
  type ListedConnection,
} from "./connections.ts";
export { isRedirectUri, isRegistered, redirectRule } from "./redirect_uri.ts";
export { type RegisteredClient, RegisteredClients } from "./registered_clients.ts";
export { TokenRefusedError } from "./token_refused_error.ts";
