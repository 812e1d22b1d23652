import { expect, it } from "vitest";
import { postTag } from "../../lib/mod.ts";
import { openDashboardWorld, origin, signInAs, visit } from "./dashboard_world.ts";

/** Returns the request body that a browser sends for the form with this action, according to its `enctype`. */
function bodyOf(page: string, action: string, fields: Record<string, string>): FormData | URLSearchParams {
  const tag = page.split("<form ").find((form) => form.includes(`method="post" action="${action}"`)) ?? "";
  const entries = new URLSearchParams({ "form-token": /value="(\w+)"/.exec(tag)?.[1] ?? "", ...fields });
  if (!/^[^>]*enctype="multipart\/form-data"/.test(tag)) return entries;
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

it.each([
  [
    "a post",
    "/posts/hello/edit",
    "/posts/hello/working-copy",
    { content: `<p>${"щ".repeat(400_000)}</p>`, format: "html", action: "apply" },
  ],
  ["a text", "/knowledge-base", "/knowledge-base", { text: "😀".repeat(100_000) }],
])("accepts the same %s in non-Latin scripts as the API", async (_name, page, target, long) => {
  const world = await openDashboardWorld();
  const { cookie } = await signInAs(world, "editor");
  const shown = await (await visit(world, `/o/acme${page}`, { cookie })).text();
  const post = await world.api.posts.get({ organizationSlug: "acme", slug: "hello" });
  const fields = { tag: post === null ? "" : postTag(post), name: "Long", ...long };
  const body = bodyOf(shown, `/dashboard/o/acme${target}`, fields);
  const init = { method: "POST", headers: { cookie }, body };
  const response = await world.dashboard.fetch(new Request(`${origin}/dashboard/o/acme${target}`, init));
  expect(response.status).toBe(303);
});
