import { beforeEach, describe, expect, it } from "vitest";
import { type AdminActor, createPublicApi, type CustomField, type PublicApi } from "../../lib/mod.ts";
import { acmePost } from "../acme.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";

const rating: CustomField = { name: "rating", type: "number" };
const venue: CustomField = { name: "venue", type: "text" };

let api: PublicApi;
let actor: AdminActor;

beforeEach(async () => {
  const clock = new ManualClock();
  api = createPublicApi({ storage: memoryDriver({ clock }), clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
  const found = await api.admin.findActor(id, "acme");
  if (found === null) throw new Error("Ada is no member");
  actor = found;
  await define(rating, venue);
  await api.posts.create("acme", { name: "Hello", custom: { rating: 4, venue: "Paris" } });
});

async function define(...postFields: CustomField[]): Promise<void> {
  await api.organizations.update("acme", { postFields });
}

async function save(custom?: object): Promise<unknown> {
  const text = { name: "Hello", html: "<p>New</p>", ...(custom && { custom: { ...custom } }) };
  const { workingCopy } = api.admin.posts;
  const address = { actor, slug: "hello" };
  return workingCopy.save(address, text, { ifMatch: (await workingCopy.get(address))?.version ?? null });
}

async function apply(): Promise<unknown> {
  return (await api.admin.posts.workingCopy.apply({ actor, slug: "hello" })).custom;
}

describe("a working copy", () => {
  it.each<[string, object | undefined, object | undefined]>([
    ["without values", undefined, { rating: 4, venue: "Paris" }],
    ["with a changed value", { rating: 5, venue: "Paris" }, { rating: 5, venue: "Paris" }],
    ["without one of the values", { rating: 5 }, { rating: 5 }],
    ["with null for a value", { rating: null, venue: "Paris" }, { venue: "Paris" }],
    ["with no value any more", {}, undefined],
  ])("%s is applied and previewed", async (_name, custom, expected) => {
    await save(custom);
    const { post } = await api.admin.posts.workingCopy.preview({ actor, slug: "hello" });
    expect(post.custom).toEqual(expected);
    expect(await apply()).toEqual(expected);
    expect((await api.posts.get(acmePost("hello")))?.custom).toEqual(expected);
  });

  it("refuses a value that does not fit", async () => {
    await expect(save({ rating: "5" })).rejects.toThrow("/custom/rating must be a number");
    await expect(save({ other: 1 })).rejects.toThrow("/custom/other is not a field of the organization");
  });

  it("keeps the values of fields that were retired, renamed or changed after it was saved", async () => {
    await save({ rating: 5, venue: "Rome" });
    await define({ name: "stars", type: "number", earlierNames: ["rating"] });
    expect(await apply()).toEqual({ stars: 5 });
    await define({ name: "stars", type: "number" }, venue);
    expect((await api.posts.get(acmePost("hello")))?.custom).toEqual({ stars: 5, venue: "Rome" });
  });

  it("keeps the value of a field that its editor did not know", async () => {
    await define(rating);
    await save({ rating: 5 });
    await define(rating, venue);
    expect(await apply()).toEqual({ rating: 5, venue: "Paris" });
  });

  it.each<[string, object | undefined, number]>([
    ["other values", { rating: 5 }, 5],
    ["no values", undefined, 4],
    ["the same values", { rating: 4, venue: "Rome" }, 4],
  ])("keeps its hidden values if it is saved again with %s", async (_name, custom, stars) => {
    for (const fields of [[rating], [rating, { ...venue, type: "number" as const }]]) {
      await save({ rating: 4, venue: "Rome" });
      await define(...fields);
      await save(custom);
      await define(rating, venue);
      expect(await apply()).toEqual({ rating: stars, venue: "Rome" });
      await api.posts.update(acmePost("hello"), { custom: { rating: 4, venue: "Paris" } });
    }
  });

  it("removes a value that its editor removes after the field was changed and changed back", async () => {
    await save({ rating: 4, venue: "Rome" });
    await define(rating, { ...venue, type: "number" });
    await save({ rating: 4, venue: null });
    await define(rating, venue);
    expect(await apply()).toEqual({ rating: 4 });
  });

  it("that is discarded changes nothing", async () => {
    await save({ rating: 5 });
    await api.admin.posts.workingCopy.discard({ actor, slug: "hello" });
    expect((await api.posts.get(acmePost("hello")))?.custom).toEqual({ rating: 4, venue: "Paris" });
  });
});
