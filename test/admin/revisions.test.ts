import { beforeEach, describe, expect, it } from "vitest";
import type { PostRevision, StoredPostWithHtml } from "../../lib/mod.ts";
import { expectProblem } from "../api/world.ts";
import { type AdminRequest, type AdminWorld, openAdminWorld } from "./admin_world.ts";

describe("restoring a revision", () => {
  let world: AdminWorld;
  beforeEach(async () => {
    world = await openAdminWorld();
  });

  const send = async (...request: AdminRequest): Promise<Response> => world.send(...request);
  const change = async (changes: object): Promise<Response> => send("PATCH", "/posts/hello", changes);
  const restore = async (number: number | string, headers: Record<string, string> = {}): Promise<Response> =>
    send("POST", `/posts/hello/revisions/${number}/restore`, undefined, headers);
  const history = async (slug = "hello"): Promise<PostRevision[]> =>
    (await world.read<{ revisions: PostRevision[] }>("GET", `/posts/${slug}/revisions`)).revisions;

  it("writes the content of a draft as a new revision, and leaves the post where it stands", async () => {
    const first = (await (await send("GET", "/posts/hello")).json()) as StoredPostWithHtml;
    await change({ author: "Ann", tags: ["a"], translations: { de: "hallo" } });
    await change({ name: "Bye", html: "<p>Gone</p>", author: "Bob", slug: "moved", status: "draft" });
    world.world.clock.advance(60_000);
    const response = await send("POST", "/posts/moved/revisions/1/restore");
    expect(response.status).toBe(200);
    const restored = (await response.json()) as StoredPostWithHtml;
    const { author: _author, ...content } = first;
    expect(restored).toEqual({
      ...content,
      slug: "moved",
      status: "draft",
      updatedAt: "2026-06-15T12:01:00.000Z",
      changedAt: "2026-06-15T12:01:00.000Z",
      revision: 4,
    });
    const [latest, ...older] = await history("moved");
    expect(latest).toMatchObject({
      number: 4,
      restoredFrom: 1,
      by: world.owner.userId,
      via: world.owner.keyId,
      changed: expect.arrayContaining(["name", "html", "author", "tags", "translations"]) as string[],
    });
    expect(older.map(({ number }) => number)).toEqual([3, 2, 1]);
    const undone = await send("POST", "/posts/moved/revisions/3/restore");
    expect(await undone.json()).toMatchObject({ name: "Bye", html: "<p>Gone</p>", author: "Bob" });
  });

  it("makes the content the working copy of a post that is no draft", async () => {
    await change({ name: "Bye", html: "<p>Gone</p>" });
    const response = await restore(1);
    expect(await response.json()).toMatchObject({ name: "Bye", html: "<p>Gone</p>" });
    const copy = await world.read("GET", "/posts/hello/working-copy");
    expect(copy).toMatchObject({ name: "Hello", html: "<h2>Why?</h2><p>So.</p>", baseTag: "1-2" });
    await expectProblem(await restore(1), 412, "precondition-failed");
    const applied = await world.read("POST", "/posts/hello/working-copy/apply");
    expect(applied).toMatchObject({ name: "Hello", revision: 3, status: "published" });
  });

  it("writes nothing where nothing would change", async () => {
    const response = await restore(1);
    expect([response.status, response.headers.get("etag")]).toEqual([
      200,
      (await send("GET", "/posts/hello")).headers.get("etag"),
    ]);
    expect(await history()).toHaveLength(1);
  });

  it("is done by only one of several writers with the same ETag, and not to a post that has changed", async () => {
    await change({ name: "Bye" });
    const etag = (await send("GET", "/posts/hello")).headers.get("etag") ?? "";
    const responses = await Promise.all([1, 1, 1].map((number) => restore(number, { "if-match": etag })));
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(["200", "412", "412"]);
    await expectProblem(await restore(2, { "if-match": etag }), 412, "precondition-failed");
    expect((await history()).map(({ number }) => number)).toEqual([2, 1]);
  });

  it("loses no write that comes at the same time", async () => {
    await change({ name: "Bye" });
    await Promise.all([change({ author: "Ann" }), restore(1), change({ description: "New" }), restore(2)]);
    const numbers = (await history()).map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("needs stored content: long content only if no later write changed it", async () => {
    const long = `<p>${"x".repeat(100_000)}</p>`;
    await change({ html: long });
    await change({ name: "Bye" });
    expect((await restore(2)).status).toBe(200);
    const same = await world.read("GET", "/posts/hello/working-copy");
    expect([same["name"], same["html"]]).toEqual(["Hello", long]);
    await send("DELETE", "/posts/hello/working-copy");
    await change({ html: "<p>Short</p>" });
    const { detail } = await expectProblem(await restore(2), 404, "not-found");
    expect(detail).toContain("too long to be stored");
    expect((await history())[0]?.post.name).toBe("Bye");
  });

  it.each(["0", "2", "-1", "1.5", "x", "9007199254740993", "__proto__"])(
    "is not done with %s, which is none",
    async (number) => {
      const { detail } = await expectProblem(await restore(number), 404, "not-found");
      expect(detail).toMatch(/^Cannot restore revision /);
    },
  );

  it("is not done with one that is no longer kept", async () => {
    for (let edit = 0; edit < 10; edit++) await change({ name: `Edit ${edit}` });
    await expectProblem(await restore(1), 404, "not-found");
    expect((await restore(2)).status).toBe(200);
    expect(await world.read("GET", "/posts/hello/working-copy")).toMatchObject({ name: "Edit 0" });
  });
});
