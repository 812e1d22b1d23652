import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { CustomField, CustomValues } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { expectProblem, World } from "../api/world.ts";
import { fieldsOfAllTypes, valuesOfAllTypes } from "./all_types.ts";

const path = "/schema/acme";

interface Schema {
  $defs: Record<
    string,
    { properties: Record<string, { properties?: object; required?: string[] }>; required: string[] }
  >;
}

describe("the schema of posts", () => {
  const world = World.forEachTest(async (clock) => ({
    storage: slowDriver(memoryDriver({ clock }), 2),
    close: () => undefined,
  }));

  const define = (postFields: readonly CustomField[]): Promise<unknown> =>
    world.updateOrganization({ postFields });

  /** Returns the validator of a schema in `$defs`. It checks formats only as notes, as JSON Schema does. */
  async function validatorOf(name: string): Promise<ValidateFunction> {
    const schema = await world.read<Schema>(path);
    return new Ajv2020({ validateFormats: false }).compile({ ...schema, $ref: `#/$defs/${name}` });
  }

  it("describes posts without custom fields exactly", async () => {
    await world.createPost({ name: "Hello", html: "<h2>Why?</h2><p>So.</p>", authors: ["Ada", "Bob"] });
    const post = await world.read<object>("/post/acme/hello?fields=*,head");
    const { posts } = await world.read<{ posts: object[] }>("/post/acme");
    const [single, item] = [await validatorOf("Post"), await validatorOf("PostItem")];
    expect([single(post), item(posts[0])]).toEqual([true, true]);
    expect([single({ ...post, custom: {} }), item({ ...posts[0], custom: {} })]).toEqual([false, false]);
    expect(single({ ...post, slug: undefined, name: 5 })).toBe(false);
  });

  it("allows the fields that a response shows, and requires those with a default", async () => {
    await define(fieldsOfAllTypes);
    const { $defs } = await world.read<Schema>(path);
    const shown = ["PostItem", "Post"].map((name) => {
      const { properties = {}, required } = $defs[name]?.properties["custom"] ?? {};
      return [Object.keys(properties), required, $defs[name]?.required.includes("custom")];
    });
    const list = ["kicker", "rating", "isNew", "materials"];
    const all = fieldsOfAllTypes.flatMap((field) => (field.shown === "admin" ? [] : [field.name]));
    expect(shown).toEqual([
      [list, ["isNew"], true],
      [all, ["isNew", "level"], true],
    ]);
  });

  it("does not require a reference with a default, whose post may not be public", async () => {
    await define([{ name: "related", type: "reference", default: "hello" }]);
    const { $defs } = await world.read<Schema>(path);
    expect($defs["Post"]?.properties["custom"]?.required).toEqual([]);
    expect($defs["PostItem"]?.properties).not.toHaveProperty("custom");
  });

  it("describes posts with values, without values, and with values that no longer fit", async () => {
    await world.createPost({ slug: "early", name: "Early", html: "<p>Early</p>" });
    await define(fieldsOfAllTypes);
    await world.createPost({ slug: "draft", name: "Draft", status: "draft" });
    const custom = { ...valuesOfAllTypes, related: "early" };
    await world.createPost({ slug: "full", name: "Full", html: "<p>Full</p>", custom });
    const dangling = { eventDate: "2026-11-26", related: "draft" };
    await world.createPost({ slug: "dangling", name: "Dangling", html: "<p>Text</p>", custom: dangling });
    const shownAs = async (): Promise<Record<string, unknown>> => {
      const [single, item] = [await validatorOf("Post"), await validatorOf("PostItem")];
      const shown: Record<string, unknown> = {};
      const { posts } = await world.read<{ posts: object[] }>("/post/acme");
      expect(posts.map((post) => item(post))).toEqual([true, true, true]);
      for (const slug of ["early", "full", "dangling"]) {
        const post = await world.read<{ custom: CustomValues }>(`/post/acme/${slug}`);
        expect([slug, single(post) ? [] : single.errors]).toEqual([slug, []]);
        // Only the schema says that a reference may be missing: test/content decides when it is.
        const { related: _related, ...others } = post.custom;
        shown[slug] = others;
      }
      return shown;
    };
    const { remark: _remark, related: _related, ...shown }: CustomValues = custom;
    const defaults = { isNew: false, level: "easy" };
    expect(await shownAs()).toEqual({
      early: defaults,
      full: shown,
      dangling: { ...defaults, eventDate: "2026-11-26" },
    });
    await define([
      { name: "rating", type: "text", shown: "list" },
      { name: "level", type: "choice", choices: ["new", "old"], default: "new" },
    ]);
    expect(await shownAs()).toEqual({
      early: { level: "new" },
      full: { level: "new" },
      dangling: { level: "new" },
    });
  });

  it("has the properties of an Article that a field has, and no others", async () => {
    const propertiesOf = async (): Promise<string[]> =>
      Object.keys((await world.read<Schema>(path)).$defs["Article"]?.properties ?? {});
    const before = await propertiesOf();
    expect(before).not.toContain("timeRequired");
    await define([{ name: "duration", type: "text", schemaOrg: "Article.timeRequired" }]);
    await world.createPost({ slug: "timed", name: "Timed", html: "<p>T</p>", custom: { duration: "PT5M" } });
    expect((await propertiesOf()).toSorted()).toEqual([...before, "timeRequired"].toSorted());
    const post = await world.read<object>("/post/acme/timed");
    expect([JSON.stringify(post), (await validatorOf("Post"))(post)]).toEqual([
      expect.stringContaining('"timeRequired":"PT5M"'),
      true,
    ]);
  });

  it("has no field that only the admin API shows", async () => {
    await define([{ name: "remark", type: "text", label: "Secret plan", shown: "admin" }]);
    const text = await (await world.get(path)).text();
    expect(text).not.toMatch(/remark|Secret plan|"custom"/);
  });

  it("changes at once, with its ETag, and answers HEAD", async () => {
    const before = await world.get(path);
    expect(before.headers.get("content-type")).toBe("application/schema+json");
    expect(before.headers.get("cache-control")).toContain("max-age=60");
    const headers = { "if-none-match": before.headers.get("etag") ?? "" };
    expect((await world.send("GET", path, { headers })).status).toBe(304);
    world.clock.advance(5000);
    await define([{ name: "rating", type: "number", shown: "list" }]);
    const after = await world.send("GET", path, { headers });
    expect([after.status, await after.text()]).toEqual([200, expect.stringContaining('"rating"')]);
    const head = await world.send("HEAD", path);
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([
      200,
      after.headers.get("etag"),
      "",
    ]);
  });

  it("needs a key where reading needs one, of the same organization", async () => {
    await expectProblem(await world.get("/schema/other"), 404, "organization-not-found");
    await expectProblem(await world.get(`${path}?x=1`), 400, "invalid-parameter");
    await world.api.organizations.create({ slug: "other", name: "Other", siteUrl: "https://other.example" });
    const { key } = await world.createKey({ organizationSlug: "other" });
    await expectProblem(await world.get(path, key), 403, "wrong-organization");
    await world.reopen({ readAccess: "key" });
    await expectProblem(await world.get(path), 401, "missing-key");
    const { key: own } = await world.createKey();
    const response = await world.get(path, own);
    expect([response.status, response.headers.get("ratelimit")]).toEqual([
      200,
      expect.stringContaining("r=1999"),
    ]);
  });
});
