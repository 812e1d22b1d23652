import { describe, expect, it } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { expectPage, type SignedIn, signInAs, visit } from "./dashboard_world.ts";
import { fieldsIn, hello, hiddenIn, openWriting, post, tagOf, valueIn } from "./editor_world.ts";

const lines = ["<h2>Why?</h2>", "<p>One.</p>", "<p>Two.</p>", "<p>Three.</p>", "<p>Four.</p>"];
const text = (...changes: [number, string][]): string =>
  lines.map((line, index) => changes.find(([at]) => at === index)?.[1] ?? line).join("\n");

const openText = (): ReturnType<typeof openWriting> => openWriting({ html: text() });

/** Sends the choices of a merge. */
const merge = (visitor: SignedIn, fields: Record<string, string>): Promise<Response> =>
  visitor.send(`${post}/edit/merge`, { ...fields, action: "merge" });

const chosen = (page: string): string[] =>
  [...page.matchAll(/name="([\w-]+)" value="(yours|theirs|both)" required checked/g)].map(
    ([, name = "", side = ""]) => `${name}=${side}`,
  );

describe("two writers of one post", () => {
  it("both keep their text: the second chooses line by line", async () => {
    const { opened, visitor, save, saveAsOther, stored } = await openText();
    await saveAsOther({ name: "Theirs", html: text([1, "<p>Their one.</p>"], [3, "<p>Their three.</p>"]) });
    const before = await stored();
    const mine = {
      ...opened,
      description: "Mine",
      content: text([2, "<p>My two.</p>"], [3, "<p>My three.</p>"]),
    };
    const refused = await save({ ...mine, action: "save" });
    expect(refused.status).toBe(409);
    expect(await stored()).toEqual(before);

    const page = await refused.text();
    expect(fieldsIn(page)).toEqual(mine);
    // Lines next to each other are one difference. Both writers changed it, so it has no default.
    expect(chosen(page)).toEqual(["choose-name=theirs", "choose-description=yours"]);
    const chosenSides = {
      ...hiddenIn(page),
      ...mine,
      "choose-name": "theirs",
      "choose-description": "yours",
    };
    const incomplete = await merge(visitor, chosenSides);
    expect([incomplete.status, fieldsIn(await incomplete.text())]).toEqual([422, mine]);
    expect(await stored()).toEqual(before);

    const done = await merge(visitor, { ...chosenSides, "block-0": "both" });
    expect(done.headers.get("location")).toBe(`/dashboard${post}/edit?done=copy-merged`);
    expect(await stored()).toMatchObject({
      name: "Theirs",
      description: "Mine",
      html: [
        lines[0],
        lines[1],
        "<p>My two.</p>",
        "<p>My three.</p>",
        "<p>Their one.</p>",
        lines[2],
        "<p>Their three.</p>",
        lines[4],
      ].join("\n"),
      by: visitor.userId,
    });
  });

  it("get the side that changed by default", async () => {
    const { opened, visitor, save, saveAsOther, stored } = await openText();
    await saveAsOther({ html: text([0, "<h2>Why not?</h2>"]) });
    const mine = { ...opened, content: text([2, "<p>My two.</p>"], [4, ""]) };
    const refused = await save({ ...mine, action: "save" });
    const page = await refused.text();
    expect(chosen(page)).toEqual(["block-0=theirs", "block-1=yours", "block-2=yours"]);
    const choices = { "block-0": "theirs", "block-1": "yours", "block-2": "yours" };
    await merge(visitor, { ...hiddenIn(page), ...mine, ...choices });
    expect((await stored())?.html).toBe(text([0, "<h2>Why not?</h2>"], [2, "<p>My two.</p>"], [4, ""]));
  });

  it("choose themselves if one deletes the line that the other changed", async () => {
    const { opened, save, saveAsOther } = await openText();
    await saveAsOther({ html: text([2, "<p>Their two.</p>"]) });
    const mine = { ...opened, content: lines.toSpliced(2, 1).join("\n") };
    const page = await (await save(mine)).text();
    expect([page.includes("Difference 1 of 1"), chosen(page)]).toEqual([true, []]);
  });

  it("see only the lines that differ if one text has other line breaks", async () => {
    const { opened, save, saveAsOther } = await openText();
    await saveAsOther({ html: text([0, "<h2>Why not?</h2>"]).replaceAll("\n", "\r\n") });
    const mine = { ...opened, content: text([4, "<p>Mine.</p>"]) };
    const page = await (await save(mine)).text();
    expect([page.includes("Difference 2 of 2"), chosen(page)]).toEqual([
      true,
      ["block-0=theirs", "block-1=yours"],
    ]);
  });

  it("read that the changes were discarded", async () => {
    const { opened, world, open, save, saveAsOther, stored } = await openText();
    await saveAsOther({ name: "Theirs" });
    const { version = "" } = await open();
    const actor = await signedIn(world, world.owner.userId);
    await world.api.admin.posts.workingCopy.discard({ actor, slug: "hello" });
    const mine = { ...opened, version, name: "Mine" };
    const refused = await save(mine);
    await expectPage(refused, 409, "The unpublished changes were discarded. The post was last changed");
    expect(await stored()).toBeNull();
  });

  it("never overwrite a third save, and keep the choices", async () => {
    const { opened, visitor, save, saveAsOther, stored } = await openText();
    await saveAsOther({ html: text([0, "<h2>Second?</h2>"]) });
    const mine = { ...opened, name: "Mine", content: text([2, "<p>My two.</p>"]) };
    const first = await save({ ...mine, action: "save" });
    const page = await first.text();
    await saveAsOther({ html: text([4, "<p>Third.</p>"]) });
    const third = await stored();
    const choices = { "choose-name": "yours", "block-0": "theirs", "block-1": "yours" };
    const sent = { ...hiddenIn(page), ...mine, ...choices };
    const again = await merge(visitor, sent);
    expect(again.status).toBe(409);
    expect(await stored()).toEqual(third);
    const kept = fieldsIn(await again.text());
    expect(kept).toMatchObject({
      name: "Mine",
      content: text([0, "<h2>Second?</h2>"], [2, "<p>My two.</p>"]),
    });
  });

  it("do not overwrite each other on a second save of the same form", async () => {
    const { opened, save, stored } = await openText();
    expect((await save({ ...opened, name: "First" })).status).toBe(303);
    expect((await save({ ...opened, name: "Second" })).status).toBe(409);
    expect((await save({ ...opened, name: "Second" })).status).toBe(409);
    expect((await stored())?.name).toBe("First");
  });

  it("choose between whole texts of different formats", async () => {
    const { opened, world, visitor, save, saveAsOther, stored } = await openText();
    const markdown = { markdown: "# Theirs", markdownDialect: "github" as const };
    const actor = await signedIn(world, world.owner.userId);
    const copy = { name: "Hello", ...markdown };
    await world.api.admin.posts.workingCopy.save({ actor, slug: "hello" }, copy, { ifMatch: null });
    const mine = { ...opened, content: "<p>Mine</p>" };
    const page = await (await save(mine)).text();
    const chosenSides = {
      ...hiddenIn(page),
      ...mine,
      "choose-articleSection": "yours",
      "choose-inLanguage": "yours",
    };
    const sent = { ...chosenSides, "choose-content": "theirs" };
    await saveAsOther({ name: "Changed again" });
    const changed = await merge(visitor, sent);
    expect(changed.status).toBe(409);
    const fresh = { ...sent, ...hiddenIn(await changed.text()), ...mine, "choose-name": "theirs" };
    expect((await merge(visitor, fresh)).status).toBe(303);
    expect(await stored()).toMatchObject({ name: "Changed again", html: text() });
  });
});

