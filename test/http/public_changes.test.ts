import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ChangeEvent, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { acts } from "../admin/acts.ts";
import { type AdminWorld, openAdminWorld, signedIn } from "../admin/admin_world.ts";

/** Paths of the public routes, in every representation that depends on other records. `accept` follows after a space. */
const variants = [
  "/post/acme/hello?format=markdown",
  "/post/acme/hello?fields=name,url",
  "/post/acme/hello?fields=head",
  "/post/acme/hallo?fields=head",
  "/post/acme/paid",
  "/post/acme/earlier",
  "/post/acme?fields=html",
  "/post/acme/sitemap application/json",
  "/faq/acme application/ld+json",
];

/** Routes whose response shows one record, and therefore has a date. */
const dated = [
  "/organization/acme",
  "/post/acme/hallo?fields=head",
  "/post/acme/hello",
  "/post/acme/hello?fields=name,url",
  "/post/acme/hello?format=markdown",
  "/schema/acme",
];

interface Shown {
  status: number;
  text: string;
  modified: string | null;
}

/** End of the name of a response to a key. */
const byKey = " with a key";

/** Routes that respond differently to keys. */
const withKey = /^\/(?:post\/acme\/(?:hello|paid)|knowledge-base\S*)$/;

let admin: AdminWorld;
/** Another process, which serves the responses. */
let server: PublicApi;
let routes: string[];
/** Key that reads the routes which need one. */
let key: string;
let seen: number;

beforeAll(async () => {
  routes = await publicRoutes(createPublicApi({ storage: memoryDriver() }));
});

beforeEach(async () => {
  admin = await openAdminWorld();
  const { api, world } = admin;
  seen = 0;
  const { id: otherOwner } = await api.users.create({ name: "Bob" });
  await api.users.addToOrganization(otherOwner, { organizationSlug: "acme", role: "owner" });
  await world.updateOrganization({ feeds: true, paidContent: "key" });
  const translations = { en: "hello", de: "hallo" };
  await world.updatePost("hello", { translations, tags: ["a"], author: "Ann" });
  await world.createPost({ name: "Hallo", html: "<h2>Warum?</h2><p>Darum.</p>", inLanguage: "de" });
  await world.createPost({ name: "Paid", html: "<p>For members</p>", isAccessibleForFree: false });
  await world.createPost({ name: "Planned", publishedAt: world.clock.now() + 86_400_000 });
  const permissions = ["posts:read", "knowledge:read"] as const;
  ({ key } = await world.createKey({ userId: admin.owner.userId, role: "owner", permissions }));
  server = createPublicApi({ storage: world.storage, clock: world.clock });
  world.clock.advance(60_100);
  await newEvents();
});

/** Returns the routes that the API describes, without the documentation and the events. */
async function publicRoutes(api: PublicApi): Promise<string[]> {
  const { paths } = (await (await send(api, "/openapi.json")).json()) as { paths: Record<string, object> };
  const described = Object.entries(paths).filter(([, methods]) => "get" in methods);
  const filled = described.map(([path]) =>
    path.replace("{organizationSlug}", "acme").replace("{slug}", "hello"),
  );
  const own = filled.filter((path) => !/^\/(?:docs|openapi|events)/.test(path));
  return [
    ...own.map((path) => (/search|suggest|context/.test(path) ? `${path}?q=hello` : path)),
    ...variants,
  ];
}

async function newEvents(): Promise<ChangeEvent[]> {
  await admin.api.events.deliver();
  const { events, last } = await admin.api.events.list("acme", { after: seen, limit: 1000 });
  seen = last;
  return events;
}

/** Requests a route, whose name can end with the media type or {@link byKey}. */
async function send(api: PublicApi, name: string, since?: string): Promise<Response> {
  const [route = "", isKeyed] = name.split(byKey);
  const [path = "", accept] = route.split(" ");
  const headers = new Headers();
  if (accept !== undefined) headers.set("accept", accept);
  if (isKeyed !== undefined) headers.set("x-api-key", key);
  if (since !== undefined) headers.set("if-modified-since", since);
  return api.fetch(new Request(`http://localhost/api/public/v1${path}`, { headers }));
}

async function show(api: PublicApi): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>();
  const keyed = routes.filter((route) => withKey.test(route)).map((route) => `${route}${byKey}`);
  for (const name of [...routes, ...keyed]) {
    const response = await send(api, name);
    const modified = response.headers.get("last-modified");
    shown.set(name, { status: response.status, text: await response.text(), modified });
  }
  return shown;
}

/**
 * Makes a change within the second of a response, and returns the responses that it changes. No date of the former response gets 304.
 *
 * @param change returns the API that serves afterwards. Default: the API stays.
 */
