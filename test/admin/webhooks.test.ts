import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { expectProblem } from "../api/world.ts";
import { abandonEvent } from "./abandon_event.ts";
import { type AdminWorld, createCaller, openAdminWorld, sendAdmin } from "./admin_world.ts";

type Sent = Parameters<typeof sendAdmin>[2];

async function send(world: AdminWorld, request: Sent): Promise<Record<string, unknown>> {
  const response = await world.send(...request);
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Record<string, unknown>;
}

describe("the admin API of webhooks", () => {
  it("shows a secret when it is created or rolled, and never again", async () => {
    const world = await openAdminWorld();
    const created = await send(world, ["POST", "/webhooks", { url: "https://new.example/", tags: ["a"] }]);
    const rolled = await send(world, ["POST", `/webhooks/${String(created["id"])}/roll`, { overlap: "1h" }]);
    const secrets = [created["secret"], rolled["secret"]].map(String);
    expect(secrets).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
    const paths = ["/webhooks", `/webhooks/${String(created["id"])}`, "/audit"];
    for (const path of paths) {
      const text = JSON.stringify(await send(world, ["GET", path]));
      for (const secret of [...secrets, "sealed"]) expect(text).not.toContain(secret);
    }
  });

  it("pages the deliveries", async () => {
    const world = await openAdminWorld();
    const path = `/webhooks/${world.webhookId}`;
    await send(world, ["POST", `${path}/test`]);
    await send(world, ["POST", `${path}/deliveries/1/redeliver`]);
    const first = await send(world, ["GET", `${path}/deliveries?limit=2`]);
    expect(first["deliveries"]).toMatchObject([
      { id: 3, trigger: "redelivery", outcome: "delivered", status: 204 },
      { id: 2, trigger: "test" },
    ]);
    const rest = await send(world, ["GET", `${path}/deliveries?cursor=${String(first["nextCursor"])}`]);
    expect(rest).toMatchObject({ deliveries: [{ id: 1 }], nextCursor: null });
    const wrong = await world.send("GET", `${path}/deliveries?cursor=x`);
    await expectProblem(wrong, 400, "invalid-parameter");
    const missing = await world.send("POST", `${path}/deliveries/x/redeliver`);
    await expectProblem(missing, 404, "not-found");
  });

  it("pages the events that failed for good, and sends them again", async () => {
    const world = await openAdminWorld();
    const path = `/webhooks/${world.webhookId}`;
    for (const slug of ["one", "two"]) await abandonEvent(world, slug);
    const { key } = await createCaller(world.world, "owner", { permissions: ["webhooks:manage"] });
    const refused = await sendAdmin(world, key, ["POST", `${path}/abandoned/redeliver`]);
    expect((await expectProblem(refused, 403, "missing-permission")).detail).toContain("posts:read");
    expect(await send(world, ["GET", path])).toMatchObject({ abandoned: 2 });
    const first = await send(world, ["GET", `${path}/abandoned?limit=1`]);
    expect(first["events"]).toMatchObject([{ eventType: "post.published", attempts: 12, status: 422 }]);
    const rest = `${path}/abandoned?cursor=${String(first["nextCursor"])}`;
    expect(await send(world, ["GET", rest])).toMatchObject({ events: [{ attempts: 12 }], nextCursor: null });
    const [{ eventId }] = first["events"] as [{ eventId: string }];
    const redeliver = (filter?: object): Promise<unknown> =>
      send(world, ["POST", `${path}/abandoned/redeliver`, filter]);
    expect(await redeliver({ ids: [eventId], until: "2026-01-01" })).toEqual({ redelivered: 0 });
    expect(await redeliver({ ids: [eventId] })).toEqual({ redelivered: 1 });
    expect(await redeliver()).toEqual({ redelivered: 1 });
    await world.api.events.deliver();
    expect(await send(world, ["GET", path])).toMatchObject({ abandoned: 0, waiting: 0 });
    const wrong = await world.send("POST", `${path}/abandoned/redeliver`, { events: ["post.lost"] });
    await expectProblem(wrong, 422, "invalid-body");
  });

  it("needs the permission that reads the requested events, unless the webhook sends them already", async () => {
    const world = await openAdminWorld();
    const { key } = await createCaller(world.world, "owner", { permissions: ["webhooks:manage"] });
    const path = `/webhooks/${world.webhookId}`;
    const refused: [string, string][] = [
      ["member.changed", "members:manage"],
      ["key.generated", "keys:manage"],
      ["post.updated", "posts:read"],
    ];
    for (const [type, permission] of refused) {
      const input = { url: "https://new.example/", events: ["webhook.disabled", type] };
      const created = await sendAdmin(world, key, ["POST", "/webhooks", input]);
      expect((await expectProblem(created, 403, "missing-permission")).detail).toContain(permission);
      const changed = await sendAdmin(world, key, ["PATCH", path, { events: [type] }]);
      expect([type, changed.status]).toEqual([type, type === "post.updated" ? 200 : 403]);
    }
    const allowed = await sendAdmin(world, key, ["PATCH", path, { events: ["webhook.disabled"] }]);
    expect(allowed.status).toBe(200);
  });

  it("keeps the events of an owner's webhook from a key that may not read them", async () => {
    const world = await openAdminWorld();
    const { api, owner } = world;
    const { key } = await createCaller(world.world, "owner", { permissions: ["webhooks:manage"] });
    const address = { organizationSlug: "acme", webhookId: world.webhookId };
    const path = `/webhooks/${world.webhookId}`;
    await send(world, ["PATCH", path, { events: ["invitation.changed", "webhook.disabled"] }]);
    await send(world, ["POST", "/members", { email: "new@acme.example", role: "viewer" }]);
    await api.events.deliver();
    const before = await api.webhooks.get(address);
    const refused: [string, string, object?][] = [
      ["PATCH", path, { url: "https://elsewhere.example/" }],
      ["PATCH", path, { description: "Moved", url: "https://acme.example/other" }],
      ["PATCH", path, { events: ["invitation.changed", "webhook.disabled", "key.revoked"] }],
      ["PATCH", path, { events: null }],
      ["POST", `${path}/roll`],
      ["POST", `${path}/resume`],
      ["POST", `${path}/deliveries/2/redeliver`],
      ["POST", "/webhooks", { url: "https://elsewhere.example/" }],
    ];
    for (const request of refused)
      await expectProblem(await sendAdmin(world, key, request), 403, "missing-permission");
    expect(await api.webhooks.get(address)).toEqual(before);
    const allowed: [string, string, object?][] = [
      ["POST", `${path}/test`],
      ["PATCH", path, { description: "Ours", languages: ["de"], sections: ["News", "Help"] }],
      ["PATCH", path, { languages: ["de-AT"], sections: ["Help"] }],
      ["POST", `${path}/pause`],
    ];
    for (const request of allowed) expect((await sendAdmin(world, key, request)).status).toBe(200);
    for (const wider of [{ languages: ["de"] }, { sections: ["Help", "News"] }, { languages: null }])
      await expectProblem(await sendAdmin(world, key, ["PATCH", path, wider]), 403, "missing-permission");
    expect((await sendAdmin(world, owner.key, ["POST", `${path}/resume`])).status).toBe(200);
    expect((await sendAdmin(world, key, ["PATCH", path, { events: ["webhook.disabled"] }])).status).toBe(200);
    expect((await sendAdmin(world, key, ["PATCH", path, { url: "https://elsewhere.example/" }])).status).toBe(
      200,
    );
    expect((await sendAdmin(world, key, ["DELETE", path])).status).toBe(204);
  });

  it("refuses invalid webhooks, and names the field", async () => {
    const world = await openAdminWorld();
    for (const url of ["http://site.example/", "https://10.0.0.1/", "https://a:b@site.example/"]) {
      const response = await world.send("POST", "/webhooks", { url });
      const problem = await expectProblem(response, 422, "invalid-body");
      expect(problem).toMatchObject({ errors: [{ pointer: "/url" }] });
    }
  });

  it("says how to set the host up", async () => {
    const world = await openAdminWorld();
    const api = createPublicApi({ storage: memoryDriver(), adminApi: true });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "admin" });
    const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "CI" });
    const response = await sendAdmin({ ...world, api }, key, [
      "POST",
      "/webhooks",
      { url: "https://a.example/" },
    ]);
    const { detail } = await expectProblem(response, 409, "webhooks-unavailable");
    expect(detail).toContain("POSTERN_SECRET");
  });
});
