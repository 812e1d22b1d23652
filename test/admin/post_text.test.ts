import { beforeEach, describe, expect, it } from "vitest";
import { UnpublishedChangesError, WorkingCopyConflictError } from "../../lib/content/mod.ts";
import { type AdminActor, postTag, type PublicApi } from "../../lib/mod.ts";
import { PreconditionFailedError } from "../../lib/base/errors.ts";
import { openLmdb } from "../access/storages.ts";
import { type OpenStorage, World } from "../api/world.ts";
import { type Outcome, type PostStateName, publishes, Writers } from "./writers.ts";
import { memoryDriver } from "../slow_memory.ts";

const openSlow: OpenStorage = async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined });
const tenMinutes = 600_000;

describe.each<[name: string, open: OpenStorage]>([
  ["a store that takes time", openSlow],
  ["LMDB", openLmdb],
])("the text of a post in %s", (_name, open) => {
  const world = World.forEachTest(open, { adminApi: true });
  let api: PublicApi;
  let ada: AdminActor;
  let bob: AdminActor;
  const writers = new Writers(world);
  const { text, at, create, actions, codeActions, outcomeOf } = writers;
  beforeEach(async () => {
    ({ api } = world);
    await writers.open();
    ({ ada, bob } = writers);
  });
  it.each<[action: string, state: PostStateName, outcome: Outcome]>([
    ["autosave", "draft", [null, "draft", "Mine", ""]],
    ["autosave", "draft without a title", [null, "draft", "Mine", ""]],
    ["autosave", "draft with unfinished fields", [null, "draft", "Mine", ""]],
    ["autosave", "draft with a working copy", [null, "draft", "Mine", ""]],
    ["autosave", "scheduled", [null, "scheduled", "Mine", ""]],
    ["autosave", "published", ["Old", "published", "Mine", ""]],
    ["autosave", "published, with changes", ["Old", "published", "Mine", ""]],
    ["autosave", "published, with outdated changes", "conflict"],
    ["autosave", "archived, with changes", [null, "archived", "Mine", ""]],
    ["close", "draft", [null, "draft", "New", ""]],
    ["close", "published, with changes", ["Old", "published", "New", ""]],
    ["publish", "draft", ["New", "published", "New", publishes]],
    ["publish", "draft without a title", "unfinished"],
    ["publish", "draft with unfinished fields", "unfinished"],
    ["publish", "draft with a working copy", ["New", "published", "New", publishes]],
    ["publish", "scheduled", ["Old", "published", "Old", publishes]],
    ["publish", "scheduled, with changes", "asks"],
    ["publish", "published", ["Old", "published", "Old", ""]],
    ["publish", "published, with changes", "asks"],
    ["publish", "archived, with changes", "asks"],
    ["publish the changes", "scheduled, with changes", ["New", "published", "New", publishes]],
    ["publish the changes", "published, with changes", ["New", "published", "New", "post.updated"]],
    ["publish the changes", "published, with outdated changes", "conflict"],
    ["publish the changes", "archived, with changes", ["New", "published", "New", publishes]],
    ["leave the changes", "scheduled, with changes", ["Old", "published", "New", publishes]],
    ["leave the changes", "published, with changes", ["Old", "published", "New", ""]],
    ["leave the changes", "archived, with changes", ["Old", "published", "New", publishes]],
    ["schedule", "draft", [null, "scheduled", "New", ""]],
    ["schedule", "draft with unfinished fields", "unfinished"],
    ["schedule", "archived, with changes", [null, "scheduled", "New", ""]],
    ["unpublish", "draft with a working copy", [null, "draft", "New", ""]],
    ["unpublish", "published", [null, "draft", "Old", "post.unpublished"]],
    ["unpublish", "published, with changes", [null, "draft", "New", "post.unpublished"]],
    ["unpublish", "published, with outdated changes", [null, "draft", "New", "post.unpublished"]],
    ["unpublish", "scheduled, with changes", [null, "draft", "New", ""]],
    ["unpublish", "archived, with changes", [null, "draft", "New", ""]],
    ["PATCH draft", "published, with changes", [null, "draft", "New", "post.unpublished"]],
    ["PATCH published", "draft", ["New", "published", "New", publishes]],
    ["PATCH published", "draft with unfinished fields", "unfinished"],
    ["PATCH published", "draft with a working copy", ["New", "published", "New", publishes]],
    ["PATCH published", "archived", ["Old", "published", "Old", publishes]],
    ["PATCH published", "archived, with changes", "asks"],
    ["PATCH published", "scheduled, with changes", "asks"],
    ["PATCH published", "published, with changes", "asks"],
    ["PATCH published, publish", "archived, with changes", ["New", "published", "New", publishes]],
    ["PATCH published, publish", "published, with outdated changes", "conflict"],
    ["PATCH published, leave", "archived, with changes", ["Old", "published", "New", publishes]],
    ["PATCH scheduled", "draft", [null, "scheduled", "New", ""]],
    ["PATCH scheduled", "archived, with changes", "asks"],
    ["PATCH published, tags", "archived, with changes", "asks"],
    ["PATCH published, tags", "draft with a working copy", ["New", "published", "New", publishes]],
    ["PATCH tags", "draft with a working copy", [null, "draft", "New", ""]],
    ["PATCH by a function", "archived, with changes", "asks"],
    ["PATCH published, tags, leave", "archived, with changes", ["Old", "published", "New", publishes]],
    ["PATCH published, tags, publish", "archived, with changes", "is not alone"],
    ["PATCH draft, tags", "published", [null, "draft", "Old", "post.unpublished"]],
    ["PATCH draft, tags", "published, with changes", "would have two texts"],
    ["PUT draft", "published", [null, "draft", "Whole", "post.unpublished"]],
    ["PUT draft", "archived, with changes", "would have two texts"],
    ["PUT published", "published, with changes", ["Whole", "published", "New", "post.updated"]],
    ["save a working copy", "draft", "is a draft"],
    ["save a working copy", "draft with a working copy", "is a draft"],
    ["save a working copy", "published, with changes", ["Old", "published", "Mine", ""]],
    ["save a working copy", "archived", [null, "archived", "Mine", ""]],
    ["archive", "published, with changes", [null, "archived", "New", "post.unpublished"]],
    ["archive", "draft", [null, "archived", "New", ""]],
    ["restore", "draft", [null, "draft", "Old", ""]],
    ["restore", "draft with a working copy", [null, "draft", "Old", ""]],
    ["restore", "published, with outdated changes", ["Other", "published", "Old", ""]],
    ["restore", "archived, with changes", [null, "archived", "Old", ""]],
    ["due time", "scheduled, with changes", ["Old", "published", "New", publishes]],
    ["rename", "published, with changes", ["Old", "published", "New", "post.moved"]],
    ["rename", "draft", [null, "draft", "New", ""]],
  ])("%s: %s", async (action, state, outcome) => {
    expect(await outcomeOf(state, actions[action] as (slug: string) => Promise<string>)).toEqual(outcome);
  });

  it("is saved in a draft without a revision, an event or a change of the public caches", async () => {
    const { post, version: first } = await text().start(ada, { name: "Hello", markdown: "One" });
    expect([post.slug, post.html]).toEqual(["hello", "<p>One</p>\n"]);
    await api.events.settle();
    await world.forgetWrites();
    let version = first;
    for (const markdown of ["Two", "Three"]) {
      ({ version } = await text().save(at("hello"), { name: "Hello", markdown }, { ifMatch: version }));
    }
    expect([first, version]).toEqual([`${post.id}-1`, `${post.id}-1.2`]);
    expect(world.writes.filter((write) => /"(?:outbox|posts-version|revision!|event)/.test(write))).toEqual(
      [],
    );
    const stored = await api.posts.get({ organizationSlug: "acme", slug: "hello" });
    expect(stored).toMatchObject({
      html: "<p>Three</p>\n",
      revision: 1,
      saves: { count: 2, by: ada.userId },
    });
    expect(await api.admin.posts.history(at("hello"))).toHaveLength(1);
    await expect(api.admin.posts.update(at("hello"), { tags: ["a"] }, { ifMatch: [first] })).rejects.toThrow(
      PreconditionFailedError,
    );
    const updated = await api.admin.posts.update(at("hello"), { tags: ["a"] }, { ifMatch: [version] });
    expect([postTag(updated), updated.saves]).toEqual([`${post.id}-2`, undefined]);
  });

  it("becomes a revision with the first save after 10 minutes, and when its writer leaves", async () => {
    const { version: first } = await text().start(ada, { name: "A", markdown: "" });
    const save = async (name: string, ifMatch: string, actor = ada): Promise<string> =>
      (await text().save(at("a", actor), { name, markdown: "" }, { ifMatch })).version;
    let version = await save("B", first);
    world.clock.advance(tenMinutes - 1);
    version = await save("C", version);
    world.clock.advance(1);
    version = await save("D", version, bob);
    const named = async (): Promise<unknown[]> =>
      (await api.admin.posts.history(at("a"))).map(({ number, by, changed, post: { name } }) => [
        number,
        name,
        by,
        changed,
      ]);
    expect(await named()).toEqual([
      [2, "C", ada.userId, ["name"]],
      [1, "A", ada.userId, []],
    ]);
    await text().close(at("a"), { version: first });
    expect(await named()).toHaveLength(2);
    await text().close(at("a"), { version });
    await text().close(at("a"), await text().get(at("a")));
    expect((await named())[0]).toEqual([3, "D", bob.userId, ["name"]]);
    expect((await named()).length).toBe(3);
  });

  it("is in a revision when the draft is published, with all fields that the saves changed", async () => {
    const { version } = await text().start(ada, { name: "A", markdown: "" });
    await text().save(at("a"), { name: "B", markdown: "Text" }, { ifMatch: version });
    await text().publish(at("a"));
    const [last] = await api.admin.posts.history(at("b"));
    expect(last).toMatchObject({ number: 2, changed: expect.arrayContaining(["name", "html", "status"]) });
  });

  it.each([
    ["restore", () => actions],
    ["PUT draft", () => actions],
    ["PUT published", () => actions],
    ["put", () => codeActions],
    ["restore a revision", () => codeActions],
    ["import a draft", () => codeActions],
  ])("stays in the history of a draft after the action %s replaced it", async (action, actionsOf) => {
    const slug = await create("draft");
    const { version } = await text().get(at(slug));
    await actionsOf()[action]?.(slug);
    const history = await api.admin.posts.history(at(slug));
    expect(history.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(history[1]).toMatchObject({ by: bob.userId, changed: ["name", "html"], post: { name: "New" } });
    expect(history[0]?.changed).toContain("name");
    const late = text().save(at(slug), { name: "Late", html: "" }, { ifMatch: version });
    await expect(late).rejects.toThrow(PreconditionFailedError);
  });

  it("is saved by one of two writers, and the other gets a conflict", async () => {
    const { version } = await text().start(ada, { name: "A", markdown: "" });
    const names = ["Ada", "Bob", "Eve"];
    const results = await Promise.allSettled(
      names.map((name) => text().save(at("a"), { name, markdown: "" }, { ifMatch: version })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  });

  it.each<PostStateName>(["draft", "published", "published, with changes"])(
    "is saved once if the response was lost and it is sent again: %s",
    async (state) => {
      const slug = await create(state);
      const { version } = await text().get(at(slug));
      const save = async (): Promise<string> =>
        (await text().save(at(slug), { name: "Mine", html: "<p>Mine</p>" }, { ifMatch: version })).version;
      const saved = await save();
      expect([await save(), saved === version]).toEqual([saved, false]);
      const other = text().save(at(slug, bob), { name: "Theirs", html: "" }, { ifMatch: version });
      await expect(other).rejects.toThrow(PreconditionFailedError);
    },
  );

  it.each<[state: PostStateName, actions: string[], savedAs: string | null]>([
    ["draft", ["publish"], "working-copy"],
    ["draft", ["schedule"], "working-copy"],
    ["draft", ["publish", "unpublish"], "draft"],
    ["draft", ["close"], "draft"],
    ["draft", ["rename"], "draft"],
    ["draft", ["autosave"], null],
    ["draft", ["autosave", "publish"], null],
    ["draft", ["PATCH tags"], null],
    ["draft", ["PUT published"], null],
    ["published", ["unpublish"], "draft"],
    ["published", ["autosave"], null],
    ["published, with changes", ["leave the changes"], "working-copy"],
    ["published, with changes", ["publish the changes"], "working-copy"],
    ["published, with changes", ["publish the changes", "archive"], "working-copy"],
    ["published, with changes", ["unpublish"], "draft"],
    ["published, with changes", ["autosave"], null],
    ["published, with changes", ["autosave", "publish the changes"], null],
    ["published, with changes", ["discard"], null],
  ])("goes on being written after another tab did not change it: %s, %s", async (state, others, savedAs) => {
    let slug = await create(state);
    const { version } = await text().get(at(slug));
    for (const name of others) slug = await (actions[name] as (slug: string) => Promise<string>)(slug);
    const saved = text().save(at(slug), { name: "More", html: "<p>More</p>" }, { ifMatch: version });
    const place = await saved.then(
      async ({ version: next }) =>
        (await text().save(at(slug), { name: "Most", html: "" }, { ifMatch: next })).savedAs,
      (error: Error) => (error instanceof PreconditionFailedError ? null : error),
    );
    expect(place).toBe(savedAs);
    expect((await text().get(at(slug))).text.name === "Most").toBe(savedAs !== null);
  });

  it("keeps fields that are not valid yet as they were typed", async () => {
    const { post } = await text().start(ada, {
      name: "",
      markdown: "",
      image: "htt",
      unfinished: { "custom.price": "12a" },
    });
    expect([post.slug, post.name]).toEqual(["untitled", "Untitled"]);
    const shown = await text().get(at("untitled"));
    expect(shown.unfinished).toEqual({ name: "", image: "htt", "custom.price": "12a" });
    await expect(text().publish(at("untitled"))).rejects.toMatchObject({
      fields: [
        { pointer: "/custom/price", message: expect.stringContaining("is not valid yet") },
        { pointer: "/name", message: expect.anything() },
        { pointer: "/image", message: expect.anything() },
      ],
    });
    await api.admin.posts.update(at("untitled"), { name: "Title", image: null });
    expect((await text().get(at("untitled"))).unfinished).toEqual({ "custom.price": "12a" });
    const again = await text().start(ada, { name: "", markdown: "" });
    expect(again.post.slug).toBe("untitled-2");
    const wrong = { name: "x", html: "", tags: ["x".repeat(101)] };
    await expect(text().save(at("untitled-2"), wrong, { ifMatch: again.version })).rejects.toThrow("/tags/0");
    const front = { name: "x", markdown: "---\na: [\n---\n" };
    const { post: unread } = await text().save(at("untitled-2"), front, { ifMatch: again.version });
    expect([unread.markdown, Object.keys(unread.unfinished ?? {})]).toEqual([front.markdown, ["markdown"]]);
  });

  it("gets the slug of its title with the first publication, unless its writer has chosen one", async () => {
    await api.posts.create("acme", { name: "Hello" });
    for (const [first, title, slug] of [
      ["H", "Hello", "hello-2"],
      ["", "Other", "other"],
    ] as const) {
      const { post, version } = await text().start(ada, { name: first, markdown: "" });
      await text().save(at(post.slug), { name: title, markdown: "" }, { ifMatch: version });
      expect((await text().publish(at(post.slug))).slug).toBe(slug);
      const again = await text().get(at(slug));
      await text().save(at(slug), { name: "Third", markdown: "" }, { ifMatch: again.version });
      expect((await text().publish(at(slug), { changes: "publish" })).slug).toBe(slug);
    }
    const { post } = await text().start(ada, { name: "Mine", markdown: "" });
    await api.admin.posts.update(at(post.slug), { slug: "chosen" });
    expect((await text().publish(at("chosen"))).slug).toBe("chosen");
  });

  it("is found by lists at once, and so are the marks of unpublished changes", async () => {
    const { version } = await text().start(ada, { name: "Old", markdown: "" });
    expect(await api.admin.posts.totals(ada, { search: "new" })).toMatchObject({ all: 0 });
    await text().save(at("old"), { name: "New", markdown: "" }, { ifMatch: version });
    expect(await api.admin.posts.totals(ada, { search: "new" })).toMatchObject({ all: 1, draft: 1 });
    const found = async (): Promise<unknown[]> =>
      (await api.admin.posts.list(ada, { search: "new" })).posts.map(({ name, unpublishedChanges }) => [
        name,
        unpublishedChanges,
      ]);
    expect(await found()).toEqual([["New", undefined]]);
    await text().publish(at("old"));
    const shown = await text().get(at("new"));
    const saved = await text().save(
      at("new", bob),
      { name: "Newer", markdown: "" },
      { ifMatch: shown.version },
    );
    const mark = { at: new Date(world.clock.now()).toISOString(), by: bob.userId };
    expect(await found()).toEqual([["New", mark]]);
    await expect(text().publish(at("new"))).rejects.toMatchObject({ mark, version: saved.version });
    await expect(text().publish(at("new"))).rejects.toThrow(UnpublishedChangesError);
    await api.admin.posts.workingCopy.discard(at("new"));
    expect(await found()).toEqual([["New", undefined]]);
    await api.posts.delete({ organizationSlug: "acme", slug: "new" });
  });

  it("is published in the version that the writer saw", async () => {
    const slug = await create("published, with changes");
    const { version } = await text().get(at(slug));
    await text().save(at(slug, bob), { name: "Half a sent", html: "" }, { ifMatch: version });
    await expect(text().publish(at(slug), { version, changes: "publish" })).rejects.toThrow(
      WorkingCopyConflictError,
    );
    expect(await text().publish(at(slug), { version, changes: "leave" })).toMatchObject({ name: "Old" });
  });

  it("is restored over unpublished changes only if they are named", async () => {
    const slug = await create("published, with changes");
    await expect(text().restore(at(slug), 1)).rejects.toThrow(WorkingCopyConflictError);
    await expect(text().restore(at(slug), 7, await text().get(at(slug)))).rejects.toThrow(
      "has no such revision",
    );
  });
});
