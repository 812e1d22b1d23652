import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { acmePost } from "../acme.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";

let clock: ManualClock;
let api: PublicApi;

beforeEach(async () => {
  clock = new ManualClock();
  api = createPublicApi({ storage: memoryDriver({ clock }), clock });
  await api.organizations.create({
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    postFields: [{ name: "rating", type: "number" }],
  });
});

describe("values of an organization's fields", () => {
  it("are kept", async () => {
    await api.posts.create("acme", { name: "Hello", custom: { rating: 4 } });
    expect(await api.posts.get(acmePost("hello"))).toMatchObject({ custom: { rating: 4 } });
    await api.organizations.update("acme", { postFields: null });
    expect(await api.posts.get(acmePost("hello"))).not.toHaveProperty("custom");
    await api.posts.update(acmePost("hello"), { name: "Other" });
    await api.organizations.update("acme", {
      postFields: [{ name: "stars", type: "number", earlierNames: ["rating"] }],
    });
    expect(await api.posts.get(acmePost("hello"))).toMatchObject({ custom: { stars: 4 } });
  });
});
