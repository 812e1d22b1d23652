import { describe, expect, it } from "vitest";
import {
  clientId,
  documentOf,
  OAuthWorld,
  origin,
  queryOf,
  redirectUri,
  resource,
  stores,
  type Tokens,
} from "./oauth_world.ts";

interface Attack {
  name: string;
  /** Tries the attack. Returns the response, or the statuses of several. */
  try: (world: OAuthWorld) => Promise<Response | readonly number[]>;
  status: number | readonly number[];
  says?: RegExp;
  /** True if nothing is written, so that one store is enough. Default: false. */
  isStateless?: boolean;
}

async function newCode(world: OAuthWorld): Promise<string> {
  return (await world.approve()).get("code") ?? "";
}

async function askWith(world: OAuthWorld, changes: Record<string, string>): Promise<Response> {
  return world.browse(`/dashboard/authorize?${queryOf(changes)}`);
}

async function askByDocument(
  world: OAuthWorld,
  document: object,
  changes: Record<string, string> = {},
): Promise<Response> {
  world.documents.set(clientId, { body: JSON.stringify(document) });
  return askWith(world, changes);
}

/** Returns the statuses of requests with the access tokens of responses, without those that are refused. */
async function acceptedOf(world: OAuthWorld, responses: readonly Response[]): Promise<number[]> {
  const issued = responses.filter(({ status }) => status === 200);
  expect(issued.length).toBeLessThanOrEqual(1);
  const tokens = await Promise.all(issued.map(async (one) => (await one.json()) as Tokens));
  const statuses = await Promise.all(tokens.map(async ({ access_token: token }) => world.statusOf(token)));
  return statuses.filter((status) => status !== 401);
}

const badDocument = (name: string, document: object, says: RegExp): Attack => ({
  name: `a metadata document ${name}`,
  try: async (world) => askByDocument(world, document),
  status: 400,
  says,
  isStateless: true,
});

const badAddress = (id: string): Attack => ({
  name: `the client id ${id}`,
  try: async (world) => {
    const response = await askWith(world, { client_id: id });
    expect(world.requested).toEqual([]);
    return response;
  },
  status: 400,
  says: /client_id must be an https address/,
  isStateless: true,
});

const badParameter = (changes: Record<string, string>, says: RegExp): Attack => ({
  name: `a request with ${JSON.stringify(changes)}`,
  try: async (world) => askWith(world, changes),
  status: 400,
  says,
  isStateless: true,
});

