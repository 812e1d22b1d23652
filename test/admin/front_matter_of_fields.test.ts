import { beforeEach, describe, expect, it } from "vitest";
import type { CustomField } from "../../lib/content/mod.ts";
import { expectProblem } from "../api/world.ts";
import { type AdminWorld, openAdminWorld } from "./admin_world.ts";

const postFields: readonly CustomField[] = [
  { name: "kicker", type: "text" },
  { name: "notes", type: "markdown", shown: "list" },
  { name: "rating", type: "number" },
  { name: "isSponsored", type: "boolean" },
  { name: "eventDay", type: "date" },
  { name: "eventStart", type: "dateTime" },
  { name: "shop", type: "url" },
  { name: "level", type: "choice", choices: ["easy", "no"] },
  { name: "materials", type: "list" },
  { name: "next", type: "reference" },
  { name: "recipe", type: "json" },
  { name: "deskNote", type: "text", shown: "admin" },
];

/** Values of all types, with texts that YAML could take for values of another type. */
const custom = {
  kicker: "yes: 'no' # \u0085 \u2028 \u{1f600} 2026-11-26",
  notes: '---\n# One\n\n- `a: b`\n\t"two"\n...',
  rating: -4.5,
  isSponsored: false,
  eventDay: "2026-11-26",
  eventStart: "2026-11-26T09:00:00.000Z",
  shop: "https://shop.example/?a=b#c",
  level: "no",
  materials: ["1", "true", "a, b", "null"],
  next: "hello",
  recipe: { steps: [1, null, "2026-11-26", { "a: b": false }], "": [] },
};

const markdown = { "content-type": "text/markdown" };

describe("an organization's fields in the front matter of an upload", () => {
  let world: AdminWorld;
  beforeEach(async () => {
    world = await openAdminWorld();
    await world.api.organizations.update("acme", { postFields });
  });

  const markdownOf = async (slug: string): Promise<string> => {
    const request = new Request(`http://localhost/api/public/v1/post/acme/${slug}?format=markdown`);
    return (await world.api.fetch(request)).text();
  };

  it("are read again from the Markdown of a post", async () => {
    await world.send("PUT", "/posts/kite", { name: "Kite", custom: { ...custom, deskNote: "secret" } });
    const text = await markdownOf("kite");
    expect(text).not.toContain("secret");
    await world.send("PUT", "/posts/kite", { name: "Other" });
    const file = text.replace("url: ", "x-url: ");
    expect(await world.read("PUT", "/posts/kite", file, markdown)).toMatchObject({ name: "Kite", custom });
    expect(await markdownOf("kite")).toBe(text);
  });

  it("are kept by POST, PUT and PATCH, and fields beside the Markdown take precedence", async () => {
    const file = "---\ntitle: Kite\nrating: '4'\nkicker: One\nprice: 3\n---\nText";
    const created = await world.read("POST", "/posts", file, markdown);
    expect(created).toMatchObject({ slug: "kite", custom: { rating: 4, kicker: "One" } });
    const json = { markdown: file, custom: { kicker: "Two" } };
    expect(await world.read("PUT", "/posts/kite", json)).toMatchObject({
      custom: { rating: 4, kicker: "Two" },
    });
    const changes = { markdown: "---\ntitle: Kite\nrating: 5\n---\n", custom: { kicker: null } };
    expect((await world.read("PATCH", "/posts/kite", changes))["custom"]).toEqual({ rating: 5 });
  });

  it("are refused with pointers if they do not fit", async () => {
    const file = "---\ntitle: Kite\nrating: many\nlevel: hard\ncustom: { price: 3 }\n---\nText";
    for (const [method, path] of [
      ["POST", "/posts"],
      ["PUT", "/posts/kite"],
    ] as const) {
      const response = await world.send(method, path, file, markdown);
      const { errors } = await expectProblem(response, 422, "invalid-body");
      const pointers = (errors as { pointer: string }[]).map(({ pointer }) => pointer);
      expect(pointers.toSorted()).toEqual(["/custom/level", "/custom/price", "/custom/rating"]);
    }
  });

  it("are refused as a whole if they are no mapping", async () => {
    const kite = { markdown: "---\ntitle: Kite\nrating: 4\n---\nText" };
    await world.send("POST", "/posts", kite);
    const misplaced = { markdown: "---\ntitle: Kite\ncustom: words\n---\nText" };
    for (const [method, path, body] of [
      ["POST", "/posts", misplaced],
      ["PUT", "/posts/kite", { ...misplaced, custom: { rating: 5 } }],
      ["PATCH", "/posts/kite", { ...misplaced, custom: { rating: 5 } }],
      ["PATCH", "/posts/kite", { ...kite, custom: "words" }],
    ] as const) {
      const { errors } = await expectProblem(await world.send(method, path, body), 422, "invalid-body");
      const message = "must be an object of values by the names of fields";
      expect(errors).toEqual([{ pointer: "/custom", message }]);
    }
    expect((await world.read("PATCH", "/posts/kite", { ...kite, custom: null }))["custom"]).toBeUndefined();
  });
});
