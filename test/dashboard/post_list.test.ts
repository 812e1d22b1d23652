import { beforeEach, describe, expect, it } from "vitest";
import { indexPrefix } from "../../lib/content/posts/post_record.ts";
import type { AtomicDriver } from "../../lib/mod.ts";
import { encodeKey } from "../../lib/store/mod.ts";
import { hostOrganization } from "../host_organization.ts";
import { openCountedApi } from "./counted_api.ts";
import { openHostWorld } from "./host_world.ts";
import {
  cookieOf,
  type DashboardWorld,
  expectPage,
  openAs,
  type SignedIn,
  signIn,
  signInAs,
  visit,
} from "./dashboard_world.ts";

const list = "/o/acme/posts";

let world: DashboardWorld;
let editor: SignedIn;
beforeEach(async () => {
  ({ world, visitor: editor } = await openAs("editor"));
});

const open = async (query = "", visitor = editor): Promise<string> => visitor.page(`${list}${query}`);

const titles = (page: string): string[] =>
  [...page.matchAll(/<th scope="row"><a [^>]*>([^<]*)<\/a>/g)].map((match) => match[1] ?? "");

const tabsOf = (page: string): string[] =>
  [...page.matchAll(/<li><a href="[^"]*"(?: aria-current="true")?>([^<]*\d)<\/a><\/li>/g)].map(
    (match) => match[1] ?? "",
  );

const linkOf = (page: string, rel: string): string =>
  (new RegExp(`rel="${rel}" href="([^"]+)"`).exec(page)?.[1] ?? "")
    .replaceAll("&amp;", "&")
    .replace("/dashboard", "");

it.each([
  ["twice say", true],
  ["TWICE hello", true],
  ["twice nothing", false],
])("finds the words of a title in any order: %s", async (search, isFound) => {
  await world.api.posts.create("acme", { name: "Say hello twice" });
  const found = titles(await open(`?${new URLSearchParams({ search }).toString()}`));
  expect(found).toEqual(isFound ? ["Say hello twice"] : []);
});

it("goes on with a search beyond the 10,000 posts that a page reads", async () => {
  await world.api.posts.create("acme", { name: "Say hello twice", updatedAt: "2020-01-01T00:00:00Z" });
  const { atomic } = world.world.storage as AtomicDriver;
  const start = `${encodeKey(indexPrefix("updatedAt"))}!`;
  const range = { start, end: `${start}~`, limit: 1, reverse: true };
  const [{ key, value } = { key: "", value: {} }] = await atomic.list("org!acme", range);
  for (let batch = 0; batch < 201; batch++) {
    const sets = Array.from({ length: 50 }, (_, index) => ({ key: `${key}${batch}-${index}`, value }));
    await atomic.commit("org!acme", { sets });
  }
  const first = await open("?search=twice+say");
  expect(titles(first)).toEqual([]);
  expect(titles(await editor.page(linkOf(first, "next")))).toEqual(["Say hello twice"]);
});

describe("the views of the posts", () => {
  it("count the posts of each status, and those that match the filters", async () => {
    await world.api.posts.create("acme", { name: "Old", status: "archived", tags: ["launch"] });
    await world.api.posts.create("acme", {
      name: "Soon",
      status: "scheduled",
      publishedAt: "2026-06-16T12:00:00Z",
    });
    expect(tabsOf(await open())).toEqual(["All 4", "Drafts 1", "Scheduled 1", "Published 1", "Archived 1"]);
    expect(tabsOf(await open("?tag=launch&status=archived"))).toEqual([
      "All 1",
      "Drafts 0",
      "Scheduled 0",
      "Published 0",
      "Archived 1",
    ]);
    world.world.clock.advance(25 * 60 * 60 * 1000);
    const visitor = await signInAs(world, "editor");
    expect(tabsOf(await open("", visitor))).toEqual([
      "All 4",
      "Drafts 1",
      "Scheduled 0",
      "Published 2",
      "Archived 1",
    ]);
  });

  it("are only the public posts for a viewer", async () => {
    const viewer = await signInAs(world, "viewer");
    const page = await open("", viewer);
    expect(titles(page)).toEqual(["Hello"]);
    expect(page).toContain("<span>1 of 1</span>");
    expect(page).not.toContain("Drafts");
    expect(page).not.toContain('type="checkbox"');
    expect(page).not.toContain("changed-posts");
  });

  it("lead forward and back, with the place in the whole", async () => {
    for (let index = 0; index < 60; index++) await world.api.posts.create("acme", { name: `Post ${index}` });
    const first = await open("?sort=name&search=post");
    expect(first).toContain("<span>1–25 of 60</span>");
    expect(linkOf(first, "prev")).toBe("");
    const second = await editor.page(linkOf(first, "next"));
    expect(second).toContain("<span>26–50 of 60</span>");
    const third = await editor.page(linkOf(second, "next"));
    expect(third).toContain("<span>51–60 of 60</span>");
    expect(linkOf(third, "next")).toBe("");
    const back = await editor.page(linkOf(third, "prev"));
    expect(titles(back)).toEqual(titles(second));
    const start = await editor.page(linkOf(back, "prev"));
    expect(titles(start)).toEqual(titles(first));
    const all = [...titles(first), ...titles(second), ...titles(third)];
    expect(new Set(all).size).toBe(60);
  });

  it("show filters that can be removed one by one, and open the further filters", async () => {
    expect(await open()).toContain("<details><summary");
    const page = await open("?tag=launch&section=News&status=draft");
    expect(page).toContain("<details open><summary");
    expect(page).toContain(
      'href="/dashboard/o/acme/posts?status=draft&amp;section=News"><span class="hidden">Remove the filter </span>Tag: <bdi>launch</bdi>',
    );
    expect(page).toContain("No post matches.");
  });
});

