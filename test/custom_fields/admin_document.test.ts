import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import type { OpenApiDocument } from "../../lib/http/openapi/mod.ts";
import { type AdminWorld, createCaller, openAdminWorld, sendAdmin } from "../admin/admin_world.ts";
import { fieldsOfAllTypes, valuesOfAllTypes } from "./all_types.ts";

let world: AdminWorld;
let ajv: Ajv2020;

const documentFor = async (key: string): Promise<OpenApiDocument> =>
  (await (await sendAdmin(world, key, ["GET", "/openapi.json"])).json()) as OpenApiDocument;

const fits = (schema: string, body: unknown): boolean =>
  ajv.validate({ $ref: `admin#/components/schemas/${schema}` }, body);

beforeAll(async () => {
  world = await openAdminWorld();
  await world.api.organizations.update("acme", { postFields: fieldsOfAllTypes });
  const { components } = await documentFor(world.owner.key);
  ajv = new Ajv2020({ strict: false, unicodeRegExp: true, validateFormats: false });
  ajv.addSchema({ $id: "admin", components });
});

describe("the document of the admin API for an organization with fields", () => {
  it("describes its values in requests and responses", async () => {
    const body = { name: "Whole", custom: valuesOfAllTypes };
    expect(fits("NewPost", body)).toBe(true);
    const created = await world.send("POST", "/posts", body);
    const post = (await created.json()) as object;
    expect([created.status, post]).toEqual([201, expect.objectContaining({ custom: valuesOfAllTypes })]);
    expect([fits("WrittenPost", post), fits("Post", post)]).toEqual([true, true]);
    expect(fits("WrittenPost", { ...post, custom: { ...valuesOfAllTypes, more: 1 } })).toBe(false);
    const list = await world.read("GET", "/posts");
    const revisions = await world.read("GET", "/posts/whole/revisions");
    expect([fits("PostList", list), fits("RevisionList", revisions)]).toEqual([true, true]);
  });

  it.each<[name: string, custom: unknown]>([
    ["no values", {}],
    ["a removed value", { rating: null }],
    ["a removed value of a field that is not defined", { retired: null }],
    ["an unknown field", { retired: 1 }],
    ["an earlier name of an object's property", { constructor: 1 }],
    ["a text for a number", { rating: "4" }],
    ["an empty text", { kicker: " " }],
    ["a long text", { kicker: "x".repeat(2001) }],
    ["a day that does not exist", { eventDate: "2026-02-30" }],
    ["a time for a day", { eventDate: "2026-11-26T09:00:00Z" }],
    ["a day for a time", { startsAt: "2026-11-26" }],
    ["a time that does not exist", { startsAt: "2026-11-26T25:00:00Z" }],
    ["an address of another scheme", { website: "javascript:alert(1)" }],
    ["another choice", { level: "medium" }],
    ["a number in a list", { materials: [1] }],
    ["a slug with a space", { related: "no slug" }],
    ["an array", [1]],
    ["a text", "rating"],
  ])("describes a request with %s as the API takes it", async (_name, custom) => {
    const drafted = { status: "draft", custom };
    await world.api.posts.put("acme", { name: "Draft", slug: "draft", status: "draft" });
    const patched = await world.send("PATCH", "/posts/draft", drafted);
    expect([patched.status, fits("PostChanges", drafted)]).toEqual(patched.ok ? [200, true] : [422, false]);
    const whole = { name: "Draft", slug: "draft", ...drafted };
    const put = await world.send("PUT", "/posts/draft", whole);
    expect([put.status, fits("NewPost", whole)]).toEqual(patched.ok ? [200, true] : [422, false]);
  });

  it("describes the values of a working copy", async () => {
    const copy = { name: "Hello", html: "<p>Hi</p>", custom: { rating: 3 } };
    expect([
      fits("WorkingCopyInput", copy),
      fits("WorkingCopyInput", { ...copy, custom: { no: 1 } }),
    ]).toEqual([true, false]);
    const saved = await world.send("PUT", "/posts/hello/working-copy", copy, { "if-none-match": "*" });
    expect([saved.status, fits("WorkingCopy", await saved.json())]).toEqual([200, true]);
  });

  it("has no fields of another organization, and follows a change at once", async () => {
    const fieldsIn = async (): Promise<string[]> => {
      const { components } = await documentFor(world.owner.key);
      return Object.keys(components.schemas["CustomInput"]?.properties ?? {});
    };
    expect(await fieldsIn()).toEqual(fieldsOfAllTypes.map(({ name }) => name));
    await world.api.organizations.update("acme", { postFields: null });
    expect(await fieldsIn()).toEqual([]);
    await world.api.organizations.update("acme", { postFields: fieldsOfAllTypes });
    const { userId } = world.other;
    const { key } = await world.api.apiKeys.generate({ organizationSlug: "other", userId, name: "Theirs" });
    const text = JSON.stringify(await documentFor(key));
    expect(text).not.toContain("eventDate");
  });

  it("shows the fields only to keys that can read posts", async () => {
    const { key } = await createCaller(world.world, "editor", { permissions: ["knowledge:write"] });
    const { components } = await documentFor(key);
    expect(components.schemas).not.toHaveProperty("CustomInput");
    expect(components.schemas["NewPost"]?.properties?.["custom"]).toMatchObject({ type: "object" });
  });
});
