import { expect, it } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { openAs, signInAs, visit } from "./dashboard_world.ts";
import { fieldsIn, post, tagOf } from "./editor_world.ts";

const hello = { organizationSlug: "acme", slug: "hello" };

it("saves the form as a working copy, which readers do not see until it is published", async () => {
  const { world, visitor } = await openAs("editor");
  const before = await world.api.posts.get(hello);
  const shown = fieldsIn(await visitor.page(`${post}/edit`));
  expect(shown).toMatchObject({ version: "", tag: await tagOf(world), format: "html" });
  const changed = { ...shown, name: "Hello again", content: "<h2>Is it new?</h2><p>Yes.</p>" };
  const saved = await visitor.send(`${post}/working-copy`, { ...changed, action: "save" });
  expect([saved.status, saved.headers.get("location")]).toEqual([
    303,
    `/dashboard${post}/edit?done=copy-saved`,
  ]);
  expect(await world.api.posts.get(hello)).toEqual(before);

  const page = await visitor.page(`${post}/edit`);
  const again = fieldsIn(page);
  expect(again).toMatchObject({ name: "Hello again", content: changed.content, tag: shown["tag"] });
  expect(again["version"]).not.toBe("");
  expect(page).toContain("Is it new?");

  const published = await visitor.send(`${post}/working-copy`, { ...again, action: "apply" });
  expect(published.headers.get("location")).toBe(`/dashboard${post}/edit?done=post-published`);
  expect(await world.api.posts.get(hello)).toMatchObject({
    name: "Hello again",
    html: changed.content,
    revision: (before?.revision ?? 0) + 1,
  });
  expect(fieldsIn(await visitor.page(`${post}/edit`))["version"]).toBe("");
});

it("answers a script with the version, the tag and the rail", async () => {
  const { world, visitor } = await openAs("editor");
  const shown = fieldsIn(await visitor.page(`${post}/edit`));
  const form = { "form-token": visitor.formToken, ...shown, content: "<h2>Why so?</h2><p>Because.</p>" };
  const headers = { accept: "application/json" };
  const saved = await visit(world, `${post}/working-copy`, { ...visitor, form, headers });
  expect(saved.status).toBe(200);
  const { version, tag, rail } = (await saved.json()) as Record<string, string>;
  expect(version).not.toBe("");
  expect(tag).toBe(shown["tag"]);
  expect(rail).toContain("Why so?");

  const other = { ...form, name: "Other" };
  const stale = await visit(world, `${post}/working-copy`, { ...visitor, form: other, headers });
  expect([stale.status, await stale.json()]).toEqual([
    409,
    { message: expect.any(String) as string, mergeUrl: `/dashboard${post}/edit/merge` },
  ]);

  const invalid = await visit(world, `${post}/working-copy`, {
    ...visitor,
    form: { ...form, version: version ?? "", image: "no url" },
    headers,
  });
  expect([invalid.status, Object.keys(((await invalid.json()) as { fields: object }).fields)]).toEqual([
    422,
    ["image"],
  ]);
});

it("keeps the text if the session has ended, and shows it after the sign-in", async () => {
  const { world, visitor } = await openAs("editor");
  const shown = fieldsIn(await visitor.page(`${post}/edit`));
  const text = `  <b>"Mine"</b>\n\n& yours`;
  const form = { "form-token": visitor.formToken, ...shown, name: "My <title>", content: text };
  await world.api.sessions.endAll(visitor.userId);

  const ended = await visit(world, `${post}/working-copy`, { ...visitor, form });
  expect(ended.status).toBe(401);
  const kept = fieldsIn(await ended.text());
  expect(kept).toEqual({ ...shown, name: "My <title>", content: text });

  const { cookie } = await signInAs(world, "editor");
  const resumed = await visit(world, `${post}/working-copy`, { cookie, form: kept });
  expect(resumed.status).toBe(403);
  expect(
    await world.api.admin.posts.workingCopy.get({
      actor: await signedIn(world, world.owner.userId),
      slug: "hello",
    }),
  ).toBeNull();
  const editor = await resumed.text();
  expect(fieldsIn(editor)).toEqual(kept);
  const formToken = /name="form-token" value="(\w+)"/.exec(editor)?.[1] ?? "";
  const saved = await visit(world, `${post}/working-copy`, {
    cookie,
    form: { ...kept, "form-token": formToken },
  });
  expect(saved.status).toBe(303);

  const json = await visit(world, `${post}/working-copy`, { form, headers: { accept: "application/json" } });
  expect([json.status, await json.json()]).toEqual([
    401,
    { message: expect.any(String) as string, signInUrl: "/dashboard/sign-in" },
  ]);
});
