import { beforeAll, describe, expect, it } from "vitest";
import { type AtomicDriver, createPublicApi, type Role } from "../../lib/mod.ts";
import type { Changes, Committed, Conflict } from "../../lib/store/mod.ts";
import { openLmdb } from "../access/storages.ts";
import { type OpenStorage, World } from "../api/world.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { memoryDriver } from "../slow_memory.ts";
import { sendAdmin } from "./admin_world.ts";
import {
  later,
  Office,
  openSlow,
  type Owner,
  owners,
  type OwnPostAct,
  ownPostActs,
  reach,
  type Right,
  type State,
  states,
  type Target,
} from "./own_post_acts.ts";

/** The result of an action, and what readers get before and after it. */
type Outcome = [result: string | number, before: string, after: string];

interface Cell {
  role: Role;
  owner: Owner;
  state: State;
}

const nameOf = (error: unknown): string => (error as Error).name;
const actsWithCopy = /^(?:apply the working copy|publish|schedule)/;

describe.each<[name: string, open: OpenStorage, tested: readonly Role[]]>([
  ["a store that takes time", openSlow, ["viewer", "author", "contributor", "writer", "editor"]],
  ["LMDB", openLmdb, ["contributor", "writer"]],
])("rights on posts in %s", (_name, open, tested) => {
  const world = World.forSuite(open, { adminApi: true });
  const office = new Office(world);
  beforeAll(async () => office.open());

  const outcomeOf = async (
    [action, , directly, byHttp]: OwnPostAct,
    { role, owner, state }: Cell,
    isHttp: boolean,
  ): Promise<Outcome> => {
    const target = await office.create(role, owner, state);
    const { slug, api } = target;
    const isDraft = state === "draft" || state === "unfinished";
    if (!isDraft && actsWithCopy.test(action)) await office.saveCopy(slug);
    const before = await office.readers(slug);
    const result =
      isHttp && byHttp !== undefined
        ? (await sendAdmin(world, office.key(role), byHttp(target))).status
        : await directly(api.admin.posts, target).then(() => "done", nameOf);
    return [result, before, await office.readers(slug)];
  };

  describe.each([
    ["directly", false],
    ["by HTTP", true],
  ])("%s", (_way, isHttp) => {
    it.each(ownPostActs.filter((act) => !isHttp || act.length === 4))("%s", async (...act) => {
      const refusals = { see: ["NotFoundError", 404], other: ["MissingPermissionError", 403] };
      const outcomes: unknown[] = [];
      const wanted: unknown[] = [];
      for (const state of states) {
        const right = act[1][state];
        if (right === "-") continue;
        const reference = await outcomeOf(act, { role: "editor", owner: "ownerless", state }, isHttp);
        const refusal = refusals[right === "see" ? "see" : "other"][Number(isHttp)];
        expect(reference[0]).not.toBe(refusal);
        for (const role of tested) {
          for (const owner of owners) {
            const isSeenByAll = right === "see" && state === "published";
            const isReached = isSeenByAll || reach[role][right].includes(owner);
            const unchanged = [refusal, reference[1], reference[1]];
            outcomes.push([role, owner, state, await outcomeOf(act, { role, owner, state }, isHttp)]);
            wanted.push([role, owner, state, isReached ? reference : unchanged]);
          }
        }
      }
      expect(outcomes).toEqual(wanted);
    });
  });

  const draft = "draft" as const;
  it.each<[Right, string, (target: Pick<Target, "api" | "actor" | "slug">) => Promise<unknown>]>([
    [
      "write",
      "start a draft",
      ({ api, actor, slug: name }) => api.admin.posts.text.start(actor, { name, html: "" }),
    ],
    [
      "write",
      "create a draft",
      ({ api, actor, slug: name }) => api.admin.posts.create(actor, { name, status: draft }),
    ],
    [
      "write",
      "put a new draft",
      ({ api, ...at }) => api.admin.posts.put(at, { name: at.slug, status: draft }),
    ],
    ["publish", "create a post", ({ api, actor, slug: name }) => api.admin.posts.create(actor, { name })],
    ["publish", "put a new post", ({ api, ...at }) => api.admin.posts.put(at, { name: at.slug })],
    [
      "publish",
      "create a draft with an alias",
      ({ api, actor, slug: name }) =>
        api.admin.posts.create(actor, { name, status: draft, aliases: [`/${name}`] }),
    ],
    [
      "publish",
      "create a scheduled post",
      ({ api, actor, slug: name }) =>
        api.admin.posts.create(actor, { name, status: "scheduled", publishedAt: later }),
    ],
  ])("needs the right to %s own posts to %s, whose creator is the actor", async (right, creation, create) => {
    for (const role of tested) {
      const slug = `${creation.replaceAll(" ", "-")}-${role}`;
      const target = { api: world.api, actor: office.actor(role), slug };
      const isAllowed = right !== "-" && reach[role][right].includes("own");
      const result = await create(target).then(() => "done", nameOf);
      expect([role, result]).toEqual([role, isAllowed ? "done" : "MissingPermissionError"]);
      const created = await world.api.posts.get({ organizationSlug: "acme", slug });
      expect(created?.createdBy).toBe(isAllowed ? target.actor.userId : undefined);
    }
  });

  it("judges the right to a post before its conditions, which would tell its state", async () => {
    const { actor, slug } = await office.create("writer", "foreign", "published");
    await office.saveCopy(slug);
    const at = { actor, slug };
    const { posts } = world.api.admin;
    const text = { name: "Mine", html: "" };
    const scheduled = await office.create("writer", "foreign", "scheduled");
    const own = await office.create("contributor", "own", "published");
    await office.saveCopy(own.slug);
    const calls = [
      posts.update(at, { name: "Mine" }, { ifMatch: ["9-9"] }),
      posts.update(at, { status: "published", tags: ["a"] }),
      posts.put(at, { name: "Mine" }, { ifNoneMatch: "*" }),
      posts.delete(at, { ifMatch: ["9-9"] }),
      posts.text.publish(at, { version: "9-9" }),
      posts.text.save(at, text, { ifMatch: "9-9" }),
      posts.text.restore(at, 1, { version: "9-9" }),
      posts.workingCopy.save(at, text, { ifMatch: "9" }),
      posts.workingCopy.discard(at, { ifMatch: "9" }),
      posts.workingCopy.apply(at, { ifMatch: "9" }),
      // A save of the stored text writes nothing, and shows the post.
      posts.text.save(
        scheduled,
        { name: `Old ${scheduled.slug}`, html: "<p>Old</p>" },
        { ifMatch: scheduled.tag },
      ),
      posts.text.publish(own),
    ];
    const results = await Promise.all(calls.map(async (call) => call.then(() => "done", nameOf)));
    expect(results).toEqual(calls.map(() => "MissingPermissionError"));
  });

  it("leaves a damaged post to editors, because its creator is unknown", async () => {
    const { actor, slug } = await office.create("writer", "own", "draft");
    const { posts } = world.api.admin;
    const { atomic } = world.storage as AtomicDriver;
    await atomic.commit("org!acme", { deletes: [`post!${slug}`] });
    const refusal = { name: "MissingPermissionError" };
    await expect(posts.put({ actor, slug }, { name: "Mine" })).rejects.toMatchObject(refusal);
    await expect(posts.delete({ actor, slug })).rejects.toMatchObject(refusal);
    const editor = office.actor("editor");
    const { post } = await posts.put({ actor: editor, slug }, { name: "Repaired", status: "draft" });
    expect(post.createdBy).toBe(actor.userId);
  });

  it("keeps the creator through every write, and takes it from no input", async () => {
    const { slug, actor, api } = await office.create("contributor", "own", "draft");
    const editor = { actor: office.actor("editor"), slug };
    await api.admin.posts.update(editor, { name: "Edited", status: "published" });
    await api.admin.posts.put(editor, { name: "Whole" });
    await api.admin.posts.text.restore(editor, 1);
    await api.admin.posts.unpublish(editor);
    expect(await api.admin.posts.get({ actor, slug })).toMatchObject({ createdBy: actor.userId });
    const key = office.key("editor");
    for (const method of ["PUT", "PATCH"]) {
      const body = { name: "Taken", createdBy: editor.actor.userId };
      const response = await sendAdmin(world, key, [method, `/posts/${slug}`, body]);
      expect([response.status, await response.json()]).toMatchObject([
        422,
        { errors: [{ pointer: "/createdBy" }] },
      ]);
    }
  });
});