async function changedBy(change: () => Promise<PublicApi | undefined>): Promise<string[]> {
  const { clock } = admin.world;
  const before = await show(server);
  const read = new Date(clock.now()).toUTCString();
  clock.advance(300);
  const api = (await change()) ?? server;
  clock.advance(10_000);
  const changed: string[] = [];
  for (const [name, { status, text }] of await show(api)) {
    const former = before.get(name);
    if (former === undefined || (former.status === status && former.text === text)) continue;
    changed.push(name);
    if (status !== 200) continue;
    for (const since of [former.modified, read].filter((date) => date !== null)) {
      expect([name, since, (await send(api, name, since)).status]).toEqual([name, since, 200]);
    }
  }
  return changed;
}

const hello = { organizationSlug: "acme", slug: "hello" };
const secret = { organizationSlug: "acme", slug: "secret" };

type Write = (world: AdminWorld) => Promise<unknown>;

/** Writes of the library. Writes without a change of a public response have no event. */
const writes: readonly [name: string, write: Write][] = [
  [
    "organizations.put",
    ({ api }) => api.organizations.put({ slug: "acme", name: "Acme Ltd", siteUrl: "https://acme.example" }),
  ],
  ["organizations.update", ({ api }) => api.organizations.update("acme", { name: "Acme Ltd" })],
  [
    "organizations.update, its template",
    ({ api }) => api.organizations.update("acme", { postUrlTemplate: "/p/{slug}" }),
  ],
  [
    "organizations.update, its FAQ settings",
    ({ api }) => api.organizations.update("acme", { faq: { answerFormat: "html" } }),
  ],
  ["users.create", ({ api }) => api.users.create({ name: "Bob" })],
  ["users.setStatus", ({ api, owner }) => api.users.setStatus(owner.userId, "disabled")],
  ["users.delete", ({ api, owner }) => api.users.delete(owner.userId)],
  ["users.merge", ({ api, owner, viewerId }) => api.users.merge({ from: owner.userId, into: viewerId })],
  [
    "users.addToOrganization",
    ({ api, owner }) =>
      api.users.addToOrganization(owner.userId, { organizationSlug: "acme", role: "viewer" }),
  ],
  [
    "users.removeFromOrganization",
    ({ api, owner }) => api.users.removeFromOrganization({ userId: owner.userId, organizationSlug: "acme" }),
  ],
  [
    "invitations.create",
    ({ api }) => api.invitations.create("acme", { email: "x@acme.example", role: "viewer" }),
  ],
  [
    "invitations.revoke",
    ({ api, invitationId: id }) => api.invitations.revoke({ organizationSlug: "acme", id }),
  ],
  ["posts.create", ({ api }) => api.posts.create("acme", { name: "New" })],
  ["posts.create, a draft", ({ api }) => api.posts.create("acme", { name: "New", status: "draft" })],
  ["posts.put", ({ api }) => api.posts.put("acme", { name: "Hello", html: "<p>New</p>" })],
  [
    "posts.put, without a change",
    async ({ api }) => api.posts.put("acme", inputOf(await api.posts.get(hello))),
  ],
  [
    "posts.put, with a stated date",
    ({ api }) => api.posts.put("acme", { name: "Hello", html: "<p>New</p>", updatedAt: "2020-01-01" }),
  ],
  [
    "posts.update, a stated date",
    ({ api }) => api.posts.update(hello, { html: "<p>New</p>", updatedAt: "2020-01-01" }),
  ],
  ["posts.update, a date in the future", ({ api }) => api.posts.update(hello, { updatedAt: "2062-01-01" })],
  ["posts.update, its aliases", ({ api }) => api.posts.update(hello, { aliases: ["/2016/hello.html"] })],
  ["posts.update, its slug", ({ api }) => api.posts.update(hello, { slug: "hi" })],
  ["posts.update, its translations", ({ api }) => api.posts.update(hello, { translations: {} })],
  [
    "posts.update, a translation",
    ({ api }) => api.posts.update({ ...hello, slug: "hallo" }, { status: "draft" }),
  ],
  ["posts.update, a draft", ({ api }) => api.posts.update(secret, { name: "Other" })],
  ["posts.delete", ({ api }) => api.posts.delete(hello)],
  ["posts.delete, a draft", ({ api }) => api.posts.delete(secret)],
  ["posts.restore", ({ api }) => api.posts.restore(hello, 1)],
  ["knowledgeBase.add", ({ api }) => api.knowledgeBase.add("acme", { text: "hello" })],
  [
    "knowledgeBase.put",
    ({ api }) => api.knowledgeBase.put({ organizationSlug: "acme", id: "a" }, { text: "x" }),
  ],
  [
    "knowledgeBase.delete",
    ({ api, textId: id }) => api.knowledgeBase.delete({ organizationSlug: "acme", id }),
  ],
  ["redirects.add", ({ api }) => api.redirects.add("acme", { from: "/blog/greeting/", slug: "hello" })],
  ["redirects.add, to a draft", ({ api }) => api.redirects.add("acme", { from: "plan", slug: "secret" })],
  ["redirects.remove", ({ api }) => api.redirects.remove("acme", "/earlier")],
  ["previews.create", ({ api }) => api.previews.create(hello)],
  ["previews.revoke", ({ api, previewLinkId: id }) => api.previews.revoke(hello, id)],
  [
    "apiKeys.generate",
    ({ api, owner: { userId } }) => api.apiKeys.generate({ organizationSlug: "acme", userId, name: "New" }),
  ],
  ["apiKeys.revoke", ({ api }) => api.apiKeys.revoke({ organizationSlug: "acme", keyId: idIn(key) })],
  [
    "apiKeys.update",
    ({ api }) =>
      api.apiKeys.update({ organizationSlug: "acme", keyId: idIn(key) }, { networks: ["203.0.113.0/24"] }),
  ],
  [
    "apiKeys.roll",
    ({ api }) => api.apiKeys.roll({ organizationSlug: "acme", keyId: idIn(key) }, { overlap: "0" }),
  ],
  ["searchIndexes.rebuild", ({ api }) => api.searchIndexes.rebuild("acme")],
];

