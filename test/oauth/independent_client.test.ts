import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { clientId, OAuthWorld, origin, redirectUri } from "./oauth_world.ts";

/** Registers the client, or returns the one with a metadata document. */
type ClientOf = (
  server: oauth.AuthorizationServer,
  options: { [oauth.customFetch]: never },
) => Promise<oauth.Client>;

const clients: Record<string, ClientOf> = {
  "a metadata document": async () => ({ client_id: clientId }),
  "a registration": async (server, options) => {
    const metadata = { client_name: "Assistant", redirect_uris: [redirectUri] };
    return oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, metadata, options),
    );
  },
};

/** oauth4webapi checks what the RFCs require of a server: the issuers, types, caching, and required members. */
describe.each(["", "/content"])("oauth4webapi as a client, base path '%s'", (basePath) => {
  it.each(Object.keys(clients))(
    "discovers, authorizes, refreshes, reads and revokes with %s",
    async (kind) => {
      const world = await OAuthWorld.open(undefined, { basePath });
      const options = { [oauth.customFetch]: world.fetch as never };
      const resource = new URL(`${origin}${basePath}/api/public/v1/mcp/acme/signed-in`);
      const described = await oauth.processResourceDiscoveryResponse(
        resource,
        await oauth.resourceDiscoveryRequest(resource, options),
      );
      const issuer = new URL(described.authorization_servers?.[0] ?? "");
      const discovery = await oauth.discoveryRequest(issuer, { ...options, algorithm: "oauth2" });
      const server = await oauth.processDiscoveryResponse(issuer, discovery);
      const client = (await clients[kind]?.(server, options)) ?? { client_id: "" };

      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const query = new URLSearchParams({
        response_type: "code",
        client_id: client.client_id,
        redirect_uri: redirectUri,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        resource: described.resource,
      });
      const answer = oauth.validateAuthResponse(server, client, await world.approve(query.toString()), state);
      const none = oauth.None();
      const exchanged = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        none,
        answer,
        redirectUri,
        verifier,
        {
          ...options,
          additionalParameters: { resource: described.resource },
        },
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
      const refreshToken = tokens.refresh_token ?? "";
      const refreshed = await oauth.refreshTokenGrantRequest(server, client, none, refreshToken, options);
      const { access_token: token } = await oauth.processRefreshTokenResponse(server, client, refreshed);

      const list = async (): Promise<Response> =>
        oauth.protectedResourceRequest(
          token,
          "POST",
          resource,
          new Headers({
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          }),
          '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
          options,
        );
      expect(await (await list()).text()).toContain("search_knowledge");
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, none, token, options),
      );
      await expect(list()).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
    },
  );
});
