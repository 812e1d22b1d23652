import { describe, expect, it } from "vitest";
import type { ContentSource, CustomField, Organization, Post, PostItem, SinglePost } from "../../lib/mod.ts";
import { acmePost } from "../acme.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

const postFields: CustomField[] = [
  { name: "rating", type: "number", shown: "list" },
  { name: "level", type: "choice", choices: ["low", "high"], default: "low", shown: "list" },
  { name: "venue", type: "text" },
  { name: "cost", type: "number", shown: "admin" },
  { name: "related", type: "reference", shown: "list" },
];
const custom = { rating: 4.5, venue: "Paris", cost: 12, related: "hello" };

/** The values of an organization's fields in public responses. */
export function describeCustomValues(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  const define = async (fields: CustomField[] | null): Promise<void> => {
    await world.api.organizations.update("acme", { postFields: fields });
  };
  const single = async (query = ""): Promise<Partial<SinglePost>> => world.read(`/post/acme/kite${query}`);
  const listed = async (query = ""): Promise<Partial<PostItem> | undefined> => {
    const { posts } = await world.read<{ posts: Partial<PostItem>[] }>(`/post/acme?sort=name${query}`);
    return posts.at(-1);
  };
  const createPosts = async (): Promise<void> => {
    await define(postFields);
    await world.createPost({ name: "Hello", slug: "hello" });
    await world.createPost({ name: "Kite", slug: "kite", custom });
  };

  it("are shown where their fields say, with defaults", async () => {
    await createPosts();
    expect((await single()).custom).toEqual({ rating: 4.5, level: "low", venue: "Paris", related: "hello" });
    expect((await listed())?.custom).toEqual({ rating: 4.5, level: "low", related: "hello" });
    expect((await world.read<SinglePost>("/post/acme/hello")).custom).toEqual({ level: "low" });
    expect(await world.api.posts.get(acmePost("kite"))).toMatchObject({ custom });
  });

  it("are selected by name", async () => {
    await createPosts();
    expect(await single("?fields=custom.venue,name")).toEqual({ name: "Kite", custom: { venue: "Paris" } });
    expect(await listed("&fields=custom.rating,custom.level")).toEqual({
      custom: { rating: 4.5, level: "low" },
    });
    expect(await single("?fields=custom")).toEqual({ custom: (await single()).custom });
    expect(await single("?fields=-custom")).not.toHaveProperty("custom");
    expect(await single("?fields=-custom.level,-custom.related")).toEqual({
      ...(await single()),
      custom: { rating: 4.5, venue: "Paris" },
    });
    expect(await listed("&fields=name,custom,*,-custom.rating")).toEqual({
      ...(await listed()),
      custom: { level: "low", related: "hello" },
    });
    expect(await listed("&fields=*,-custom,custom.rating")).toMatchObject({ custom: { rating: 4.5 } });
    for (const [path, name] of [
      ["/post/acme/kite", "cost"],
      ["/post/acme/kite", "price"],
      ["/post/acme/kite", "constructor"],
      ["/post/acme", "venue"],
    ] as const) {
      for (const sign of ["", "-"]) {
        const response = await world.get(`${path}?fields=${sign}custom.${name}`);
        const problem = await expectProblem(response, 400, "invalid-parameter");
        expect(problem.detail).toContain(
          `must not name "custom.${name}". Its fields are custom.rating, custom.level`,
        );
        expect(problem.detail).not.toContain("custom.cost,");
      }
    }
  });

  it("follow a change of the fields in cached responses, and stay in the store", async () => {
    await createPosts();
    const before = [await single(), await listed()];
    await define([{ name: "rating", type: "text", shown: "list" }]);
    expect([(await single()).custom, (await listed())?.custom]).toEqual([{}, {}]);
    await define(null);
    expect(await single()).not.toHaveProperty("custom");
    expect(await listed()).not.toHaveProperty("custom");
    await world.api.posts.update(acmePost("kite"), { description: "Other" });
    await world.api.posts.update(acmePost("kite"), { custom: { rating: null, cost: null } });
    await define(postFields);
    const { rating: _rating, ...left } = before[0]?.custom ?? {};
    expect((await single()).custom).toEqual(left);
    expect(await world.api.posts.get(acmePost("kite"))).toMatchObject({
      custom: { venue: "Paris", related: "hello" },
    });
  });

  it("refer only to public posts, in cached responses too", async () => {
    await createPosts();
    const related = async (): Promise<unknown[]> => [
      (await single()).custom?.["related"],
      (await listed())?.custom?.["related"],
    ];
    expect(await related()).toEqual(["hello", "hello"]);
    await world.api.posts.update(acmePost("hello"), { slug: "hi" });
    expect(await related()).toEqual(["hi", "hi"]);
    await world.api.posts.update(acmePost("hi"), { status: "draft" });
    expect(await related()).toEqual([undefined, undefined]);
    const publishedAt = world.clock.now() + 60_000;
    await world.api.posts.update(acmePost("hi"), { status: "scheduled", publishedAt });
    expect(await related()).toEqual([undefined, undefined]);
    world.clock.advance(60_000);
    expect(await related()).toEqual(["hi", "hi"]);
    await world.api.posts.delete(acmePost("hi"));
    expect(await related()).toEqual([undefined, undefined]);
  });

  it("are merged by name under concurrent writers", async () => {
    await createPosts();
    const writes = postFields
      .slice(1, 4)
      .map(async ({ name }) =>
        world.api.posts.update(acmePost("kite"), { custom: { [name]: name === "level" ? "high" : null } }),
      );
    await Promise.all(writes);
    expect(await world.api.posts.get(acmePost("kite"))).toMatchObject({
      custom: { rating: 4.5, level: "high", related: "hello" },
    });
  });

  describe("of a host", () => {
    const organization: Organization = {
      id: "1",
      slug: "acme",
      name: "Acme",
      siteUrl: "https://acme.example",
      postUrlTemplate: "/blog/{slug}",
      language: "en",
      section: "Articles",
      speakable: ["h1"],
      postFields,
    };
    const posts: Post[] = [
      { id: 1, name: "Hello", slug: "hello", html: "" },
      { id: 2, name: "Kite", slug: "kite", html: "", custom: { ...custom, rating: "many", other: 1 } },
      { id: 3, name: "Plane", slug: "plane", html: "", custom: { related: "gone" } },
    ];
    const source: ContentSource = {
      findOrganization: (slug) => (slug === "acme" ? organization : null),
      getPost: (_organization, slug) => posts.find((post) => post.slug === slug) ?? null,
      listPosts: async () => ({ posts, next: null }),
    };

    it("are shown if they fit", async () => {
      await world.reopen({ content: source });
      expect((await world.read<SinglePost>("/post/acme/kite")).custom).toEqual({
        level: "low",
        venue: "Paris",
        related: "hello",
      });
      const list = await world.read<{ posts: PostItem[] }>("/post/acme");
      expect(list.posts.map((post) => post.custom)).toEqual([
        { level: "low" },
        { level: "low", related: "hello" },
        { level: "low" },
      ]);
    });
  });
}
