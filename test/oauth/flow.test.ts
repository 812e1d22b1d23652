import { describe, expect, it } from "vitest";
import { OAuthWorld, origin, queryOf, redirectUri, resource, stores, type Tokens } from "./oauth_world.ts";

describe.each(stores)("the sign-in of an assistant on %s", (_name, open) => {
  it("issues tokens that stand for the key, and rotates them", async () => {
    const world = await OAuthWorld.open(open);
    const answer = await world.approve();
    expect(answer.get("state")).toBe("state-1");
    expect(answer.get("iss")).toBe(origin);
    const response = await world.exchange(answer.get("code") ?? "");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const first = (await response.json()) as Tokens;
    expect(first).toMatchObject({
      token_type: "Bearer",
      expires_in: 3600,
      scope: "posts:read knowledge:read",
    });
    const tools = await world.callTools(first.access_token);
    expect(await tools.text()).toContain("search_knowledge");
    expect(await world.statusOf(first.access_token, "acme")).toBe(200);
    const refreshed = await world.refresh(first.refresh_token);
    const second = (await refreshed.json()) as Tokens;
    expect(await world.statusOf(second.access_token)).toBe(200);
    expect(await world.statusOf(first.access_token)).toBe(401);
    const key = await world.api.apiKeys.get({ organizationSlug: "acme", keyId: world.key.id });
    // The request with the replaced token counts, too.
    expect(key).toMatchObject({ requestsToday: 4 });
  });
});

describe("discovery", () => {
  it("leads from a 401 to the endpoints", async () => {
    const world = await OAuthWorld.open();
    const refused = await world.fetch(resource(), { method: "POST", body: "{}" });
    expect(refused.status).toBe(401);
    const metadata = `${origin}/.well-known/oauth-protected-resource/api/public/v1/mcp/acme/signed-in`;
    expect(refused.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${metadata}"`);
    const described = (await (await world.fetch(metadata)).json()) as Record<string, unknown>;
    expect(described).toMatchObject({ resource: resource(), authorization_servers: [origin] });
    const server = await (await world.fetch("/.well-known/oauth-authorization-server")).json();
    expect(server).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/dashboard/authorize`,
      token_endpoint: `${origin}/api/public/v1/oauth/token`,
      code_challenge_methods_supported: ["S256"],
      client_id_metadata_document_supported: true,
    });
  });

  it("redirects to the assistant with the code", async () => {
    const world = await OAuthWorld.open();
    const response = await world.answer(queryOf());
    expect(response.headers.get("location")).toMatch(new RegExp(`^${redirectUri}\\?code=`));
  });
});
