import { describe, expect, it, vi } from "vitest";
import { expectPage, formTokenIn, openAs, signInAs, visit } from "./dashboard_world.ts";
import { editorOf, fieldsIn, hello, openWriting, post, tagOf } from "./editor_world.ts";

const attack = `"'></textarea></p><script>alert(1)</script><img src=x onerror=alert(2)>`;
const json = { accept: "application/json" };

describe("a form of the editor", () => {
  it("saves a working copy, which readers do not see until it is published", async () => {
    const { world, visitor, opened, open, save } = await openWriting();
    const before = await world.api.posts.get(hello);
    const tag = await tagOf(world);
    expect(opened).toMatchObject({ version: tag, tag, format: "html" });
    const changed = { ...opened, name: "Hello again", content: "<h2>Is it new?</h2><p>Yes.</p>" };
    const saved = await save({ ...changed, action: "save" });
    const place = `/dashboard${post}/edit?done=copy-saved`;
    expect([saved.status, saved.headers.get("location")]).toEqual([303, place]);
    expect(await world.api.posts.get(hello)).toEqual(before);

    const page = await visitor.page(`${post}/edit`);
    const again = fieldsIn(page);
    expect(again).toMatchObject({ name: "Hello again", content: changed.content, tag: opened["tag"] });
    expect(again["version"]).not.toBe(tag);
    expect(page).toContain("Is it new?");

    const published = await save({ ...again, action: "apply" });
    expect(published.headers.get("location")).toBe(`/dashboard${post}/edit?done=post-published`);
    const revision = (before?.revision ?? 0) + 1;
    const expected = { name: "Hello again", html: changed.content, revision };
    expect(await world.api.posts.get(hello)).toMatchObject(expected);
    const afterwards = await open();
    expect(afterwards["version"]).toBe(afterwards["tag"]);
  });

  it("shows faults of entries in the rail, with the setting that mends them", async () => {
    const { world, visitor, save, opened } = await openWriting();
    const html = "<h2>How fast is it?</h2><p>It takes ten seconds.</p><button>Show &lt;more&gt;</button>";
    await save({ ...opened, content: html, action: "save" });
    const page = async (): Promise<string> => visitor.page(`${post}/edit`);
    expect(await page()).toMatch(
      /The answer contains the label of a button or of another control\. <q lang="[\w-]+" dir="auto">Show &lt;more&gt;<\/q> Setting: (?:“|<a[^>]*>)Buttons, navigation, /,
    );
    await world.api.organizations.update("acme", { faq: { clean: true } });
    const mended = await page();
    expect(mended).toContain("How fast is it?");
    expect(mended).not.toContain("The answer contains");
  });

  it("answers a script with the version, the tag and the rail", async () => {
    const { world, visitor, opened } = await openWriting();
    const sendAsScript = (fields: Record<string, string>): Promise<Response> => {
      const form = { "form-token": visitor.formToken, ...opened, ...fields };
      return visit(world, `${post}/working-copy`, { ...visitor, form, headers: json });
    };
    const content = "<h2>Why so?</h2><p>Because.</p>";
    const saved = await sendAsScript({ content });
    expect(saved.status).toBe(200);
    const { version = "", tag, rail } = (await saved.json()) as Record<string, string>;
    expect([version === "", tag, rail]).toEqual([false, opened["tag"], expect.stringContaining("Why so?")]);

    const stale = await sendAsScript({ content, name: "Other" });
    const message = "Nothing was saved, because you changed this text in another tab or window.";
    const conflict = { message, isOwn: true, mergeUrl: `/dashboard${post}/edit/merge` };
    expect([stale.status, await stale.json()]).toEqual([409, conflict]);

    const invalid = await sendAsScript({ content, version, image: "no url" });
    const { fields } = (await invalid.json()) as { fields: object };
    expect([invalid.status, Object.keys(fields)]).toEqual([422, ["image"]]);

    const { formToken, userId } = visitor;
    const foreign = await sendAsScript({ "form-token": "of another session" });
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { formToken, userId }]);
  });

  it("keeps the text if the session has ended, and shows it after the sign-in", async () => {
    const { world, visitor, opened, stored } = await openWriting();
    const mine = { ...opened, name: "My <title>", content: `  <b>"Mine"</b>\n\n& yours` };
    const form = { "form-token": visitor.formToken, ...mine };
    await world.api.sessions.endAll(visitor.userId);

    const ended = await visit(world, `${post}/working-copy`, { ...visitor, form });
    expect(ended.status).toBe(401);
    const kept = fieldsIn(await ended.text());
    expect(kept).toEqual(mine);

    const { cookie } = await signInAs(world, "editor");
    const resumed = await visit(world, `${post}/working-copy`, { cookie, form: kept });
    expect(resumed.status).toBe(403);
    expect(await stored()).toBeNull();
    const editor = await resumed.text();
    expect(fieldsIn(editor)).toEqual(kept);
    const sent = { ...kept, "form-token": formTokenIn(editor) };
    expect((await visit(world, `${post}/working-copy`, { cookie, form: sent })).status).toBe(303);

    const asScript = await visit(world, `${post}/working-copy`, { form, headers: json });
    const refusal = { message: expect.any(String) as string, signInUrl: "/dashboard/sign-in" };
    expect([asScript.status, await asScript.json()]).toEqual([401, refusal]);
  });

  it("saves once if it is sent twice, because the first response may have been lost", async () => {
    const { save, stored, opened } = await openWriting();
    const sent = { ...opened, name: "Mine", tags: " one \n\ntwo", action: "save" };
    expect((await save(sent)).status).toBe(303);
    const saved = await stored();
    expect((await save(sent)).status).toBe(303);
    expect(await stored()).toEqual(saved);
  });

  it("publishes once if it is sent twice", async () => {
    const { world, open, save, opened } = await openWriting();
    await save({ ...opened, name: "First", action: "save" });
    const sent = { ...(await open()), name: "Mine", action: "apply" };
    await save(sent);
    const published = await world.api.posts.get(hello);
    expect((await save(sent)).headers.get("location")).toContain("done=post-published");
    expect(published).toMatchObject({ name: "Mine", status: "published" });
    expect(await world.api.posts.get(hello)).toEqual(published);
  });

  it("writes nothing if the text of a public post is published without a change", async () => {
    const { world, save, opened } = await openWriting();
    const before = await world.api.posts.get(hello);
    world.world.clock.advance(60_000);
    expect((await save({ ...opened, action: "apply" })).status).toBe(303);
    expect(await world.api.posts.get(hello)).toEqual(before);
  });

  it("marks a shown text that is not stored", async () => {
    const { visitor, save, opened } = await openWriting();
    const show = (): Promise<string> => visitor.page(`${post}/edit`);
    expect(await show()).not.toContain("data-unsaved");
    await expectPage(await save({ ...opened, image: "no url", action: "save" }), 422, "data-unsaved");
    await save({ ...opened, name: "Mine", action: "save" });
    expect(await show()).not.toContain("data-unsaved");
  });

  it("reads the post once", async () => {
    const { world, open } = await openWriting();
    const get = vi.spyOn(world.api.posts, "get");
    await open();
    expect(get).toHaveBeenCalledTimes(1);
  });

  it("of another site is refused", async () => {
    const { world, visitor } = await openAs("editor");
    const form = { name: "Theirs", content: "Theirs" };
    const headers = { "sec-fetch-site": "cross-site" };
    const refused = await visit(world, `${post}/working-copy`, { cookie: visitor.cookie, form, headers });
    expect([refused.status, (await refused.text()).includes("Theirs")]).toEqual([403, false]);
  });
});

