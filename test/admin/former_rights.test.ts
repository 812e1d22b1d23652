import { describe, expect, it } from "vitest";
import type { AdminActor, Permission, Role } from "../../lib/mod.ts";
import { World } from "../api/world.ts";
import { type AdminWorld, openAdminWorld, sendAdmin } from "./admin_world.ts";
import { openSlow } from "./own_post_acts.ts";

describe("memberships and keys of earlier versions", () => {
  /** Permissions of the roles before there were rights on own posts. */
  const former: Readonly<Record<string, readonly Permission[]>> = {
    viewer: ["posts:read"],
    author: ["posts:read", "knowledge:write"],
    editor: ["posts:read", "knowledge:write", "posts:write", "knowledge:read", "media:write"],
    admin: [
      "posts:read",
      "knowledge:write",
      "posts:write",
      "knowledge:read",
      "media:write",
      "keys:manage",
      "webhooks:manage",
      "members:manage",
    ],
  };
  const formerOf = (role: Role): readonly Permission[] => former[role === "owner" ? "admin" : role] ?? [];
  const partsOfWrite = ["posts:write-own", "posts:publish-own"];
  const lists: (readonly Permission[] | undefined)[] = [
    undefined,
    ...formerOf("owner").map((permission) => [permission]),
    formerOf("owner").filter((permission) => permission !== "posts:write"),
  ];

  it.each<Role>(["viewer", "author", "editor", "admin", "owner"])(
    "of the role %s have their rights",
    async (role) => {
      const world: AdminWorld = await openAdminWorld();
      const { userId } = await world.world.createKey({ role });
      await world.api.posts.create("acme", { name: "Own", status: "draft" }, { by: userId });
      const rights = formerOf(role);
      const actor = (await world.api.admin.findActor(userId, "acme")) as AdminActor;
      const parts = rights.includes("posts:write") ? partsOfWrite : [];
      expect(actor.permissions.toSorted()).toEqual([...rights, ...parts].toSorted());
      for (const permissions of lists) {
        const list = permissions === undefined ? {} : { permissions };
        const { key } = await world.world.createKey({ role, userId, ...list });
        const has = (permission: Permission): boolean =>
          rights.includes(permission) && (permissions ?? rights).includes(permission);
        const requests: [Permission, string, string, unknown?][] = [
          ["posts:read", "GET", "/posts"],
          ["posts:write", "POST", "/posts", { name: `Made ${String(permissions)}` }],
          ["posts:write", "PATCH", "/posts/secret", { tags: [String(permissions?.[0])] }],
          ["posts:write", "PATCH", "/posts/own", { tags: [String(permissions?.[0])] }],
          ["posts:write", "GET", "/posts/own/revisions"],
          ["knowledge:write", "POST", "/knowledge-base", { text: "Made" }],
          ["media:write", "GET", "/media"],
          ["keys:manage", "GET", "/api-keys"],
          ["webhooks:manage", "GET", "/webhooks"],
          ["members:manage", "GET", "/members"],
        ];
        for (const [needs, ...request] of requests) {
          const { status } = await sendAdmin(world, key, request);
          expect([permissions, request, status === 403]).toEqual([permissions, request, !has(needs)]);
        }
      }
    },
  );

  it("of a host with the permission `posts:write` alone write all posts, and pass on rights on own posts", async () => {
    const world = await openAdminWorld();
    const host = await World.open(openSlow, {
      adminApi: true,
      identity: { findMember: () => ({ status: "active", permissions: ["posts:write", "keys:manage"] }) },
    });
    await host.api.posts.create("acme", { name: "Hello" });
    const actor = (await host.api.admin.findActor("bob", "acme")) as AdminActor;
    expect(actor.permissions).toEqual(["posts:write", "keys:manage"]);
    await host.api.admin.posts.update({ actor, slug: "hello" }, { name: "Changed" });
    const permissions = ["posts:write-own"] as const;
    const { key } = await host.api.admin.apiKeys.generate(actor, { name: "Own", permissions });
    const send = async (...request: Parameters<typeof sendAdmin>[2]): Promise<number> =>
      (await sendAdmin(host, key, request)).status;
    expect(await send("PATCH", "/posts/hello", { name: "Mine" })).toBe(403);
    expect(await send("POST", "/posts", { name: "Mine", status: "draft" })).toBe(201);
    expect(await send("POST", "/posts", { name: "Public" })).toBe(403);
    const limited = { ...actor, permissions, apiKey: { id: "key", permissions } };
    const wider = { name: "All", permissions: ["posts:write"] as const };
    await expect(
      world.api.admin.apiKeys.generate({ ...limited, permissions: [...permissions, "keys:manage"] }, wider),
    ).rejects.toMatchObject({ name: "GrantRefusedError" });
  });
});
