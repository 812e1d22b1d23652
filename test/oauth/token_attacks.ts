import type { Attack } from "./attack.ts";
import { clientId, type OAuthWorld, redirectUri, resource, type Tokens } from "./oauth_world.ts";

async function newCode(world: OAuthWorld): Promise<string> {
  return (await world.approve()).get("code") ?? "";
}

/** Returns the statuses of requests with the access tokens of responses, without those that are refused. */
async function acceptedOf(world: OAuthWorld, responses: readonly Response[]): Promise<number[]> {
  const issued = responses.filter(({ status }) => status === 200);
  if (issued.length > 1) throw new Error("Several requests got tokens");
  const tokens = await Promise.all(issued.map(async (one) => (await one.json()) as Tokens));
  const statuses = await Promise.all(tokens.map(async ({ access_token: token }) => world.statusOf(token)));
  return statuses.filter((status) => status !== 401);
}

/** Attacks with codes and tokens. They depend on the store. */
export const tokenAttacks: readonly Attack[] = [
  {
    name: "replay of a code, which also ends the tokens of its first use",
    try: async (world) => {
      const code = await newCode(world);
      const { access_token: token, refresh_token: refresh } = (await (
        await world.exchange(code)
      ).json()) as Tokens;
      const replay = (await world.exchange(code)).status;
      return [replay, await world.statusOf(token), (await world.refresh(refresh)).status];
    },
    status: [400, 401, 400],
  },
  {
    name: "two simultaneous exchanges of a code",
    try: async (world) => {
      const code = await newCode(world);
      return acceptedOf(world, await Promise.all([world.exchange(code), world.exchange(code)]));
    },
    status: [],
  },
  {
    name: "a wrong verifier",
    try: async (world) => world.exchange(await newCode(world), { code_verifier: "w".repeat(43) }),
    status: 400,
    says: /invalid_grant.*code_verifier/,
  },
  {
    name: "a code without its verifier",
    try: async (world) => world.exchange(await newCode(world), { code_verifier: "" }),
    status: 400,
    says: /code_verifier is missing/,
  },
  {
    name: "a code after a minute",
    try: async (world) => {
      const code = await newCode(world);
      world.clock.advance(60_000);
      return world.exchange(code);
    },
    status: 400,
    says: /invalid_grant/,
  },
  {
    name: "a code with the redirect address of another client",
    try: async (world) => world.exchange(await newCode(world), { redirect_uri: `${redirectUri}/` }),
    status: 400,
    says: /redirect_uri/,
  },
  {
    name: "a code of another client",
    try: async (world) =>
      world.exchange(await newCode(world), { client_id: "https://evil.example/client.json" }),
    status: 400,
    says: /client_id/,
  },
  {
    name: "a code for a foreign resource",
    try: async (world) => world.exchange(await newCode(world), { resource: resource("other") }),
    status: 400,
    says: /invalid_target/,
  },
  {
    name: "a code of which a character is changed",
    try: async (world) => {
      const code = await newCode(world);
      return world.exchange(code.slice(0, -1) + (code.endsWith("a") ? "b" : "a"));
    },
    status: 400,
    says: /invalid_grant/,
  },
  {
    name: "a token at the address of another organization",
    try: async (world) => {
      const { access_token: token } = await world.connect();
      return world.callTools(token, "other/signed-in");
    },
    status: 401,
    says: /invalid-token/,
  },
  {
    name: "a token at other paths of the API, and in the header of keys",
    try: async (world) => {
      const { access_token: token } = await world.connect();
      await world.statusOf(token);
      const headers = { "x-api-key": token };
      const paths = ["/api/public/v1/post/acme", "/api/public/v1/mcp/acme/signed-in", "/api/admin/v1/posts"];
      const byKey = await Promise.all(
        paths.map(
          async (path) =>
            (await world.fetch(path, { headers, ...(path.includes("mcp") && { method: "POST" }) })).status,
        ),
      );
      // Other paths ignore the header, so the knowledge base stays closed.
      const bearer = await world.fetch("/api/public/v1/knowledge-base", {
        headers: { authorization: `Bearer ${token}` },
      });
      return [...byKey, bearer.status];
    },
    status: [401, 401, 404, 401],
  },
  {
    name: "a code, and a refresh token, as an access token",
    try: async (world) => {
      const code = await newCode(world);
      const { refresh_token: refresh } = (await (await world.exchange(code)).json()) as Tokens;
      return [await world.statusOf(code), await world.statusOf(refresh)];
    },
    status: [401, 401],
  },
  {
    name: "the secret of a key as an access token of it",
    try: async (world) => {
      const [prefix = "", id = "", rest = ""] = world.key.key.split("_");
      return [await world.statusOf(`${prefix}_${id}_a${"a".repeat(16)}${rest.slice(0, 43)}`)];
    },
    status: [401],
  },
  {
    name: "a second use of a refresh token, which ends the family",
    try: async (world) => {
      const { refresh_token: first } = await world.connect();
      const second = (await (await world.refresh(first)).json()) as Tokens;
      const reuse = (await world.refresh(first)).status;
      return [
        reuse,
        await world.statusOf(second.access_token),
        (await world.refresh(second.refresh_token)).status,
      ];
    },
    status: [400, 401, 400],
  },
  {
    name: "simultaneous refreshes with one token, of which the family does not survive",
    try: async (world) => {
      const { refresh_token: token } = await world.connect();
      return acceptedOf(world, await Promise.all([1, 2, 3].map(async () => world.refresh(token))));
    },
    status: [],
  },
  {
    name: "a refresh token of another client",
    try: async (world) => {
      const { refresh_token: token } = await world.connect();
      return world.refresh(token, { client_id: "https://evil.example/client.json" });
    },
    status: 400,
    says: /invalid_grant/,
  },
  {
    name: "a refresh token for another organization",
    try: async (world) => {
      const { refresh_token: token } = await world.connect();
      return world.refresh(token, { resource: resource("other") });
    },
    status: 400,
    says: /invalid_target/,
  },
  {
    name: "a refresh token after 30 days without use",
    try: async (world) => {
      const { refresh_token: token } = await world.connect();
      world.clock.advance(30 * 86_400_000);
      return world.refresh(token);
    },
    status: 400,
    says: /invalid_grant/,
  },
  {
    name: "an access token after an hour",
    try: async (world) => {
      const { access_token: token } = await world.connect();
      world.clock.advance(3_600_000);
      return world.callTools(token);
    },
    status: 401,
    says: /invalid-token/,
  },
  {
    name: "tokens of a key that has expired",
    try: async (world) => {
      const { id } = await world.createKey({ expiresIn: "30m" });
      const { access_token: token, refresh_token: refresh, expires_in: seconds } = await world.connect(id);
      world.clock.advance(1_800_000);
      return [seconds, await world.statusOf(token), (await world.refresh(refresh)).status];
    },
    status: [1800, 401, 400],
  },
  {
    name: "tokens of a key that is disabled",
    try: async (world) => {
      const { access_token: token, refresh_token: refresh } = await world.connect();
      const address = { organizationSlug: "acme", keyId: world.key.id };
      await world.api.apiKeys.update(address, { isDisabled: true });
      return [await world.statusOf(token), (await world.refresh(refresh)).status];
    },
    status: [401, 400],
  },
  {
    name: "tokens of a user who has left the organization",
    try: async (world) => {
      const { access_token: token, refresh_token: refresh } = await world.connect();
      await world.addMember("owner");
      await world.api.users.removeFromOrganization({ userId: world.ownerId, organizationSlug: "acme" });
      return [await world.statusOf(token), (await world.refresh(refresh)).status];
    },
    status: [401, 400],
  },
  {
    name: "tokens after a revocation by the client",
    try: async (world) => {
      const { access_token: token, refresh_token: refresh } = await world.connect();
      const body = new URLSearchParams({ token: refresh, client_id: clientId });
      const revoked = await world.fetch("/api/public/v1/oauth/revoke", { method: "POST", body });
      return [revoked.status, await world.statusOf(token), (await world.refresh(refresh)).status];
    },
    status: [200, 401, 400],
  },
  {
    name: "revocation by another client",
    try: async (world) => {
      const { access_token: token } = await world.connect();
      const body = new URLSearchParams({ token, client_id: "https://evil.example/client.json" });
      await world.fetch("/api/public/v1/oauth/revoke", { method: "POST", body });
      return [await world.statusOf(token)];
    },
    status: [200],
  },
];
