import { beforeAll, describe, expect, it } from "vitest";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { adminRoutes } from "../../lib/api/admin/admin_routes.ts";
import { createPublicApi, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { type AdminWorld, drawing, openAdminWorld, sendAdmin, signedIn } from "../admin/admin_world.ts";
import { signIn, visit } from "../dashboard/dashboard_world.ts";
import { filledPath, pages } from "../dashboard/page_paths.ts";
import { mediaOfTests } from "../dashboard/pictures/picture_world.ts";
import { documentOf, origin, queryOf } from "../oauth/oauth_world.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { untilIdle } from "../until_idle.ts";

/** Number of records of each kind at the start. It exceeds a page of every list. */
const few = 110;
/** Number of records of a kind afterwards. */
const many = 130;

/** Adds a record of a kind to the organization "acme" or to its owner. */
type Add = (world: AdminWorld, number: number) => Promise<unknown>;

const hello = { organizationSlug: "acme", slug: "hello" };

/** Kinds of records without a limit, of an organization and its posts. */
const ofOrganization = {
  keys: async ({ api, owner: { userId } }, number) => {
    const input = { organizationSlug: "acme", userId, name: `Listed ${number}` };
    await api.apiKeys.generate(input);
    const { id: keyId } = await api.apiKeys.generate(input);
    await api.apiKeys.revoke({ organizationSlug: "acme", keyId });
  },
  members: async ({ api }, number) => {
    const { id } = await api.users.create({ name: `Listed ${number}`, email: `m${number}@acme.example` });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
  },
  invitations: async ({ api }, number) =>
    api.invitations.create("acme", { email: `i${number}@acme.example`, role: "viewer" }),
  sessions: async ({ api, owner: { userId } }) => api.sessions.startFor(userId),
  posts: async ({ api }, number) => {
    const names = { tags: [`Tag ${number}`], author: `Author ${number}` };
    await api.posts.create("acme", { name: `Listed ${number}`, html: "<p>x</p>", ...names });
    await api.posts.create("acme", { name: `Listed draft ${number}`, status: "draft" });
  },
  submissions: async (world, number) => {
    const address = { actor: await signedIn(world, world.owner.userId), slug: `listed-draft-${number}` };
    const { version } = await world.api.admin.posts.text.get(address);
    await world.api.admin.submissions.submit(address, { version });
  },
  "revisions and events": async ({ api }, number) => api.posts.update(hello, { name: `Hello ${number}` }),
  redirects: async ({ api }, number) => api.redirects.add("acme", { from: `/was/${number}`, slug: "hello" }),
  texts: async ({ api }, number) => api.knowledgeBase.add("acme", { text: `Listed ${number}` }),
  pictures: async ({ api }, number) => api.media?.upload("acme", drawing(number + 2), { name: "b.svg" }),
} satisfies Record<string, Add>;

/** Kinds of records of the visitor, which every page of the dashboard may read. */
const ofVisitor = {
  "invitations of the visitor": async ({ api, owner: { userId } }, number) => {
    const slug = `theirs-${number}`;
    await api.organizations.create({ slug, name: "Theirs", siteUrl: "https://theirs.example" });
    await api.invitations.create(slug, { userId, role: "viewer" });
  },
  "organizations of the visitor": async ({ api, owner: { userId } }, number) => {
    const slug = `ours-${number}`;
    await api.organizations.create({ slug, name: "Ours", siteUrl: "https://ours.example" });
    await api.users.addToOrganization(userId, { organizationSlug: slug, role: "viewer" });
  },
} satisfies Record<string, Add>;

const groups: readonly Record<string, Add>[] = [ofOrganization, ofVisitor];

type Kind = keyof typeof ofOrganization | keyof typeof ofVisitor;

/** Adds as many records of the limited kinds as their limits allow: 50 webhooks, and 100 preview links of a post. No webhook gets events. */
async function fillToLimits({ api, webhookId }: AdminWorld): Promise<void> {
  await api.webhooks.pause({ organizationSlug: "acme", webhookId });
  for (let number = 1; number < 50; number++) {
    await api.webhooks.create("acme", {
      url: `https://acme.example/${number}`,
      events: ["webhook.disabled"],
    });
  }
  for (let number = 1; number < 100; number++) await api.previews.create(hello);
}

const audit = "reads at most 1,000 entries of the audit log";
const ownKeys = "reads at most 1,000 keys";
const named = "names the users of 25 entries of the audit log";
const searched = "searches at most 20,000 posts for the file";
const suggested = "reads at most 10,000 index entries of posts";
const entries = "reads at most 20,000 index entries of posts, until a post changes";

/**
 * Requests that may read more records if there are more records of a kind, each with the reason. All other requests read a bounded number. Remove
 * a row once its request is bounded.
 */
const growing: Partial<Record<Kind, Record<string, string>>> = {
  keys: {
    "page/settings/api-keys/{id}": audit,
    "page/settings/audit": audit,
    "page/assistants": ownKeys,
    "page/authorize": ownKeys,
  },
  members: { "page/settings/api-keys/{id}": audit, "page/settings/audit": named },
  invitations: { "page/settings/api-keys/{id}": audit },
  "revisions and events": { "page/palette?q=listed": suggested },
  submissions: { "page/settings/api-keys/{id}": audit },
  posts: {
    page: entries,
    "page/posts": entries,
    "page/posts?search=zz": entries,
    "page/posts?tag=Tag+1": entries,
    "page/search?q=listed": "builds the index in memory once",
    "page/palette?q=0zz": suggested,
    "page/suggestions?field=tags&q=zz": suggested,
    "page/pictures/{hash}": searched,
    "page/pictures/{hash}/delete": searched,
    "GET media/{id}/uses": searched,
    "page/settings/fields/{name}/retire": "counts the values of at most 50,000 posts",
  },
};

describe("a request reads a bounded number of records", () => {
  let grown: Map<string, string[]>;
  beforeAll(async () => {
    grown = await findGrowing();
  }, 120_000);

  it.each(groups.flatMap((kinds) => Object.keys(kinds)))("of many %s", (kind) => {
    const known = growing[kind as Kind] ?? {};
    expect(grown.get(kind)?.filter((name) => known[name] === undefined)).toEqual([]);
  });
});

/** Sends the document of an assistant for each address. */
const sendWithDocuments = Object.assign(async () => ({ status: 204, body: new Uint8Array() }), {
  get: async () => ({
    status: 200,
    contentType: "application/json",
    body: new TextEncoder().encode(JSON.stringify(documentOf())),
  }),
});

/** Adds records of each kind in turn. Returns the requests that read more records afterwards, by kind. */
async function findGrowing(): Promise<Map<string, string[]>> {
  const counted = new CountedReads();
  const clock = new ManualClock();
  const options: PublicApiOptions = {
    storage: counted.driver(memoryDriver({ clock })),
    clock,
    adminApi: true,
    secret: "a random text of at least 32 characters",
    webhooks: { send: sendWithDocuments },
    media: mediaOfTests(),
    mcp: mcp(),
    apiOrigin: origin,
    oauth: {},
  };
  const world = await openAdminWorld(options);
  await fillToLimits(world);
  await world.api.organizations.update("acme", {
    postFields: [
      { name: "rating", type: "number" },
      { name: "related", type: "reference" },
    ],
  });
  const signedIn = await signIn(
    { api: world.api, dashboard: createDashboard(world.api) },
    world.owner.userId,
  );
  const requests = [...adminRequests(world), ...pageRequests(world, signedIn.cookie)];
  const grown = new Map<string, string[]>();
  for (const kinds of groups) {
    for (const add of Object.values(kinds)) await addAll(world, clock, { add, from: 0, to: few });
    await untilIdle(world.api);
    let before = await counted.of(requests, options);
    for (const [kind, add] of Object.entries(kinds)) {
      await addAll(world, clock, { add, from: few, to: many });
      await untilIdle(world.api);
      const after = await counted.of(requests, options);
      const names = requests.map(([name]) => name);
      grown.set(
        kind,
        names.filter((name) => (after.get(name) ?? 0) > (before.get(name) ?? 0)),
      );
      before = after;
    }
  }
  return grown;
}

/** Adds records at different times, because records of the same time have a random order. */
async function addAll(
  world: AdminWorld,
  clock: ManualClock,
  { add, from, to }: { add: Add; from: number; to: number },
): Promise<void> {
  for (let number = from; number < to; number++) {
    clock.advance(1);
    await add(world, number);
  }
}

type NamedRequest = [name: string, send: (api: PublicApi) => Promise<Response>];

function adminRequests(world: AdminWorld): NamedRequest[] {
  const gets = adminRoutes.filter(({ GET }) => GET !== undefined);
  return gets.map(({ path }) => {
    const filled = filledPath(path, world);
    return [`GET ${path}`, (api) => sendAdmin({ api }, world.owner.key, ["GET", `/${filled}`])];
  });
}

function pageRequests(world: AdminWorld, cookie: string): NamedRequest[] {
  const own = ["", "/sessions", "/invitations"].map((path) => [`own page ${path}`, path] as const);
  const ofAssistants = ["assistants", "authorize"].map(
    (page) => [`page/${page}`, `/o/acme/${page}?${queryOf()}`] as const,
  );
  const found = pages.map(
    ({ path, query, name }) => [name, `/o/${filledPath(path, world)}${query}`] as const,
  );
  return [...found, ...own, ...ofAssistants].map(([name, path]) => [
    name,
    (api) => visit({ dashboard: createDashboard(api) }, path, { cookie }),
  ]);
}

/** Counts the records that a driver returns or looks up. */
class CountedReads {
  #read = 0;

  /** Returns the number of records that each request reads. Each is the first of its process, so that no cache hides its reads. */
  async of(requests: readonly NamedRequest[], options: PublicApiOptions): Promise<Map<string, number>> {
    const reads = new Map<string, number>();
    for (const [name, send] of requests) {
      const api = createPublicApi(options);
      this.#read = 0;
      const { status } = await send(api);
      await api.events.settle();
      if (status !== 200 && status !== 303) throw new Error(`${name} has the status ${status}`);
      reads.set(name, this.#read);
    }
    return reads;
  }

  driver(driver: AtomicDriver): AtomicDriver {
    const { atomic } = driver;
    return {
      ...driver,
      atomic: forwardAtomic(atomic, {
        getMany: (addresses) => {
          this.#read += addresses.length;
          return atomic.getMany(addresses);
        },
        query: (batch) => {
          this.#read += batch.reads.length;
          return atomic.query?.(batch) ?? { counts: [], reads: [] };
        },
        list: async (partition, range) => {
          const found = await atomic.list(partition, range);
          this.#read += found.length;
          return found;
        },
      }),
    };
  }
}
