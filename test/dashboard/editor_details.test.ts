import { describe, expect, it } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { openCountedApi } from "./counted_api.ts";
import { expectPage, signIn, visit } from "./dashboard_world.ts";
import { editorOf, fieldsIn, hello, hiddenIn, openWriting, post } from "./editor_world.ts";

describe("the details of a post", () => {
  it("save the slug, the translations, the access and the date, and leave the text as it is", async () => {
    const { world, visitor, save } = await openWriting();
    const page = await visitor.page(`${post}/edit`);
    expect(page).toContain("the address with <code>hello</code> redirects to the new address");
    const changed = {
      slug: "hello-again",
      translations: "de: hallo\nfr: https://acme.example/fr",
      isAccessibleForFree: "no",
      date: "2026-01-31",
      time: "09:30",
      timeZone: "Europe/Berlin",
    };
    const saved = await save({ ...fieldsIn(page), ...hiddenIn(page), ...changed, action: "save" });
    const moved = "/dashboard/o/acme/posts/hello-again/edit?done=post-saved";
    expect(saved.headers.get("location")).toBe(moved);
    expect(await world.api.posts.get({ ...hello, slug: "hello-again" })).toMatchObject({
      name: "Hello",
      translations: { de: "hallo", fr: "https://acme.example/fr" },
      isAccessibleForFree: false,
      publishedAt: "2026-01-31T08:30:00.000Z",
    });
  });

  it("keep the changes of another writer that the form does not change", async () => {
    const { world, visitor, save } = await openWriting();
    const page = await visitor.page(`${post}/edit`);
    await world.api.posts.update(hello, { isAccessibleForFree: false });
    const form = { ...fieldsIn(page), ...hiddenIn(page), isAccessibleForFree: "yes", action: "save" };
    expect((await save({ ...form, slug: "other" })).status).toBe(303);
    const stored = await world.api.posts.get({ ...hello, slug: "other" });
    expect(stored?.isAccessibleForFree).toBe(false);
  });

  it.each<[what: string, changed: Record<string, string>, error: string]>([
    ["a slug that is none", { slug: "no slug!" }, "must be 1 to 200 letters"],
    ["no slug", { slug: "" }, 'id="slug-error">Slug must not be empty'],
    ["a line without a language", { translations: "hallo" }, "must have a colon on each line"],
    ["a date in the future", { date: "2090-01-01", time: "09:00", timeZone: "UTC" }, "must be in the past"],
    ["an unknown time zone", { date: "2020-01-01", time: "09:00", timeZone: "Moon" }, "Europe/Berlin"],
  ])("refuse %s, and show it again", async (_what, changed, error) => {
    const { world, visitor, save } = await openWriting();
    const page = await visitor.page(`${post}/edit`);
    const before = await world.api.posts.get(hello);
    const refused = await save({ ...fieldsIn(page), ...hiddenIn(page), ...changed, action: "save" });
    const again = await expectPage(refused, 422, error);
    for (const text of Object.values(changed)) expect(again).toContain(text);
    expect(await world.api.posts.get(hello)).toEqual(before);
  });

  it("refuse a setting that another writer has changed since", async () => {
    const { world, visitor, save } = await openWriting();
    const page = await visitor.page(`${post}/edit`);
    await world.api.posts.update(hello, { translations: { fr: "salut" } });
    const form = { ...fieldsIn(page), ...hiddenIn(page), translations: "de: hallo", action: "save" };
    await expectPage(await save(form), 422, "was changed to &quot;fr: salut&quot; after you opened");
  });

  it("unpublish the post", async () => {
    const { world, opened, save } = await openWriting();
    const sent = await save({ ...opened, name: "Kept", action: "unpublish" });
    expect(sent.headers.get("location")).toContain("done=post-unpublished");
    expect(await world.api.posts.get(hello)).toMatchObject({ name: "Kept", status: "draft" });
  });

  it("keep the time zone that the writer chose last", async () => {
    const { world, visitor } = await openWriting();
    const page = "/o/acme/posts/secret/schedule";
    const shown = hiddenIn(await visitor.page(page));
    const time = { date: "2030-01-31", time: "09:00", timeZone: "Asia/Kathmandu" };
    const sent = await visitor.send(page, { ...shown, ...time, changes: "publish" });
    const [zone = ""] = (sent.headers.get("set-cookie") ?? "").split(";");
    const cookie = `${visitor.cookie}; ${zone}`;
    const again = await (await visit(world, "/o/acme/posts/secret/edit", { cookie })).text();
    expect(again).toContain("2030-01-31 09:00 Asia/Kathmandu");
    expect(again).toContain("2030-01-31 03:15 UTC");
  });
});

