import { describe, expect, it } from "vitest";
import { permissions } from "../../lib/access/mod.ts";
import type { AdminActor, Permission, PublicApi } from "../../lib/mod.ts";
import { acts } from "./acts.ts";
import { type Act, needing } from "./needing.ts";
import {
  type AdminWorld,
  type Caller,
  createCaller,
  openAdminWorld,
  sendAdmin,
  signedIn,
} from "./admin_world.ts";

const file = { file: new Blob(["# Hi"]), fileName: "hi.md", isCheck: true, asDrafts: false } as const;
const filter = { name: "News", query: "tag=news" };
const html = "<h2>Why?</h2><p>So.</p>";
const slug = "hello";
const text = { name: "New", html: "" };

/** Actions that only the host and the dashboard call. */
const directActs: readonly Act[] = [
  ...needing("posts:read", [
    ["count posts", "", ({ posts }, actor) => posts.totals(actor)],
    ["find a public post", "", ({ posts }, actor) => posts.hasPublished(actor)],
    ["show heads of posts", "", ({ posts }, actor) => posts.getHeads(actor, [slug])],
    ["explain the questions of a post", "", ({ posts }, actor) => posts.explainFaq({ actor, slug })],
    ["show the setup", "", ({ setup }, actor) => setup.get(actor)],
    ["show the requests by day", "", ({ insight }, actor) => insight.daily(actor)],
    ["list malformed posts", "", ({ insight }, actor) => insight.listMalformed(actor)],
    [
      "show marks of unpublished changes",
      "",
      async ({ posts }, actor) => posts.unpublishedChanges(actor, [1]),
    ],
    ["search", "", ({ search }, actor) => search.find(actor, { q: slug })],
    ["list missed queries", "", ({ search }, actor) => search.listMissed(actor)],
    ["list saved filters", "", ({ savedFilters }, actor) => savedFilters.all(actor)],
    ["save a filter", "", ({ savedFilters }, actor) => savedFilters.save(actor, filter)],
    ["remove a saved filter", "", ({ savedFilters }, actor) => savedFilters.remove(actor, "News")],
  ]),
  ...needing("posts:write", [
    [
      "restore a publication",
      "",
      ({ posts }, actor) => posts.restorePublication({ actor, slug }, { status: "draft" }),
    ],
    ["start a draft", "", ({ posts }, actor) => posts.text.start(actor, { name: "New", html: "" })],
    ["show a text", "", ({ posts }, actor) => posts.text.get({ actor, slug })],
    ["save a text", "", ({ posts }, actor) => posts.text.save({ actor, slug }, text, { ifMatch: "1-1" })],
    ["close a text", "", ({ posts }, actor) => posts.text.close({ actor, slug }, { version: "1-1" })],
    ["publish a text", "", ({ posts }, actor) => posts.text.publish({ actor, slug })],
    ["unpublish a text", "", ({ posts }, actor) => posts.text.unpublish({ actor, slug })],
    ["show writers", "", ({ posts }, actor) => posts.text.presence({ actor, slug })],
    ["record a writer", "", ({ posts }, actor) => posts.text.present({ actor, slug }, { page: "12345678" })],
    ["show hidden values", "", ({ posts }, actor) => posts.hiddenValues({ actor, slug })],
    ["show the last import", "", ({ imports }, actor) => imports.last(actor)],
    ["import posts", "", ({ imports }, actor) => imports.start(actor, { ...file, onConflict: "skip" })],
  ]),
  ...needing("media:write", [["count bytes of files", "", ({ media }, actor) => media.usage(actor)]]),
  ...needing("members:manage", [
    ["try settings of questions", "", ({ faqTrials }, actor) => faqTrials.run(actor, { html }, {})],
    ["try settings with a post", "", ({ faqTrials }, actor) => faqTrials.run(actor, { slug }, {})],
    ["check the site", "", ({ setup }, actor) => setup.check(actor, "<urlset/>")],
    [
      "count the values of a field",
      "",
      async ({ organization }, actor) => {
        await organization.update(actor, { postFields: [{ name: "rating", type: "number" }] });
        return organization.countFieldValues(actor, "rating");
      },
    ],
    ["check a grant", "", ({ members }, actor) => members.requireGrant(actor, "viewer", "Cannot grant")],
    ["export the organization", "", ({ exports }, actor) => exports.start(actor, "ghost")],
    ["hide the setup", "", ({ setup }, actor) => setup.setHidden(actor, true)],
  ]),
  ...needing("keys:manage", [
    ["read names of keys", "", ({ apiKeys }, actor) => apiKeys.names(actor, [])],
    ["list keys with usage", "", ({ apiKeys }, actor) => apiKeys.listWith(actor, {}, { days: 30 })],
    ["show the usage of a key", "", ({ apiKeys }, actor, { keyId }) => apiKeys.usageOf({ actor, keyId })],
    ["show the default limit of keys", "", ({ apiKeys }, actor) => apiKeys.defaultRateLimit(actor)],
  ]),
  ...needing("webhooks:manage", [
    ["ask for webhooks", "", async ({ webhooks }, actor) => webhooks.areAvailable(actor)],
    ["check webhooks", "", ({ webhooks }, actor) => webhooks.check(actor)],
  ]),
];

