import { describe, expect, it } from "vitest";
import { OAuthWorld, origin, queryOf, stores } from "./oauth_world.ts";
import { outcomeOf } from "./attack.ts";
import { requestAttacks } from "./request_attacks.ts";
import { tokenAttacks } from "./token_attacks.ts";

const attacks = [...tokenAttacks, ...requestAttacks];

const endings: readonly [name: string, end: (world: OAuthWorld) => Promise<unknown>][] = [
  [
    "a revocation of the key",
    async ({ api, key }) => api.apiKeys.revoke({ organizationSlug: "acme", keyId: key.id }),
  ],
  ["a disconnection of the assistant", async (world) => world.disconnect()],
];

describe.each(stores)("attacks on the sign-in of assistants on %s", (name, open) => {
  it.each(attacks.filter(({ isStateless = false }) => !isStateless || name === "memory"))(
    "refuses $name",
    async ({ try: attempt, status, says }) => {
      const world = await OAuthWorld.open(open);
      const { statuses, text, location } = await outcomeOf(await attempt(world));
      // Without a location, the browser stays at the dashboard.
      expect({ statuses, location }).toEqual({ statuses: [status].flat(), location: null });
      expect(text).toMatch(says ?? /^/);
    },
  );

  it.each(endings)("accepts none of 10,000 requests after %s was acknowledged", async (_ending, end) => {
    const world = await OAuthWorld.open(open);
    const { access_token: token } = await world.connect();
    // The key is cached from now on.
    expect(await world.statusOf(token)).toBe(200);
    await end(world);
    const statuses = new Set<number>();
    for (let round = 0; round < 100; round++) {
      const sent = Array.from({ length: 100 }, async () => world.statusOf(token));
      for (const status of await Promise.all(sent)) statuses.add(status);
    }
    expect([...statuses]).toEqual([401]);
  });
});

describe("the page of approval", () => {
  it("cannot be framed, and forms of it lead only to the assistant", async () => {
    const world = await OAuthWorld.open();
    const page = await world.browse(`/dashboard/authorize?${queryOf()}`);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://assistant.example;");
    const text = await page.text();
    expect(text).toContain('<p class="client-host">assistant.example</p>');
    expect(text).not.toContain("checked> <bdi>");
  });

  it("tells the assistant that the user has refused, with the issuer", async () => {
    const world = await OAuthWorld.open();
    const answer = await world.approve(queryOf(), { act: "refuse" });
    expect(Object.fromEntries(answer)).toMatchObject({
      error: "access_denied",
      state: "state-1",
      iss: origin,
    });
  });

  it("never takes the issuer from the host of the request", async () => {
    const world = await OAuthWorld.open();
    const headers = { host: "evil.example" };
    const request = new Request("https://evil.example/.well-known/oauth-authorization-server", { headers });
    const response = await world.api.fetch(request);
    expect(await response.text()).not.toContain("evil.example");
  });
});
