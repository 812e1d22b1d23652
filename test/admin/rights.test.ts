import { describe, expect, it } from "vitest";
import { permissions, permissionsOfRole } from "../../lib/access/mod.ts";
import type { AdminActor, Permission, PublicApi } from "../../lib/mod.ts";
import { type Act, acts } from "./acts.ts";
import {
  type AdminWorld,
  type Caller,
  createCaller,
  openAdminWorld,
  sendAdmin,
  signedIn,
} from "./admin_world.ts";

/** An action that only the host and the dashboard call. */
type DirectAct = Pick<Act, "name" | "needs" | "alsoNeeds" | "directly">;

const file = { file: new Blob(["# Hi"]), fileName: "hi.md", isCheck: true, asDrafts: false } as const;
const filter = { name: "News", query: "tag=news" };

const rows: readonly [string, Permission, Act["directly"], (readonly Permission[])?][] = [
  ["count posts", "posts:read", (admin, actor) => admin.posts.totals(actor)],
  ["show heads of posts", "posts:read", (admin, actor) => admin.posts.getHeads(actor, ["hello"])],
  [
    "explain the questions of a post",
    "posts:read",
    (admin, actor) => admin.posts.explainFaq({ actor, slug: "hello" }),
  ],
  [
    "restore a publication",
    "posts:write",
    (admin, actor) => admin.posts.restorePublication({ actor, slug: "hello" }, { status: "draft" }),
  ],
  ["show the last import", "posts:write", (admin, actor) => admin.imports.last(actor)],
  [
    "import posts",
    "posts:write",
    (admin, actor) => admin.imports.start(actor, { ...file, onConflict: "skip" }),
  ],
  [
    "try settings of questions",
    "members:manage",
    (admin, actor) => admin.faqTrials.run(actor, { html: "<h2>Why?</h2><p>So.</p>" }, {}),
  ],
  [
    "try settings of questions with a post",
    "members:manage",
    (admin, actor) => admin.faqTrials.run(actor, { slug: "hello" }, {}),
    ["posts:read"],
  ],
  ["show the setup", "posts:read", (admin, actor) => admin.setup.get(actor)],
  ["check the site", "members:manage", (admin, actor) => admin.setup.check(actor, "<urlset/>")],
  ["hide the setup", "members:manage", (admin, actor) => admin.setup.setHidden(actor, true)],
  ["read names of keys", "keys:manage", (admin, actor) => admin.apiKeys.names(actor, [])],
  ["list keys with their usage", "keys:manage", (admin, actor) => admin.apiKeys.allWithUsage(actor)],
  [
    "show the usage of a key",
    "keys:manage",
    (admin, actor, { owner }) => admin.apiKeys.usageOf({ actor, keyId: owner.keyId }),
  ],
  ["show the default limit of keys", "keys:manage", (admin, actor) => admin.apiKeys.defaultRateLimit(actor)],
  ["show the requests by day", "posts:read", (admin, actor) => admin.insight.daily(actor)],
  ["ask for webhooks", "webhooks:manage", async (admin, actor) => admin.webhooks.areAvailable(actor)],
  ["search", "posts:read", (admin, actor) => admin.search.find(actor, { q: "hello" })],
  ["list missed queries", "posts:read", (admin, actor) => admin.search.listMissed(actor)],
  ["list saved filters", "posts:read", (admin, actor) => admin.savedFilters.all(actor)],
  ["save a filter", "posts:read", (admin, actor) => admin.savedFilters.save(actor, filter)],
  ["remove a saved filter", "posts:read", (admin, actor) => admin.savedFilters.remove(actor, "News")],
];
const directActs: readonly DirectAct[] = rows.map(([name, needs, directly, alsoNeeds = []]) => ({
  name,
  needs,
  directly,
  alsoNeeds,
}));

/** Changes by which a resource exercises further permissions. */
const wideningActs: readonly Act[] = [
  {
    name: "let a key work in further networks",
    needs: "keys:manage",
    alsoNeeds: permissionsOfRole.viewer,
    directly: (admin, actor, { viewerKeyId: keyId }) =>
      admin.apiKeys.update({ actor, keyId }, { networks: [] }),
    byHttp: ({ viewerKeyId }) => ["PATCH", `/api-keys/${viewerKeyId}`, { networks: [] }],
  },
  {
    name: "send a webhook to another URL",
    needs: "webhooks:manage",
    alsoNeeds: ["posts:read"],
    directly: (admin, actor, { webhookId }) =>
      admin.webhooks.update({ actor, webhookId }, { url: "https://new.example/" }),
    byHttp: ({ webhookId }) => ["PATCH", `/webhooks/${webhookId}`, { url: "https://new.example/" }],
  },
  {
    name: "let a webhook send further events",
    needs: "webhooks:manage",
    alsoNeeds: ["members:manage"],
    directly: (admin, actor, { webhookId }) =>
      admin.webhooks.update({ actor, webhookId }, { events: ["invitation.changed"] }),
    byHttp: ({ webhookId }) => ["PATCH", `/webhooks/${webhookId}`, { events: ["invitation.changed"] }],
  },
];

