import { expect, it } from "vitest";
import { postTag } from "../../lib/mod.ts";
import { openAs } from "./dashboard_world.ts";

it("keeps the fields that the edit form does not show", async () => {
  const { world, visitor } = await openAs("editor");
  const kept = { translations: { de: "hallo" }, isAccessibleForFree: false, aliases: ["/old"] } as const;
  const before = await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, kept);
  const form = { tag: postTag(before), name: "Bye", content: "<p>New</p>" };
  expect((await visitor.send(save, { ...form, ...published })).status).toBe(303);
  expect(await world.api.posts.get({ organizationSlug: "acme", slug: "hello" })).toMatchObject({
    ...kept,
    name: "Bye",
    html: "<p>New</p>",
  });
});

/** Returns the value of a field on a form page. */
const textIn = (page: string, name: string): string =>
  new RegExp(`<textarea[^>]* name="${name}"[^>]*>\n([^<]*)</textarea>`).exec(page)?.[1] ?? "";

it("keeps tags with a comma", async () => {
  const { world, visitor } = await openAs("editor");
  const tags = ["Berlin, Germany", "travel"];
  const tag = postTag(await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { tags }));
  const shown = textIn(await visitor.page(edit), "tags");
  const form = { tag, name: "Hello", content: "<p>Hi</p>", tags: `${shown}\r\n food ` };
  expect((await visitor.send(save, { ...form, ...published })).status).toBe(303);
  expect((await world.api.posts.get({ organizationSlug: "acme", slug: "hello" }))?.tags).toEqual([
    ...tags,
    "food",
  ]);
});

const edit = "/o/acme/posts/hello/edit";
const save = "/o/acme/posts/hello/working-copy";
const published = { format: "html", action: "apply" };

it.each<[what: string, lines: string, expected: object]>([
  ["one author", " Ada \r\n", { author: "Ada" }],
  ["several authors", "Ada\r\nGrace Hopper", { authors: ["Ada", "Grace Hopper"] }],
  ["no author", "", {}],
])("keeps %s", async (_what, lines, expected) => {
  const { world, visitor } = await openAs("editor");
  const before = { authors: ["A", "B"] };
  const tag = postTag(await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, before));
  expect(textIn(await visitor.page(edit), "authors")).toBe("A\nB");
  const form = { tag, name: "Hello", content: "<p>Hi</p>", authors: lines };
  expect((await visitor.send(save, { ...form, ...published })).status).toBe(303);
  const { author, authors } = { ...(await world.api.posts.get({ organizationSlug: "acme", slug: "hello" })) };
  expect({ author, authors }).toEqual(expected);
});
