import { expect, it } from "vitest";
import { expectProblem, type OpenStorage, World } from "./world.ts";

const open = ["/post/acme/sitemap", "/sitemap/acme"];
const guarded = [
  "/post/acme",
  "/post/acme/hello",
  "/post/acme/nothing",
  "/post/nobody",
  "/post/acme?limit=0",
];

/** Which endpoints need a key, and which permission. */
export function describeReadAccess(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  it("needs no key to read by default, but refuses an invalid key", async () => {
    await world.createPost({ name: "Hello" });
    for (const path of ["/post/acme", "/post/acme/hello", ...open]) {
      expect((await world.get(path)).status).toBe(200);
      await expectProblem(await world.get(path, "x"), 401, "invalid-key");
    }
  });

  it("needs a key for list and single post if configured, and never for sitemaps", async () => {
    await world.reopen({ readAccess: "key" });
    await world.createPost({ name: "Hello" });
    const { key } = await world.createKey({ role: "viewer" });
    for (const path of guarded) await expectProblem(await world.get(path), 401, "missing-key");
    for (const path of open) {
      expect((await world.get(path)).status).toBe(200);
      await expectProblem(await world.get(path, "x"), 401, "invalid-key");
    }
    for (const path of ["/post/acme", "/post/acme/hello", ...open]) {
      expect((await world.get(path, key)).status).toBe(200);
    }
  });

  it("limits a key to the current permissions of its user and to its own", async () => {
    const narrow = await world.createKey({ role: "owner", permissions: ["knowledge:write"] });
    const wide = await world.createKey({
      role: "viewer",
      permissions: ["posts:read", "knowledge:write", "members:manage"],
    });
    const add = async (key: string): Promise<Response> =>
      world.send("POST", "/knowledge-base", {
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: '{"text":"x"}',
      });
    expect((await add(narrow.key)).status).toBe(201);
    const unread = await expectProblem(await world.get("/post/acme", narrow.key), 403, "missing-permission");
    expect(unread.detail).toContain("posts:read");
    const unwritten = await expectProblem(await add(wide.key), 403, "missing-permission");
    expect(unwritten.detail).toContain("knowledge:write");
    const { userId } = wide;
    await world.api.users.addToOrganization(userId, { organizationSlug: "acme", role: "author" });
    expect((await add(wide.key)).status).toBe(201);
    await world.api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" });
    await expectProblem(await add(wide.key), 403, "missing-permission");
  });
}