/** Actions that need no permission, because they concern only the actor, or a post that the actor has read. */
const free = ["posts.warningsOf", "members.ownRole", "members.leave", "imports.settle"];

/** Creates an owner whose key is limited to some permissions. */
async function createNarrowed(
  world: AdminWorld,
  allowed: readonly Permission[],
): Promise<{ allowed: readonly Permission[]; caller: Caller; actor: AdminActor }> {
  const caller = await createCaller(world.world, "owner", { permissions: allowed });
  const actor = await signedIn(world, caller.userId);
  const apiKey = { id: caller.keyId, permissions: allowed };
  return { allowed, caller, actor: { ...actor, permissions: allowed, apiKey } };
}

/** Returns the writes to the store, except for the counts of the request itself. */
function changesOf({ world }: AdminWorld): string[] {
  return world.writes.filter((write) => !/"key":"(?:requests|burst|insight)!/.test(write));
}

const refusal = { name: expect.stringMatching(/^(?:MissingPermission|GrantRefused)Error$/) };

describe.each<DirectAct>([...acts, ...wideningActs, ...directActs])(
  "to $name",
  ({ needs, alsoNeeds = [], directly, ...act }) => {
    const needed = [...new Set([needs, ...alsoNeeds])];
    const byHttp = (act as Partial<Act>).byHttp;

    it("needs every permission that the result exercises, and no other", async () => {
      const world = await openAdminWorld();
      await world.api.events.settle();
      const tooFew = [
        ...permissions.filter((one) => needed.some((other) => other !== one)).map((one) => [one]),
        ...needed.map((missing) => permissions.filter((one) => one !== missing)),
      ];
      const refused = await Promise.all(tooFew.map(async (allowed) => createNarrowed(world, allowed)));
      const { actor: exact, caller: exactCaller } = await createNarrowed(world, needed);
      world.world.writes.length = 0;
      for (const { allowed, caller, actor } of refused) {
        const call = async (): Promise<unknown> => directly(world.api.admin, actor, world, caller);
        await expect(call()).rejects.toMatchObject(refusal);
        if (byHttp === undefined) continue;
        const response = await sendAdmin(world, caller.key, byHttp(world, caller));
        const { code } = (await response.json()) as { code?: string };
        const codes = ["missing-permission", "grant-refused"];
        expect([allowed, response.status, code]).toEqual([allowed, 403, expect.toBeOneOf(codes)]);
      }
      expect(changesOf(world)).toEqual([]);
      await expect(directly(world.api.admin, exact, world, exactCaller)).resolves.not.toThrow();
    });

    it.runIf(byHttp)("is allowed to a key with exactly these permissions", async () => {
      const world = await openAdminWorld();
      const caller = await createCaller(world.world, "owner", { permissions: needed });
      const response = await sendAdmin(world, caller.key, byHttp?.(world, caller) ?? ["GET", "/"]);
      expect([response.status, await response.text()]).toEqual([
        expect.toBeOneOf([200, 201, 204]),
        expect.anything(),
      ]);
    });
  },
);

describe("the table of rights", () => {
  it("has every action of `api.admin`", async () => {
    const called = new Set<string>(free);
    for (const { directly } of [...acts, ...wideningActs, ...directActs]) {
      const world = await openAdminWorld();
      const actor = await signedIn(world, world.owner.userId);
      await directly(recorded(world.api.admin, called), actor, world, world.owner);
    }
    expect([...called].toSorted()).toEqual(actionsOf((await openAdminWorld()).api.admin).toSorted());
  });
});

/** Wraps the actions so that the names of called actions are added to a set. */
function recorded<Actions extends object>(actions: Actions, called: Set<string>, prefix = ""): Actions {
  return new Proxy(actions, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      const path = `${prefix}${String(name)}`;
      if (typeof value === "function") {
        called.add(path);
        return value.bind(target) as unknown;
      }
      return typeof value === "object" && value !== null ? recorded(value, called, `${path}.`) : value;
    },
  });
}

/** Returns the names of all actions. */
function actionsOf(admin: PublicApi["admin"]): string[] {
  return Object.entries(admin).flatMap(([group, actions]) => namesIn(actions as object, `${group}.`));
}

function namesIn(actions: object, prefix: string): string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(actions)).filter(
    (name) => name !== "constructor",
  );
  const nested = Object.entries(actions).filter(([, value]) => typeof value === "object");
  return [
    ...own.map((name) => prefix + name),
    ...nested.flatMap(([name, value]) => namesIn(value as object, `${prefix}${name}.`)),
  ];
}