describe("a post that changes below its working copy", () => {
  it("is not overwritten by publishing: the writer merges first", async () => {
    const { opened, world, visitor, open, save } = await openText();
    const mine = { ...opened, content: text([2, "<p>My two.</p>"]) };
    expect((await save({ ...mine, action: "save" })).status).toBe(303);
    const saved = await open();
    await world.api.posts.update(hello, { html: text([4, "<p>Their four.</p>"]) });
    const theirs = await world.api.posts.get(hello);

    const refused = await save({ ...saved, action: "apply" });
    expect(refused.status).toBe(409);
    expect(await world.api.posts.get(hello)).toEqual(theirs);
    const page = await refused.text();
    expect(await visitor.page(`${post}/edit/merge`)).toContain("Difference 2 of 2");
    const choices = { "block-0": "yours", "block-1": "theirs" };
    await merge(visitor, { ...hiddenIn(page), ...saved, ...choices });
    const merged = await open();
    expect(merged["tag"]).toBe(await tagOf(world));
    await save({ ...merged, action: "apply" });
    expect((await world.api.posts.get(hello))?.html).toBe(
      text([2, "<p>My two.</p>"], [4, "<p>Their four.</p>"]),
    );
  });

  it("publishes after a change that is not of the text", async () => {
    const { opened, world, save } = await openText();
    await world.api.posts.update(hello, { status: "archived" });
    const sent = { ...opened, name: "Back", action: "apply" };
    expect((await save(sent)).status).toBe(303);
    expect(await world.api.posts.get(hello)).toMatchObject({ name: "Back", status: "published" });
  });

  it("keeps its state if the unchanged text is published with an old form", async () => {
    const { opened, world, save } = await openText();
    await world.api.posts.update(hello, { name: "Theirs", status: "draft" });
    const refused = await save({ ...opened, action: "apply" });
    expect(refused.status).toBe(409);
    expect(await world.api.posts.get(hello)).toMatchObject({ name: "Theirs", status: "draft" });
  });
});

