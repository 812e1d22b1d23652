import { beforeEach, describe, expect, it } from "vitest";
import { expectProblem } from "../api/world.ts";
import { allOf } from "../async_items.ts";
import { type AdminWorld, openAdminWorld, signedIn } from "./admin_world.ts";

describe("the admin API", () => {
  let world: AdminWorld;
  beforeEach(async () => {
    world = await openAdminWorld();
    await world.api.redirects.add("other", { from: "/theirs", slug: "theirs" });
  });

  it("responds with 404 for resources of another organization, and does not change them", async () => {
    const { userId, keyId, textId, webhookId } = world.other;
    const requests: [string, string, unknown?, Record<string, string>?][] = [
      ["GET", "/posts/theirs"],
      ["PATCH", "/posts/theirs", { name: "Ours" }],
      ["DELETE", "/posts/theirs"],
      ["GET", "/posts/theirs/preview"],
      ["GET", "/posts/theirs/revisions"],
      ["POST", "/posts/theirs/revisions/1/restore"],
      ["GET", "/posts/theirs/working-copy"],
      ["PUT", "/posts/theirs/working-copy", { name: "Ours", html: "" }, { "if-none-match": "*" }],
      ["POST", "/posts/theirs/working-copy/apply"],
      ["DELETE", "/posts/theirs/working-copy"],
      ["GET", "/posts/theirs/submission"],
      ["PUT", "/posts/theirs/submission", { version: "1-1" }],
      ["DELETE", "/posts/theirs/submission"],
      ["POST", "/posts/theirs/submission/approve", { version: "1-1" }],
      ["POST", "/posts/theirs/submission/send-back", { version: "1-1", note: "No" }],
      ["GET", "/posts/theirs/preview-links"],
      ["POST", "/posts/theirs/preview-links"],
      ["DELETE", "/posts/theirs/preview-links/nobody"],
      ["POST", "/redirects", { from: "/old", slug: "theirs" }],
      ["DELETE", "/redirects?from=/theirs"],
      ["DELETE", `/knowledge-base/${textId}`],
      ["GET", `/api-keys/${keyId}`],
      ["POST", `/api-keys/${keyId}/roll`],
      ["POST", `/api-keys/${keyId}/revoke`],
      ["GET", `/webhooks/${webhookId}`],
      ["PATCH", `/webhooks/${webhookId}`, { url: "https://ours.example/" }],
      ["POST", `/webhooks/${webhookId}/roll`],
      ["POST", `/webhooks/${webhookId}/pause`],
      ["POST", `/webhooks/${webhookId}/resume`],
      ["POST", `/webhooks/${webhookId}/test`],
      ["GET", `/webhooks/${webhookId}/deliveries`],
      ["GET", `/webhooks/${webhookId}/abandoned`],
      ["POST", `/webhooks/${webhookId}/abandoned/redeliver`],
      ["POST", `/webhooks/${webhookId}/deliveries/1/redeliver`],
      ["DELETE", `/webhooks/${webhookId}`],
      ["PATCH", `/members/${userId}`, { role: "viewer" }],
      ["DELETE", `/members/${userId}`],
    ];
    for (const request of requests) {
      await expectProblem(await world.send(...request), 404, "not-found");
    }
    const { api } = world;
    expect((await api.posts.get({ organizationSlug: "other", slug: "theirs" }))?.name).toBe("Theirs");
    expect((await api.apiKeys.get({ organizationSlug: "other", keyId }))?.revokedAt).toBeUndefined();
    expect(await allOf(api.webhooks.iterate("other"))).toMatchObject([{ id: webhookId, status: "enabled" }]);
    expect((await api.knowledgeBase.list("other")).entries.map(({ id }) => id)).toEqual([textId]);
    expect((await api.admin.findActor(userId, "other"))?.permissions).toContain("members:manage");
  });

  it("lists no resources of another organization", async () => {
    for (const path of [
      "/posts",
      "/submissions",
      "/redirects",
      "/knowledge-base",
      "/api-keys",
      "/webhooks",
      "/members",
      "/usage",
      "/audit",
      "/organization",
    ]) {
      const text = await (await world.send("GET", path)).text();
      for (const id of ["Theirs", "theirs", ...Object.values(world.other)]) expect(text).not.toContain(id);
    }
  });

  it("finds a user in each organization that the user is an active member of, with the role there", async () => {
    const { api, viewerId, other } = world;
    await api.users.addToOrganization(viewerId, { organizationSlug: "other", role: "admin" });
    const organizations = async (): Promise<string[]> =>
      (await api.admin.organizationsOf(viewerId)).organizations.map(({ organization }) => organization.slug);
    expect(await organizations()).toEqual(["acme", "other"]);
    expect((await api.admin.findActor(viewerId, "acme"))?.permissions).toEqual(["posts:read"]);
    expect((await api.admin.findActor(viewerId, "other"))?.permissions).toContain("keys:manage");
    expect(await api.admin.findActor(other.userId, "acme")).toBeNull();
    expect(await api.admin.findActor(viewerId, "nowhere")).toBeNull();
    await api.users.removeFromOrganization({ userId: viewerId, organizationSlug: "acme" });
    expect(await organizations()).toEqual(["other"]);
    await api.users.setStatus(viewerId, "disabled");
    expect(await organizations()).toEqual([]);
  });

  it("shows no secret: a key's value once, its hash never", async () => {
    const generated = await world.send("POST", "/api-keys", { name: "CI" });
    const { key, id } = (await generated.json()) as { key: string; id: string };
    expect(key).toMatch(/^postern_/);
    const rolled = await world.send("POST", `/api-keys/${id}/roll`);
    const { key: newKey } = (await rolled.json()) as { key: string };
    const secrets = [key, newKey, world.owner.key].map((text) => text.slice("postern_".length + 17, -6));
    const hashes = world.world.writes.flatMap((write) =>
      [...write.matchAll(/"hash":"(\w+)"/g)].map(([, hash]) => hash),
    );
    expect(hashes.length).toBeGreaterThan(3);
    const paths = ["/api-keys", `/api-keys/${id}`, "/usage", "/audit", "/members", "/posts", "/organization"];
    for (const path of paths) {
      const text = await (await world.send("GET", path)).text();
      for (const secret of [...secrets, ...hashes]) expect(text).not.toContain(secret);
    }
    const revoked = await (await world.send("POST", `/api-keys/${id}/revoke`)).text();
    for (const secret of [...secrets, ...hashes]) expect(revoked).not.toContain(secret);
  });

  it("shows readers only public posts, and drafts only to writers", async () => {
    const { api, viewerId, owner } = world;
    const viewer = await signedIn(world, viewerId);
    const writer = await signedIn(world, owner.userId);
    const slugs = async (actor: typeof viewer, query = {}): Promise<string[]> =>
      (await api.admin.posts.list(actor, query)).posts.map(({ slug }) => slug).toSorted();
    expect(await slugs(viewer)).toEqual(["hello"]);
    expect(await slugs(viewer, { status: "draft" })).toEqual([]);
    expect(await slugs(writer)).toEqual(["hello", "secret"]);
    await expect(api.admin.posts.get({ actor: viewer, slug: "secret" })).rejects.toMatchObject({
      name: "NotFoundError",
    });
    await expect(api.admin.posts.preview({ actor: viewer, slug: "secret" })).rejects.toMatchObject({
      name: "NotFoundError",
    });
    const heads = async (actor: typeof viewer): Promise<string[]> =>
      (await api.admin.posts.getHeads(actor, ["hello", "secret", "missing"])).map(({ slug }) => slug);
    expect(await heads(viewer)).toEqual(["hello"]);
    expect(await heads(writer)).toEqual(["hello", "secret"]);
    await api.admin.posts.schedule(
      { actor: writer, slug: "secret" },
      { publishedAt: world.world.clock.now() + 1000 },
    );
    expect(await slugs(viewer)).toEqual(["hello"]);
    world.world.clock.advance(1000);
    expect(await slugs(viewer)).toEqual(["hello", "secret"]);
    expect(await slugs(viewer, { status: "published" })).toEqual(["hello", "secret"]);
  });
});