describe("the fields of the form", () => {
  it("leave the others as they are", async () => {
    const { world, save } = await openWriting();
    const kept = { translations: { de: "hallo" }, isAccessibleForFree: false, aliases: ["/old"] } as const;
    await world.api.posts.update(hello, kept);
    const form = { tag: await tagOf(world), format: "html", name: "Bye", content: "<p>New</p>" };
    expect((await save({ ...form, action: "apply" })).status).toBe(303);
    const expected = { ...kept, name: "Bye", html: "<p>New</p>" };
    expect(await world.api.posts.get(hello)).toMatchObject(expected);
  });

  it.each<[what: string, before: object, shown: Record<string, string>, entered: string, after: object]>([
    [
      "tags with a comma",
      { tags: ["A, B", "c"] },
      { tags: "A, B\nc" },
      "A, B\nc\r\n d ",
      { tags: ["A, B", "c", "d"] },
    ],
    ["one author", { authors: ["A", "B"] }, { authors: "A\nB" }, " Ada \r\n", { author: "Ada" }],
    ["several authors", { author: "A" }, { authors: "A" }, "Ada\r\nGrace", { authors: ["Ada", "Grace"] }],
    ["no author", { authors: ["A", "B"] }, { authors: "A\nB" }, "", {}],
    [
      "the line breaks of a description",
      { description: "1\r\n2" },
      { description: "1\n2" },
      "1\n2",
      { description: "1\n2" },
    ],
  ])("keep %s", async (_what, before, shown, entered, after) => {
    const { world, open, save } = await openWriting();
    await world.api.posts.update(hello, before);
    const opened = await open();
    expect(opened).toMatchObject(shown);
    const [field = ""] = Object.keys(shown);
    expect((await save({ ...opened, name: "Mine", [field]: entered, action: "apply" })).status).toBe(303);
    const { author, authors, tags, description } = { ...(await world.api.posts.get(hello)) };
    expect({ author, authors, tags, description }).toEqual(after);
  });
});