describe("suggested values", () => {
  it.each([
    ["field=tags&q=lau", ["launch"]],
    ["field=articleSection&q=new", ["News"]],
    ["field=authors&q=ada", ["Ada Lovelace"]],
    ["field=translations&q=plans", ["fr: plans"]],
    ["field=timeZone&q=new york", ["America/New_York"]],
  ])("of %s are those of the organization's posts", async (query, expected) => {
    const { world, userId } = await openCountedApi();
    await world.api.posts.create("acme", {
      name: "Plans",
      inLanguage: "fr",
      tags: ["launch", "other"],
      articleSection: "News",
      authors: ["Ada Lovelace", "Bob"],
      status: "draft",
    });
    const visitor = await signIn(world, userId);
    const { values } = JSON.parse(await visitor.page(`/o/acme/suggestions?${query}`)) as {
      values: { value: string }[];
    };
    expect(values.map(({ value }) => value)).toEqual(expected);
  });

  it("are at most 20", async () => {
    const { world, visitor } = await openWriting();
    const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
    await world.api.posts.update(hello, { tags });
    const { values } = JSON.parse(await visitor.page("/o/acme/suggestions?field=tags&q=tag")) as {
      values: object[];
    };
    expect(values).toHaveLength(20);
    const unknown = await visit(world, "/o/acme/suggestions?field=html", visitor);
    expect(unknown.status).toBe(400);
  });
});

describe("another writer", () => {
  it("is named while the editor is open, and no longer after it is closed", async () => {
    const { world, visitor } = await openWriting();
    const { id } = await world.api.users.create({ name: "Bob" });
    await world.api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    const bob = await signIn(world, id);
    const page = "page-of-bob-1";
    const beat = await bob.send(`${post}/presence`, { page });
    expect(await beat.json()).toEqual({ others: [] });
    expect(await visitor.page(`${post}/edit`)).toContain("Bob is editing too");
    const own = await visitor.send(`${post}/presence`, { page: "page-of-ann-1" });
    expect(await own.json()).toEqual({ others: ["Bob"] });
    await bob.send(`${post}/presence`, { page, leaving: "1" });
    expect(await visitor.page(`${post}/edit`)).not.toContain("is editing too");
    await bob.send(`${post}/presence`, { page });
    // The script of the page takes the time between two heartbeats from it.
    const [, seconds = ""] = /data-presence="(\d+)"/.exec(await visitor.page(`${post}/edit`)) ?? [];
    world.world.clock.advance(Number(seconds) * 2000);
    expect(await visitor.page(`${post}/edit`)).toContain("Bob is editing too");
    world.world.clock.advance(Number(seconds) * 1000);
    expect(await visitor.page(`${post}/edit`)).not.toContain("is editing too");
  });

  it("has unpublished changes, which are shown with name, time and differences before they are edited", async () => {
    const { visitor, saveAsOther } = await openWriting();
    await saveAsOther({ html: "<h2>Why?</h2><p>Half a sentence" });
    const shown = await visitor.page(`${post}/edit`);
    expect(shown).toMatch(/Unpublished changes of Ada.*just now/s);
    expect(shown).toContain("Half a sentence</ins>");
    expect(shown).not.toContain("data-editor");
    const editor = await editorOf(visitor);
    expect(fieldsIn(editor)["content"]).toContain("Half a sentence");

    await saveAsOther({ html: "<p>Other</p>" });
    const [, seen = ""] = /\?over=([^"]*)"/.exec(shown) ?? [];
    expect(await visitor.page(`${post}/edit?over=${seen}`)).toContain("Unpublished changes of");
  });

  it("sees its own changes in the editor at once", async () => {
    const { world, visitor, opened, save } = await openWriting();
    await save({ ...opened, name: "Mine", action: "save" });
    expect(fieldsIn(await visitor.page(`${post}/edit`))["name"]).toBe("Mine");
    const actor = await signedIn(world, visitor.userId);
    expect((await world.api.admin.posts.text.get({ actor, slug: "hello" })).savedAs).toBe("working-copy");
  });
});
