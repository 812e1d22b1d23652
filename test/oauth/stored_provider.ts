import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
  OAuthTokens,
} from "@modelcontextprotocol/client";
import { redirectUri } from "./oauth_world.ts";

/** The storage of an assistant. */
export type Stored = Partial<Record<"client" | "tokens" | "verifier" | "url" | "discovery", unknown>>;

/** Returns the provider of the SDK's OAuth client over a storage. */
export function providerOf(stored: Stored, clientMetadataUrl?: string): OAuthClientProvider {
  return {
    redirectUrl: redirectUri,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: { client_name: "Assistant", redirect_uris: [redirectUri] },
    state: () => "state-of-sdk",
    clientInformation: () => stored.client as OAuthClientInformationMixed | undefined,
    saveClientInformation: (client) => void (stored.client = client),
    tokens: () => stored.tokens as OAuthTokens | undefined,
    saveTokens: (tokens) => void (stored.tokens = tokens),
    redirectToAuthorization: (url) => void (stored.url = url),
    saveCodeVerifier: (verifier) => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier as string,
    discoveryState: () => stored.discovery as never,
    saveDiscoveryState: (state) => void (stored.discovery = state),
    invalidateCredentials: (scope) => {
      if (scope === "all" || scope === "client") delete stored.client;
      if (scope !== "client") delete stored.tokens;
    },
  };
}
