import {
  Client,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { clientId, OAuthWorld, resource } from "./oauth_world.ts";
import { providerOf, type Stored } from "./stored_provider.ts";

async function connect(
  world: OAuthWorld,
  provider: OAuthClientProvider,
  mode: "legacy" | "auto",
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(resource()), {
    authProvider: provider,
    fetch: world.fetch,
  });
  await client.connect(transport);
  return client;
}

/** Signs in as a user does: the first connection is refused, and the browser brings the code. */
async function signIn(
  world: OAuthWorld,
  stored: Stored,
  { mode, metadataUrl }: { mode: "legacy" | "auto"; metadataUrl?: string | undefined },
): Promise<Client> {
  const provider = providerOf(stored, metadataUrl);
  await expect(connect(world, provider, mode)).rejects.toThrow(UnauthorizedError);
  const answer = await world.approve((stored.url as URL).search.slice(1));
  const transport = new StreamableHTTPClientTransport(new URL(resource()), {
    authProvider: provider,
    fetch: world.fetch,
  });
  await transport.finishAuth(answer);
  return connect(world, provider, mode);
}

describe.each([
  ["auto", "a metadata document", clientId],
  ["legacy", "a metadata document", clientId],
  ["auto", "a registration", undefined],
  ["legacy", "a registration", undefined],
] as const)("the OAuth client of the SDK, mode %s, with %s", (mode, _kind, metadataUrl) => {
  it("signs in, reads the knowledge base, refreshes, and is disconnected", async () => {
    const world = await OAuthWorld.open();
    const stored: Stored = {};
    const client = await signIn(world, stored, { mode, metadataUrl });
    const names = async (one: Client): Promise<string[]> =>
      (await one.listTools()).tools.map(({ name }) => name);
    expect(await names(client)).toContain("search_knowledge");
    const first = stored.tokens as OAuthTokens;
    world.clock.advance(3_600_000);
    const again = await connect(world, providerOf(stored, metadataUrl), mode);
    expect(await names(again)).toContain("search_knowledge");
    expect((stored.tokens as OAuthTokens).refresh_token).not.toBe(first.refresh_token);
    await world.api.apiKeys.revoke({ organizationSlug: "acme", keyId: world.key.id });
    await expect(again.listTools()).rejects.toThrow(UnauthorizedError);
    await client.close();
    await again.close();
  });
});
