import { describe, expect, it, vi } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { expectPage, openAs, visit } from "./dashboard_world.ts";
import { fieldsIn, post } from "./editor_world.ts";

const hello = { organizationSlug: "acme", slug: "hello" };

async function openEditor() {
  const { world, visitor } = await openAs("editor");
  const actor = await signedIn(world, world.owner.userId);
  const show = async (): Promise<string> => visitor.page(`${post}/edit`);
  const sendText = (fields: Record<string, string>): Promise<Response> =>
    visitor.send(`${post}/working-copy`, fields);
  const stored = () => world.api.admin.posts.workingCopy.get({ actor, slug: "hello" });
  return { world, visitor, show, sendText, stored, opened: fieldsIn(await show()) };
}

describe("a form of the editor that is sent twice", () => {
  it("saves once, because the first response may have been lost", async () => {
    const { sendText, stored, opened } = await openEditor();
    const sent = { ...opened, name: "Mine", tags: " one \n\ntwo", action: "save" };
    expect((await sendText(sent)).status).toBe(303);
    const saved = await stored();
    expect((await sendText(sent)).status).toBe(303);
    expect(await stored()).toEqual(saved);
  });

  it("publishes once", async () => {
    const { world, show, sendText, opened } = await openEditor();
    await sendText({ ...opened, name: "First", action: "save" });
    const sent = { ...fieldsIn(await show()), name: "Mine", action: "apply" };
    await sendText(sent);
    const published = await world.api.posts.get(hello);
    const again = await sendText(sent);
    expect(again.headers.get("location")).toContain("done=post-published");
    expect(published).toMatchObject({ name: "Mine", status: "published" });
    expect(await world.api.posts.get(hello)).toEqual(published);
  });
});

it("writes nothing if the text of a public post is published without a change", async () => {
  const { world, sendText, opened } = await openEditor();
  const before = await world.api.posts.get(hello);
  world.world.clock.advance(60_000);
  expect((await sendText({ ...opened, action: "apply" })).status).toBe(303);
  expect(await world.api.posts.get(hello)).toEqual(before);
});

it("marks a shown text that is not stored", async () => {
  const { show, sendText, opened } = await openEditor();
  expect(await show()).not.toContain("data-unsaved");
  const refused = await sendText({ ...opened, image: "no url", action: "save" });
  await expectPage(refused, 422, "data-unsaved");
  await sendText({ ...opened, name: "Mine", action: "save" });
  expect(await show()).not.toContain("data-unsaved");
});

it("tells the script which user the session belongs to", async () => {
  const { world, visitor, opened } = await openEditor();
  const form = { ...opened, "form-token": "of another session" };
  const headers = { accept: "application/json" };
  const refused = await visit(world, `${post}/working-copy`, { ...visitor, form, headers });
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { formToken: visitor.formToken, userId: visitor.userId },
  ]);
});

it("keeps the line breaks of a description", async () => {
  const { world, show, sendText } = await openEditor();
  await world.api.posts.update(hello, { description: "One\r\ntwo" });
  const shown = fieldsIn(await show());
  expect(shown["description"]).toBe("One\ntwo");
  await sendText({ ...shown, name: "Mine", action: "apply" });
  expect((await world.api.posts.get(hello))?.description).toBe("One\ntwo");
});

it("reads the post once", async () => {
  const { world, show } = await openEditor();
  const get = vi.spyOn(world.api.posts, "get");
  await show();
  expect(get).toHaveBeenCalledTimes(1);
});