describe("a merge", () => {
  it("keeps the text if the session has ended", async () => {
    const { opened, world, visitor, save, saveAsOther, stored } = await openText();
    await saveAsOther({ html: text([0, "<h2>Second?</h2>"]) });
    const before = await stored();
    const mine = { ...opened, content: text([2, "<p>My two.</p>"]) };
    const page = await (await save(mine)).text();
    await world.api.sessions.endAll(visitor.userId);
    const sent = { ...hiddenIn(page), ...mine, "block-0": "yours", "block-1": "yours" };
    const ended = await merge(visitor, sent);
    expect(ended.status).toBe(401);
    const kept = { ...hiddenIn(await ended.text()), ...mine };
    const { cookie } = await signInAs(world, "editor");
    const resumed = await visit(world, `${post}/edit/merge`, { cookie, form: kept });
    expect(resumed.status).toBe(403);
    expect(fieldsIn(await resumed.text())).toEqual(mine);
    expect(await stored()).toEqual(before);
  });

  it("of long texts shows only the lines that differ", async () => {
    const { opened, save, saveAsOther } = await openWriting({
      html: text(),
      limits: { bodyBytes: 8_000_000 },
    });
    const long = Array.from({ length: 100_000 }, (_, index) => `<p>${index}</p>`);
    await saveAsOther({ html: long.with(99_999, "theirs").join("\n") });
    const mine = { ...opened, content: long.with(1, "mine").join("\n") };
    const page = await (await save(mine)).text();
    expect(page).toContain("Difference 2 of 2");
    expect(valueIn(page, "content")).toBe(mine.content);
  });

  it("of texts that differ everywhere asks for one of them", async () => {
    const { opened, visitor, save, saveAsOther, stored } = await openText();
    const many = (word: string): string =>
      Array.from({ length: 9000 }, (_, index) => `${word} ${index}`).join("\n");
    await saveAsOther({ html: many("theirs") });
    const mine = { ...opened, content: many("mine") };
    const page = await (await save(mine)).text();
    expect(page).toContain("differ too much");
    const sent = { ...hiddenIn(page), ...mine, "choose-content": "theirs" };
    expect((await merge(visitor, sent)).status).toBe(303);
    expect((await stored())?.html).toBe(many("theirs"));
  });

  it.each<[what: string, blocks: string]>([
    ["a place after the text", "9 9 0"],
    ["places in the wrong order", "3 1 0\n1 1 0"],
    ["no place", "a b c"],
  ])("with %s is refused, and keeps the text", async (_what, blocks) => {
    const { opened, visitor, stored } = await openText();
    const sent = {
      ...opened,
      name: "Mine",
      blocks,
      "block-0": "theirs",
      "block-1": "theirs",
    };
    const refused = await merge(visitor, sent);
    expect(refused.status).toBe(422);
    expect(fieldsIn(await refused.text())["name"]).toBe("Mine");
    expect(await stored()).toBeNull();
  });
});