/** Methods that read, and writes that cannot have an event, with the reason. */
const others: Readonly<Record<string, string>> = {
  "organizations.create": "nobody reads the events of an organization before it exists",
  "organizations.delete": "the log ends with the organization",
  "invitations.accept": "needs an invited user: test/events/access_events.test.ts",
  "users.addEmail": "public responses have no address of a user",
  "invitations.decline": "needs an invited user: test/events/access_events.test.ts",
};

const reading = /\.(?:get|list|iterate|find|all|usage|contents|export|revision|roleIn)/;

function inputOf(
  post: Awaited<ReturnType<PublicApi["posts"]["get"]>>,
): Parameters<PublicApi["posts"]["put"]>[1] {
  const { name = "", html = "", translations, tags, author } = post ?? {};
  return JSON.parse(JSON.stringify({ name, html, translations, tags, author }));
}

const idIn = (text: string): string => text.split("_")[1] ?? "";

it("knows every method of the managers", () => {
  const managers = [
    "organizations",
    "users",
    "invitations",
    "posts",
    "knowledgeBase",
    "redirects",
    "previews",
    "apiKeys",
    "searchIndexes",
  ] as const;
  const methods = managers.flatMap((name) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(admin.api[name]))
      .filter((method) => method !== "constructor")
      .map((method) => `${name}.${method}`),
  );
  const known = new Set([...writes.map(([name]) => name.split(",")[0]), ...Object.keys(others)]);
  expect(methods.filter((method) => !known.has(method) && !reading.test(method))).toEqual([]);
});

describe("a response with a date", () => {
  it("shows one record, and gets 304 by the date", async () => {
    const shown = await show(server);
    const found = routes.filter((route) => shown.get(route)?.modified);
    expect(found.toSorted()).toEqual(dated);
    admin.world.clock.advance(2000);
    for (const route of dated) {
      const since = shown.get(route)?.modified ?? "";
      expect([route, (await send(server, route, since)).status]).toEqual([route, 304]);
    }
  });
});

describe("a change of public responses is an event, and gets no 304 by a date", () => {
  const adminWrites = acts.map(({ name, directly, byHttp }): [string, Write, isRead: boolean] => [
    `admin: ${name}`,
    async (world) => {
      const { userId, keyId } = world.owner;
      return directly(world, await signedIn(world, userId), { userId, key, keyId });
    },
    byHttp(placeholder, placeholder.owner)[0] === "GET",
  ]);

  it.each<[string, Write]>([
    ...writes,
    ...adminWrites.filter(([, , isRead]) => !isRead).map(([name, write]): [string, Write] => [name, write]),
  ])("%s", async (_name, write) => {
    const changed = await changedBy(async () => {
      await write(admin);
      return undefined;
    });
    const events = (await newEvents()).map(({ type }) => type);
    const isEvent = events.length > 0;
    expect({ changed, isEvent }).toEqual({ changed, isEvent: isEvent || changed.length > 0 });
  });
});

/** Ids for requests that are never sent. */
const placeholder = { owner: { userId: "", key: "", keyId: "" } } as AdminWorld;

describe("without a write", () => {
  it.each<[string, object]>([
    ["FAQ options", { faq: { answerFormat: "html" } }],
    ["the origin of the API", { apiOrigin: "https://api.example" }],
  ])("other options of the process get no 304 by a date: %s", async (_name, options) => {
    const { storage, clock } = admin.world;
    const changed = await changedBy(async () => {
      clock.advance(1000);
      return createPublicApi({ storage, clock, ...options });
    });
    expect(changed.length).toBeGreaterThan(0);
  });

  it("the time of a scheduled post gets no 304 by a date", async () => {
    const changed = await changedBy(async () => {
      admin.world.clock.advance(86_400_000);
      return undefined;
    });
    expect(changed).toContain("/post/acme");
    expect((await newEvents()).map(({ type }) => type)).toEqual(["post.published"]);
  });

  it("the time of a stated updatedAt gets no 304 by a date", async () => {
    await admin.world.updatePost("hello", { updatedAt: admin.world.clock.now() + 60_000 });
    const changed = await changedBy(async () => {
      admin.world.clock.advance(60_000);
      return undefined;
    });
    expect(changed).toContain("/post/acme/hello");
  });
});