describe("the editor's pages", () => {
  it("escape every field of a working copy, of a conflict and of a comparison", async () => {
    const { world, visitor, open, save, saveAsOther } = await openWriting();
    const input = {
      name: attack,
      description: attack,
      authors: [attack, "B"],
      tags: [attack.slice(0, 100)],
      articleSection: attack,
      inLanguage: "en-US",
      image: `https://a.example/?${encodeURIComponent(attack)}`,
      markdown: `## ${attack}?\n\n${attack}`,
    };
    await saveAsOther(input);
    const pages = ["edit", "revisions/1?against=copy", `revisions/1?against=${encodeURIComponent(attack)}`];
    for (const path of pages)
      expect(await visitor.page(`${post}/${path}`)).not.toMatch(/<script>alert|<img src=x/);
    const opened = await open();
    expect(opened["content"]).toBe(input.markdown);
    await world.api.posts.update(hello, { name: `${attack} 2`, html: attack });
    const refused = await save({ ...opened, version: "", content: attack, dialect: attack });
    expect(refused.status).toBe(409);
    expect(await refused.text()).not.toMatch(/<script>alert|<img src=x/);
    await world.api.sessions.endAll(visitor.userId);
    const ended = await visit(world, `${post}/working-copy`, { form: { ...opened, [attack]: attack } });
    expect([ended.status, (await ended.text()).includes("<script>alert")]).toEqual([401, false]);
  });

  it("serve the preview of a working copy without scripts and with an origin of its own", async () => {
    const { world, visitor, saveAsOther } = await openWriting();
    await saveAsOther({ name: "A", html: `<p onclick="alert(1)">Mine</p>` });
    const preview = await visit(world, `${post}/working-copy/preview`, visitor);
    expect(preview.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(await preview.text()).toContain("Mine");
  });

  it("keep Markdown that cannot be rendered here, and say so", async () => {
    const { visitor, save, saveAsOther, stored } = await openWriting();
    const markdown = "*long* ".repeat(20_000);
    await saveAsOther({ name: "Long", markdown });
    const shown = await editorOf(visitor);
    expect(shown).toContain("characters long");
    const changed: Record<string, string> = { ...fieldsIn(shown), name: "Longer" };
    expect(changed["content"]).toBe(markdown);
    const refused = await save({ ...changed, action: "apply" });
    const again = fieldsIn(await refused.text());
    expect([refused.status, again["name"], again["content"]]).toEqual([413, "Longer", markdown]);
    const copy = await stored();
    expect(copy).toMatchObject({ name: "Longer", markdown });
    expect(again["version"]).toContain(copy?.version);
  });
});