const attacks: readonly Attack[] = [
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
  ...[
    "https://evil.example/callback",
    `${redirectUri}/x`,
    `${redirectUri}?x=1`,
    "https://ASSISTANT.example/callback",
  ].map((address) => badParameter({ redirect_uri: address }, /redirect_uri/)),
  ...[
    "javascript:alert(1)",
    "http://assistant.example/callback",
    "https://a:b@assistant.example/callback",
    "",
  ].map((address) => badParameter({ redirect_uri: address }, /redirect_uri must be an https address/)),
  badParameter({ code_challenge_method: "plain" }, /S256/),
  badParameter({ code_challenge: "" }, /S256/),
  badParameter({ response_type: "token" }, /response_type/),
  badParameter({ response_mode: "fragment" }, /response_mode/),
  badParameter({ resource: "https://evil.example/mcp" }, /resource/),
  badParameter({ resource: "" }, /resource/),
  badParameter({ resource: `${resource()}#x` }, /resource/),
  badParameter({ client_id: "unknown" }, /does not know the assistant/),
  badParameter({ state: "s".repeat(2001) }, /state/),
  {
    name: "a request for an organization of which the user is no member",
    try: async (world) => {
      await world.api.organizations.create({
        slug: "third",
        name: "Third",
        siteUrl: "https://third.example",
      });
      return askWith(world, { resource: resource("third") });
    },
    status: 404,
  },
  {
    name: "a repeated parameter",
    try: async (world) => world.browse(`/dashboard/authorize?${queryOf()}&redirect_uri=https://evil.example`),
    status: 400,
    says: /repeated/,
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
      expect(seconds).toBe(1800);
      world.clock.advance(1_800_000);
      return [await world.statusOf(token), (await world.refresh(refresh)).status];
    },
    status: [401, 400],
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
  {
    name: "approval without the token of the form",
    try: async (world) =>
      world.answer(queryOf(), { act: "allow", key: world.key.id, "form-token": "0".repeat(64) }),
    status: 403,
  },
  {
    name: "approval by a page of another site",
    try: async (world) =>
      world.answer(queryOf(), undefined, {
        headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      }),
    status: 403,
  },
  {
    name: "approval without a session",
    try: async (world) => world.answer(queryOf(), undefined, { cookie: "__Host-postern_session=none" }),
    status: 401,
  },
  {
    name: "approval without a chosen key",
    try: async (world) => world.answer(queryOf(), { act: "allow" }),
    status: 422,
  },
  {
    name: "approval with the key of another user",
    try: async (world) => {
      const { id } = await world.createKey({ userId: await world.addMember("editor") });
      return world.answer(queryOf(), { act: "allow", key: id });
    },
    status: 404,
  },
  {
    name: "approval with a key of another organization",
    try: async (world) => {
      const { id } = await world.createKey({ organizationSlug: "other" });
      return world.answer(queryOf(), { act: "allow", key: id });
    },
    status: 404,
  },
  {
    name: "the form of one organization for the request of another",
    try: async (world) => world.browse(`/dashboard/o/other/authorize?${queryOf()}`),
    status: 404,
  },
  {
    name: "a new key for a user who may not make keys",
    try: async (world) => {
      const cookie = await world.signIn(await world.addMember("viewer"));
      return world.answer(
        queryOf(),
        { act: "allow", key: "new", name: "x", expiresIn: "7d", scope: "all" },
        { cookie },
      );
    },
    status: 403,
  },
  ...[
    "https://127.0.0.1/client.json",
    "https://10.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://169.254.169.254/client.json",
    "https://metadata.google.internal/client.json",
    "https://localhost/client.json",
    "http://assistant.example/client.json",
    "https://assistant.example/",
    "https://assistant.example",
    "https://assistant.example/a/../client.json",
    "https://assistant.example:443/client.json",
    "https://a:b@assistant.example/client.json",
    "https://assistant.example/client.json#x",
    `https://assistant.example/${"x".repeat(500)}`,
  ].map(badAddress),
  badDocument("that names another client", documentOf({ client_id: `${clientId}x` }), /another client_id/),
  badDocument("with a secret", documentOf({ client_secret: "x" }), /client_secret/),
  badDocument("without redirect addresses", documentOf({ redirect_uris: [] }), /redirect_uris/),
  badDocument("with a script as redirect", documentOf({ redirect_uris: ["javascript:1"] }), /redirect_uris/),
  badDocument("that is too large", documentOf({ padding: "x".repeat(11_000) }), /10240 bytes/),
  {
    name: "a metadata document that redirects, or is no JSON",
    try: async (world) => {
      const statuses: number[] = [];
      const body = JSON.stringify(documentOf());
      for (const served of [{ status: 302, body }, { type: "text/html", body }, { body: "[" }]) {
        world.documents.set(clientId, served);
        statuses.push((await askWith(world, {})).status);
      }
      return statuses;
    },
    status: [400, 400, 400],
  },
];

describe.each(stores)("attacks on the sign-in of assistants on %s", (name, open) => {
  it.each(attacks.filter(({ isStateless = false }) => !isStateless || name === "memory"))(
    "refuses $name",
    async ({ try: attempt, status, says }) => {
      const world = await OAuthWorld.open(open);
      const result = await attempt(world);
      if (!(result instanceof Response)) return expect(result).toEqual(status);
      const text = await result.text();
      expect(result.status, text).toBe(status);
      // The browser stays at the dashboard.
      expect(result.headers.get("location")).toBeNull();
      if (says !== undefined) expect(text).toMatch(says);
    },
  );

  it("accepts none of 10,000 requests after a revocation was acknowledged", async () => {
    const world = await OAuthWorld.open(open);
    const { access_token: token } = await world.connect();
    expect(await world.statusOf(token)).toBe(200);
    await world.api.apiKeys.revoke({ organizationSlug: "acme", keyId: world.key.id });
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
    const page = await askWith(world, {});
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
