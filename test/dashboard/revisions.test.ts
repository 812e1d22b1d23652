import { expect, it } from "vitest";
import { postTag } from "../../lib/mod.ts";
import { signedIn } from "../admin/admin_world.ts";
import { openAs, openDashboardWorld, signInAs, visit } from "./dashboard_world.ts";
import { post } from "./editor_world.ts";

const hello = { organizationSlug: "acme", slug: "hello" };

/** Returns the lines of a comparison with their marks. */
const linesIn = (page: string): string[] =>
  [...page.matchAll(/<(ins|del) dir="auto"><span class="mark">([+-])<\/span> ([^<]*)</g)].map(
    ([, element = "", mark = "", line = ""]) => `${element} ${mark} ${line}`,
  );

it("shows the fields and lines that changed since a revision", async () => {
  const { world, visitor } = await openAs("editor");
  const html = ["<p>1</p>", "<p>2</p>", "<p>3</p>", "<p>4</p>", "<p>5</p>", "<p>6</p>"];
  await world.api.posts.update(hello, { html: html.join("\n") });
  await world.api.posts.update(hello, { html: html.with(5, "<p>six</p>").join("\n"), tags: ["new"] });
  const shown = async (path: string): Promise<string> => visitor.page(`${post}/revisions/${path}`);
  const page = await shown("2");
  expect(linesIn(page)).toEqual(["del - &lt;p&gt;6&lt;/p&gt;", "ins + &lt;p&gt;six&lt;/p&gt;"]);
  expect(page).toContain("2 equal lines");
  expect(page).toContain(">new</span></ins>");
  expect(page).toContain("/revisions/2/restore");
  expect(linesIn(await shown("3?against=2"))).toEqual(
    linesIn(page)
      .toReversed()
      .map((line) =>
        line.startsWith("ins +") ? line.replace("ins +", "del -") : line.replace("del -", "ins +"),
      ),
  );
  expect(await shown("3")).toContain("The content is the same.");

  const actor = await signedIn(world, world.owner.userId);
  const copy = { name: "Copy", html: html.join("\n") };
  await world.api.admin.posts.workingCopy.save({ actor, slug: "hello" }, copy, { ifMatch: null });
  const unpublished = await shown("2?against=copy");
  expect(unpublished).toContain(">Copy</span></ins>");
  expect(linesIn(unpublished)).toEqual([]);
  expect((await visit(world, `${post}/revisions/9`, visitor)).status).toBe(404);
});

it("shows long content, too, as long as no later write changed it, and offers to restore it", async () => {
  const world = await openDashboardWorld();
  const { posts } = world.api;
  const visitor = await signInAs(world, "editor");
  const long = (word: string): string => `<p>${`${word} `.repeat(30_000)}</p>`;
  await posts.create("acme", { name: "First", slug: "long", html: long("changed") });
  await posts.update({ organizationSlug: "acme", slug: "long" }, { name: "Second", html: long("kept") });
  await posts.update({ organizationSlug: "acme", slug: "long" }, { name: "Third" });
  const page = await visitor.page("/o/acme/posts/long");
  expect(page).toContain("/posts/long/revisions/2/restore");
  expect(page).not.toContain("/posts/long/revisions/1/restore");
  const preview = await visit(world, "/o/acme/posts/long/preview?revision=2", visitor);
  const text = await preview.text();
  expect([preview.status, text.includes("Second"), text.includes("kept kept")]).toEqual([200, true, true]);
  expect((await visit(world, "/o/acme/posts/long/preview?revision=1", visitor)).status).toBe(404);
});

it("shows the names of the author of a post, the owner of a key and the user who changed it", async () => {
  const world = await openDashboardWorld();
  const { api } = world;
  const visitor = await signInAs(world, "owner");
  await api.users.addToOrganization(visitor.userId, { organizationSlug: "acme", role: "admin" });
  const post = await api.posts.update({ organizationSlug: "acme", slug: "hello" }, { author: "An author" });
  const form = { tag: postTag(post), format: "html", name: "Hello", content: "<p>Hi</p>", action: "apply" };
  expect((await visitor.send("/o/acme/posts/hello/working-copy", form)).status).toBe(303);
  await api.apiKeys.generate({ organizationSlug: "acme", userId: visitor.userId, name: "Ours" });
  const page = async (path: string): Promise<string> => visitor.page(`/o/acme${path}`);
  const names = (text: string, label: string): string[] =>
    [...text.matchAll(new RegExp(`data-label="${label}">(?:<bdi>)?([^<]*)<`, "g"))].map(
      (match) => match[1] ?? "",
    );
  expect(names(await page("/posts/hello"), "Who")).toEqual(["Ann", "the operator", "the operator"]);
  expect(names(await page("/settings/api-keys"), "Owner")).toContain("Ann");
  const audit = await page("/settings/audit");
  expect(names(audit, "Who")).toContain("the operator");
  expect(audit).toContain(`by=${visitor.userId}"><bdi>Ann</bdi></a>`);
  expect(names(audit, "What")).toContain("set the role of Ann: admin");
});
