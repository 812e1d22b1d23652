import { expect, it } from "vitest";
import { postTag } from "../../lib/mod.ts";
import { type DashboardWorld, openDashboardWorld, send, signInAs, visit } from "./dashboard_world.ts";

it("keeps the fields that the edit form does not show", async () => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "editor");
  const kept = { translations: { de: "hallo" }, isAccessibleForFree: false, status: "archived" } as const;
  const before = await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, kept);
  const form = { tag: postTag(before), name: "Bye", content: "<p>New</p>" };
  expect((await send(world, visitor, ["/o/acme/posts/hello/edit", form])).status).toBe(303);
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
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "editor");
  const tags = ["Berlin, Germany", "travel"];
  const tag = postTag(await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { tags }));
  const shown = textIn(await (await visit(world, edit, visitor)).text(), "tags");
  const form = { tag, name: "Hello", content: "<p>Hi</p>", tags: `${shown}\r\n food ` };
  expect((await send(world, visitor, [edit, form])).status).toBe(303);
  expect((await world.api.posts.get({ organizationSlug: "acme", slug: "hello" }))?.tags).toEqual([
    ...tags,
    "food",
  ]);
});

const edit = "/o/acme/posts/hello/edit";

const tagIn = async (page: Response): Promise<string> =>
  /name="tag" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";

/** Changes the post as a different user, after the form was rendered. */
const change = async ({ api }: DashboardWorld): Promise<void> => {
  await api.posts.update({ organizationSlug: "acme", slug: "hello" }, { name: "Changed by another" });
};

it("refuses a form after a change that it did not show, and saves it when it is sent again", async () => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "editor");
  const tag = await tagIn(await visit(world, edit, visitor));
  await change(world);
  const refused = await send(world, visitor, [edit, { tag, name: "Mine", content: "<p>Mine</p>" }]);
  expect(refused.status).toBe(412);
  expect(await world.api.posts.get({ organizationSlug: "acme", slug: "hello" })).toMatchObject({
    name: "Changed by another",
  });
  const page = refused.clone();
  expect(await page.text()).toContain('value="Mine"');
  const again = { tag: await tagIn(refused), name: "Mine", content: "<p>Mine</p>" };
  expect((await send(world, visitor, [edit, again])).status).toBe(303);
  expect(await world.api.posts.get({ organizationSlug: "acme", slug: "hello" })).toMatchObject({
    name: "Mine",
  });
});

it("refuses a form after a change during its correction", async () => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "editor");
  const tag = await tagIn(await visit(world, edit, visitor));
  await change(world);
  const mistaken = { tag, name: "Mine", content: "<p>Mine</p>", inLanguage: "no language" };
  const refused = await send(world, visitor, [edit, mistaken]);
  expect(refused.status).toBe(422);
  const mended = { ...mistaken, tag: await tagIn(refused), inLanguage: "en-US" };
  expect((await send(world, visitor, [edit, mended])).status).toBe(412);
  expect(await world.api.posts.get({ organizationSlug: "acme", slug: "hello" })).toMatchObject({
    name: "Changed by another",
  });
});

it.each<[what: string, lines: string, expected: object]>([
  ["one author", " Ada \r\n", { author: "Ada" }],
  ["several authors", "Ada\r\nGrace Hopper", { authors: ["Ada", "Grace Hopper"] }],
  ["no author", "", {}],
])("keeps %s", async (_what, lines, expected) => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "editor");
  const before = { authors: ["A", "B"] };
  const tag = postTag(await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, before));
  expect(textIn(await (await visit(world, edit, visitor)).text(), "authors")).toBe("A\nB");
  const form = { tag, name: "Hello", content: "<p>Hi</p>", authors: lines };
  expect((await send(world, visitor, [edit, form])).status).toBe(303);
  const { author, authors } = { ...(await world.api.posts.get({ organizationSlug: "acme", slug: "hello" })) };
  expect({ author, authors }).toEqual(expected);
});
