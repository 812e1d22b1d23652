import { beforeEach, expect, it } from "vitest";
import { postTag } from "../../lib/mod.ts";
import { type DashboardWorld, openAs, type SentFields, type SignedIn } from "./dashboard_world.ts";
import { signedIn } from "../admin/admin_world.ts";

let world: DashboardWorld;
let editor: SignedIn;
beforeEach(async () => {
  ({ world, visitor: editor } = await openAs("editor"));
  const owner = await signedIn(world, world.owner.userId);
  const copy = { name: "New <b>", markdown: "Half a sent" };
  await world.api.admin.posts.workingCopy.save({ actor: owner, slug: "hello" }, copy, { ifMatch: null });
  world.world.clock.advance(120_000);
});

const postOf = async (): Promise<{ name: string; status: string; tag: string } | undefined> => {
  const post = await world.api.posts.get({ organizationSlug: "acme", slug: "hello" });
  return post === null ? undefined : { name: post.name, status: post.status, tag: postTag(post) };
};

/** Returns the text of a page. */
const textOf = (page: string): string => page.replaceAll(/<[^<>]+>/g, "").replaceAll(/\s+/g, " ");

const send = async (path: string, fields: SentFields): Promise<{ status: number; text: string }> => {
  const response = await editor.send(`/o/acme/${path}`, fields);
  return { status: response.status, text: await response.text() };
};

/** Returns the hidden fields of the question on a page. */
const hiddenIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([\w-]+)" value="([^"]*)">/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );

const mark = /Unpublished changes by \w+, 2 minutes ago/;

it("are marked with their writer and time in the list, on the page, in the search and in the palette", async () => {
  for (const path of ["posts", "posts/hello", "search?q=why"]) {
    expect(textOf(await editor.page(`/o/acme/${path}`))).toMatch(mark);
  }
  expect(await editor.page("/o/acme/palette?q=hello")).toMatch(mark);
  const viewer = await openAs("viewer");
  expect(textOf(await viewer.visitor.page("/o/acme/posts"))).not.toMatch(mark);
});

it.each(["publish", "leave"])("are asked about before their post is published: %s", async (changes) => {
  await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { status: "archived" });
  const before = await postOf();
  const asked = await send("posts/hello/publish", { tag: before?.tag ?? "" });
  expect([asked.status, textOf(asked.text)]).toEqual([200, expect.stringMatching(mark)]);
  expect(await postOf()).toEqual(before);
  const answer = { ...hiddenIn(asked.text), changes };
  expect((await send("posts/hello/publish", answer)).status).toBe(303);
  const name = changes === "publish" ? "New &lt;b&gt;" : "Hello";
  expect(await postOf()).toMatchObject({ status: "published", name: name.replace("&lt;b&gt;", "<b>") });
});

it("are not published in another version than the question showed", async () => {
  const asked = await send("posts/hello/publish", { tag: (await postOf())?.tag ?? "" });
  const owner = await signedIn(world, world.owner.userId);
  const { workingCopy } = world.api.admin.posts;
  const { version = "" } = (await workingCopy.get({ actor: owner, slug: "hello" })) ?? {};
  await workingCopy.save({ actor: owner, slug: "hello" }, { name: "Other", html: "" }, { ifMatch: version });
  const answer = { ...hiddenIn(asked.text), changes: "publish" };
  expect((await send("posts/hello/publish", answer)).status).toBe(412);
  expect(await postOf()).toMatchObject({ name: "Hello" });
});

it("are asked about once for several posts", async () => {
  const post = [`${(await postOf())?.tag} hello`, "2-1 secret"];
  const asked = await send("changed-posts", { act: "publish", post, list: "" });
  expect(textOf(asked.text)).toMatch(mark);
  const left = await send("changed-posts", { act: "publish", post, list: "", changes: "leave" });
  expect(textOf(left.text)).toContain("1 post published. 1 post was published already.");
  expect(await postOf()).toMatchObject({ name: "Hello" });
  const published = await send("changed-posts", { act: "publish", post, list: "", changes: "publish" });
  expect(textOf(published.text)).toContain("1 post published.");
  expect(await postOf()).toMatchObject({ name: "New <b>" });
});

it("are replaced by a restored revision only after a question", async () => {
  const path = "posts/hello/revisions/1/restore";
  await world.api.posts.update({ organizationSlug: "acme", slug: "hello" }, { name: "Second" });
  const asked = await send(path, { tag: (await postOf())?.tag ?? "" });
  expect([asked.status, textOf(asked.text)]).toEqual([200, expect.stringMatching(mark)]);
  expect((await send(path, hiddenIn(asked.text))).status).toBe(303);
  expect(await postOf()).toMatchObject({ name: "Second" });
  const owner = await signedIn(world, world.owner.userId);
  expect((await world.api.admin.posts.text.get({ actor: owner, slug: "hello" })).text.name).toBe("Hello");
});