/** Changes by which a resource exercises further permissions. */
const wideningActs: readonly Act[] = [
  ...needing("keys:manage", [
    [
      "let a key work in further networks",
      "PATCH /api-keys/{viewerKeyId}",
      ({ apiKeys }, actor, { viewerKeyId: keyId }) => apiKeys.update({ actor, keyId }, { networks: [] }),
      { networks: [] },
    ],
  ]),
  ...needing("webhooks:manage", [
    [
      "send a webhook to another URL",
      "PATCH /webhooks/{webhookId}",
      ({ webhooks }, actor, { webhookId }) =>
        webhooks.update({ actor, webhookId }, { url: "https://new.example/" }),
      { url: "https://new.example/" },
    ],
    [
      "let a webhook send further events",
      "PATCH /webhooks/{webhookId}",
      ({ webhooks }, actor, { webhookId }) =>
        webhooks.update({ actor, webhookId }, { events: ["invitation.changed"] }),
      { events: ["invitation.changed"] },
    ],
  ]),
];

/** Actions that need no permission, because they concern only the actor, or a post that the actor has read. */
const free = [
  "posts.warningsOf",
  "members.ownRole",
  "members.leave",
  "imports.settle",
  "exports.isAvailable",
];

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

describe.each<Act>([...acts, ...wideningActs, ...directActs])("to $name", (act) => {
  const { directly, byHttp } = act;
  const needed = [...new Set([act.needs, ...act.alsoNeeds])];
  const isEnough = (allowed: readonly Permission[]): boolean =>
    act.enough?.every((one) => allowed.includes(one)) === true;
  const isDirect = directActs.includes(act);

  it("needs every permission that the result exercises, and no other", async () => {
    const world = await openAdminWorld();
    await world.api.events.settle();
    // The first list of members or invitations indexes them.
    await world.api.admin.members.list(await signedIn(world, world.owner.userId));
    const tooFew = [
      ...permissions.filter((one) => needed.some((other) => other !== one)).map((one) => [one]),
      ...needed.map((missing) => permissions.filter((one) => one !== missing)),
    ].filter((allowed) => !isEnough(allowed));
    const refused = await Promise.all(tooFew.map(async (allowed) => createNarrowed(world, allowed)));
    const { actor: exact, caller: exactCaller } = await createNarrowed(world, needed);
    await world.world.forgetWrites();
    for (const { allowed, caller, actor } of refused) {
      const call = async (): Promise<unknown> => directly(world, actor, caller);
      await expect(call()).rejects.toMatchObject(refusal);
      if (isDirect) continue;
      const response = await sendAdmin(world, caller.key, byHttp(world, caller));
      const { code } = (await response.json()) as { code?: string };
      const codes = ["missing-permission", "grant-refused"];
      expect([allowed, response.status, code]).toEqual([allowed, 403, expect.toBeOneOf(codes)]);
    }
    expect(changesOf(world)).toEqual([]);
    await expect(directly(world, exact, exactCaller)).resolves.not.toThrow();
  });

  it.skipIf(isDirect)("is allowed to a key with exactly these permissions", async () => {
    const world = await openAdminWorld();
    const caller = await createCaller(world.world, "owner", { permissions: needed });
    const response = await sendAdmin(world, caller.key, byHttp(world, caller));
    expect([response.status, await response.text()]).toEqual([
      expect.toBeOneOf([200, 201, 204]),
      expect.anything(),
    ]);
  });
});

describe("the table of rights", () => {
  it("has every action of `api.admin`", async () => {
    const called = new Set<string>(free);
    for (const { directly } of [...acts, ...wideningActs, ...directActs]) {
      const world = await openAdminWorld();
      const actor = await signedIn(world, world.owner.userId);
      const api = { ...world.api, admin: recorded(world.api.admin, called) };
      await directly({ ...world, api }, actor, world.owner);
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
  const prototype: unknown = Object.getPrototypeOf(actions);
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    typeof value === "function" && name !== "constructor" ? [name] : [],
  );
  const nested = Object.entries(actions).filter(([, value]) => typeof value === "object");
  return [
    ...own.map((name) => prefix + name),
    ...nested.flatMap(([name, value]) => namesIn(value as object, `${prefix}${name}.`)),
  ];
}
