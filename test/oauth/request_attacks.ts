import type { Attack } from "./attack.ts";
import { clientId, documentOf, type OAuthWorld, queryOf, redirectUri, resource } from "./oauth_world.ts";

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
    if (world.requested.length > 0) throw new Error("The server has requested the address");
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

/** Attacks with requests for a connection, with metadata documents, and on the page of approval. */
export const requestAttacks: readonly Attack[] = [
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