/** Actions that write nothing to the post of the test below. They judge the post that they read. */
const reading = /^(?:show|preview|explain|list|convert|record the writer|unpublish|add a redirect)/;
const onPublished = /^(?:save|discard|apply) the working copy$/;

describe("a post that changes hands while its first writer writes", () => {
  it.each(ownPostActs.filter(([action]) => !reading.test(action)))("%s", async (action, _needs, directly) => {
    let swap: (() => Promise<void>) | undefined;
    const intercepted: OpenStorage = async (clock) => {
      const storage = memoryDriver({ clock });
      const commit = async (partition: string, changes: Changes): Promise<Committed | Conflict> => {
        const change = partition === "org!acme" ? swap : undefined;
        if (change !== undefined) swap = undefined;
        await change?.();
        return storage.atomic.commit(partition, changes);
      };
      return {
        storage: { ...storage, atomic: forwardAtomic(storage.atomic, { commit }) },
        close: () => undefined,
      };
    };
    const world = await World.open(intercepted, { adminApi: true });
    const { posts, previews } = world.api.admin;
    const office = new Office(world);
    await office.open();
    const state = onPublished.test(action) ? "published" : "draft";
    const target = await office.create("writer", "own", state);
    const { slug, tag } = target;
    const saved = { name: "Saved", html: "<p>Saved</p>" };
    if (state === "draft") target.tag = (await posts.text.save(target, saved, { ifMatch: tag })).version;
    else if (action !== "save the working copy") await office.saveCopy(slug);
    await world.api.events.settle();
    const other = createPublicApi({ storage: world.storage, clock: world.clock });
    const by = office.actor("foreign").userId;
    swap = async () => {
      await other.posts.delete({ organizationSlug: "acme", slug });
      await other.posts.create("acme", { name: "Theirs", slug, status: "draft" }, { by });
    };
    const result = await directly(posts, target).then(() => "done", nameOf);
    expect([swap, result]).toEqual([
      undefined,
      expect.toBeOneOf(["MissingPermissionError", "NotFoundError"]),
    ]);
    const at = { actor: office.actor("foreign"), slug };
    const theirs = { name: "Theirs", status: "draft", revision: 1 };
    expect(await posts.get(at)).toMatchObject(theirs);
    expect(await posts.workingCopy.get(at)).toBeNull();
    expect((await previews.list(at)).previewLinks).toEqual([]);
  });
});
