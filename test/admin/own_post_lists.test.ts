import { beforeAll, describe, expect, it } from "vitest";
import type { Permission, Role } from "../../lib/mod.ts";
import { openLmdb } from "../access/storages.ts";
import { World } from "../api/world.ts";
import { sendAdmin } from "./admin_world.ts";
import { Office, openSlow, type State, states } from "./own_post_acts.ts";

describe.each([
  ["a store that takes time", openSlow],
  ["LMDB", openLmdb],
])("lists of posts in %s", (_name, open) => {
  const world = World.forSuite(open, { adminApi: true });
  const office = new Office(world);
  beforeAll(async () => {
    await office.open();
    for (const state of states) {
      for (const role of ["contributor", "writer"])
        await office.create(role, "own", state, `${role}-${state}`);
      await office.create("editor", "ownerless", state, `ownerless-${state}`);
    }
    for (const slug of ["contributor-published", "ownerless-published", "writer-archived"])
      await office.saveCopy(slug);
  });

  const everyone = ["contributor", "writer", "ownerless"];
  const shownTo = (role: Role): string[] =>
    everyone.flatMap((owner) =>
      states
        .filter((state) => state === "published" || owner === role || role === "editor")
        .map((state) => `${owner}-${state}`),
    );

  it.each<[Role, marks: string[]]>([
    ["viewer", []],
    ["author", []],
    ["contributor", ["contributor-published"]],
    ["writer", ["writer-archived"]],
    ["editor", ["contributor-published", "ownerless-published", "writer-archived"]],
  ])("show the role %s own posts of every status, and public posts", async (role, marks) => {
    const { posts } = world.api.admin;
    const actor = office.actor(role);
    const wanted = shownTo(role);
    const found: { slug: string; id: number; unpublishedChanges?: unknown }[] = [];
    for (let after: string | undefined; ;) {
      const page = await posts.list(actor, { limit: 2, ...(after !== undefined && { after }) });
      found.push(...page.posts);
      if (page.next === null) break;
      after = page.next;
    }
    expect(found.map(({ slug }) => slug).toSorted()).toEqual(wanted.toSorted());
    const marked = found.filter(({ unpublishedChanges }) => unpublishedChanges !== undefined);
    expect(marked.map(({ slug }) => slug).toSorted()).toEqual(marks);
    const slugs = shownTo("editor");
    const heads = await posts.getHeads(actor, slugs);
    expect(heads.map(({ slug }) => slug).toSorted()).toEqual(wanted.toSorted());
    const ids = (await posts.getHeads(office.actor("editor"), slugs)).map(({ id }) => id);
    expect((await posts.unpublishedChanges(actor, ids)).size).toBe(marks.length);
    const of = (...wantedStates: State[]): number =>
      wanted.filter((slug) => wantedStates.some((state) => slug.endsWith(`-${state}`))).length;
    const numbers = {
      all: wanted.length,
      draft: of("draft", "unfinished"),
      scheduled: of("scheduled"),
      published: of("published"),
      archived: of("archived"),
    };
    expect(await posts.totals(actor)).toMatchObject(numbers);
    const drafts = await posts.list(actor, { status: "draft" });
    expect(drafts.posts).toHaveLength(numbers.draft);
  });

  it("filter by the creator", async () => {
    const contributor = office.actor("contributor").userId;
    const rows: [name: string, createdBy: string, own: number][] = [
      ["contributor", "me", 5],
      ["contributor", office.actor("writer").userId, 1],
      ["writer", "me", 5],
      ["viewer", "me", 0],
      ["viewer", contributor, 1],
      ["editor", contributor, 5],
    ];
    for (const [name, createdBy, number] of rows) {
      const path = `/posts?${new URLSearchParams({ createdBy }).toString()}`;
      const response = await sendAdmin(world, office.key(name), ["GET", path]);
      const { posts } = (await response.json()) as { posts: { createdBy?: string }[] };
      const wanted = createdBy === "me" ? office.actor(name).userId : createdBy;
      expect([name, createdBy, posts.map((post) => post.createdBy)]).toEqual([
        name,
        createdBy,
        Array.from({ length: number }, () => wanted),
      ]);
    }
    const { posts } = world.api.admin;
    expect(await posts.totals(office.actor("editor"), { createdBy: contributor })).toMatchObject({ all: 5 });
    const visible = { createdBy: contributor, visibleTo: contributor };
    expect(await posts.totals(office.actor("writer"), visible)).toMatchObject({ all: 1, published: 1 });
  });

  it("do not let a manager of settings try them with a draft of others", async () => {
    const permissions: Permission[] = ["members:manage", "posts:read", "posts:write-own"];
    const actor = { ...office.actor("contributor"), permissions };
    const run = async (slug: string): Promise<unknown> => world.api.admin.faqTrials.run(actor, { slug }, {});
    await expect(run("writer-draft")).rejects.toMatchObject({ name: "NotFoundError" });
    for (const slug of ["writer-published", "contributor-draft"])
      await expect(run(slug)).resolves.toMatchObject({ entries: [] });
  });
});