describe("the totals of the posts", () => {
  it("read no post, and are kept until a post changes", async () => {
    const { world, userId: id, lists, reads } = await openCountedApi();
    const { api } = world;
    for (let index = 0; index < 1_200; index++) await api.posts.create("acme", { name: `Post ${index}` });
    await api.events.settle();
    const actor = await api.admin.findActor(id, "acme");
    if (actor === null) throw new Error("The editor is no member");
    reads.length = lists.length = 0;
    expect(await api.admin.posts.totals(actor)).toMatchObject({ all: 1_200, isComplete: true });
    // The versions of the posts and drafts, and three parts of their index.
    expect(reads).toEqual(["posts-version", "drafts-version"]);
    expect(lists).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^posts-by/)));
    reads.length = lists.length = 0;
    await api.admin.posts.totals(actor);
    expect([reads, lists]).toEqual([["posts-version", "drafts-version"], []]);
    await api.posts.update({ organizationSlug: "acme", slug: "post-7" }, { status: "draft" });
    expect(await api.admin.posts.totals(actor)).toMatchObject({ all: 1_200, draft: 1 });

    const visitor = await signIn(world, id);
    await visitor.page(list);
    await api.events.settle();
    reads.length = lists.length = 0;
    expect((await visit(world, list, visitor)).status).toBe(200);
    const posts = reads.filter((key) => key.startsWith("post!"));
    // Only the posts of the page are read, and a constant number of other records.
    expect([posts.length, reads.length + lists.length < 85]).toEqual([25, true]);
  });
});

describe("saved filters", () => {
  const save = async (name: string, query: string, visitor = editor): Promise<Response> =>
    visitor.send("/o/acme/saved-filters", { name, list: query });

  it("are links beside the views, for the user who saved them", async () => {
    const saved = await save("Launch drafts", "status=draft&tag=launch&after=x&unknown=1");
    expect(saved.headers.get("location")).toBe(
      "/dashboard/o/acme/posts?status=draft&tag=launch&done=filter-saved",
    );
    const page = await open();
    expect(page).toContain('<a href="/dashboard/o/acme/posts?status=draft&amp;tag=launch">Launch drafts</a>');
    expect(await open("", await signInAs(world, "owner"))).not.toContain("Launch drafts");
    const current = await open("?status=draft&tag=launch");
    expect(current).toContain('aria-current="true">Launch drafts</a>');
    await editor.send("/o/acme/saved-filters/remove", { name: "Launch drafts", list: "tag=launch" });
    expect(await open()).not.toContain("Launch drafts");
  });

  it("have names of 1 to 100 characters, and are 20 at most", async () => {
    for (const name of ["", "x".repeat(101)]) {
      const refused = await save(name, "tag=launch");
      await expectPage(refused, 422, `value="${name}"`);
    }
    for (let index = 0; index < 20; index++)
      expect((await save(`Filter ${index}`, "tag=x")).status).toBe(303);
    expect((await save("Filter 7", "tag=y")).status).toBe(303);
    const refused = await save("One more", "tag=z");
    await expectPage(refused, 422, "20 are the most");
  });

  it("end with the membership, the user and the organization", async () => {
    const { api } = world;
    const filtersOf = async (userId: string): Promise<number> => {
      await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "editor" });
      const actor = await api.admin.findActor(userId, "acme");
      return actor === null ? NaN : (await api.admin.savedFilters.all(actor)).length;
    };
    const { userId } = editor;
    const ends: (() => Promise<unknown>)[] = [
      () => api.users.removeFromOrganization({ userId, organizationSlug: "acme" }),
      () => editor.send("/o/acme/settings/membership/leave"),
      async () => {
        await api.organizations.delete("acme");
        await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      },
    ];
    for (const end of ends) {
      await save("Mine", "tag=x");
      expect(await filtersOf(userId)).toBe(1);
      await end();
      expect(await filtersOf(userId)).toBe(0);
    }
    await api.users.create({ id: "host-7", name: "Ann" });
    await api.users.addToOrganization("host-7", { organizationSlug: "acme", role: "editor" });
    await save("Mine", "tag=x", await signIn(world, "host-7"));
    expect(await filtersOf("host-7")).toBe(1);
    await api.users.delete("host-7");
    await api.users.create({ id: "host-7", name: "Another" });
    expect(await filtersOf("host-7")).toBe(0);
  });

  it("work for users and content of a host", async () => {
    const host = openHostWorld({
      findOrganization: async () => hostOrganization,
      getPost: async () => null,
      listPosts: async () => ({ posts: [], next: null }),
    });
    const first = await visit(host, "/o/acme/posts");
    const page = await first.text();
    expect([first.status, page.includes("There are no posts yet.")]).toEqual([200, true]);
    const form = {
      "form-token":
        /name="form-token" value="(\w+)"/.exec(
          await (await visit(host, "/o/acme/posts?tag=x", { cookie: cookieOf(first) })).text(),
        )?.[1] ?? "",
    };
    const saved = { cookie: cookieOf(first), form: { ...form, name: "Mine", list: "tag=x" } };
    expect((await visit(host, "/o/acme/saved-filters", saved)).status).toBe(303);
    expect(await (await visit(host, "/o/acme/posts")).text()).toContain(">Mine</a>");
  });
});
