import type { RegisteredClient } from "../../access/oauth/mod.ts";

/** A client that asks for a connection. */
export interface OAuthClient {
  id: string;
  /** Name that the client has chosen. */
  name: string;
  redirectUris: readonly string[];
  /** Host of the metadata document. Undefined for a client that registered itself. */
  host?: string;
  registration?: RegisteredClient;
}

/** Maximum length of a client's name. */
export const longestClientName = 100;
