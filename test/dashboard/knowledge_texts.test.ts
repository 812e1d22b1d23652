import { load } from "cheerio";
import { expect, it } from "vitest";
import type { KnowledgeEntry } from "../../lib/mod.ts";
import { openAs, type SentFields, signInAs, type SignedIn } from "./dashboard_world.ts";

const path = "/o/acme/knowledge-base";
const hostile = `</textarea><script>alert(1)</script>"'`;
const hours = { text: "We open at nine.", title: "Opening hours", source: "https://acme.example/visit" };

/** The parts of the dashboard's world that read a text. */
interface Texts {
  api: {
    knowledgeBase: {
      get: (address: { organizationSlug: string; id: string }) => Promise<KnowledgeEntry | null>;
    };
  };
}

const textOf = async ({ api }: Texts, id: string): Promise<KnowledgeEntry | null> =>
  api.knowledgeBase.get({ organizationSlug: "acme", id });

/** Returns the fields of a page's form as a browser without JavaScript sends them. */
function fieldsOf(page: string): Record<"etag" | "title" | "text" | "source" | "tags", string> {
  const $ = load(page);
  const form = $(`main form[method="post"]`);
  const valueOf = (name: string): string => String(form.find(`[name="${name}"]`).val() ?? "");
  const etag = valueOf("etag");
  return {
    etag,
    title: valueOf("title"),
    text: valueOf("text"),
    source: valueOf("source"),
    tags: valueOf("tags"),
  };
}

const openForm = async (visitor: SignedIn, id: string): Promise<ReturnType<typeof fieldsOf>> =>
  fieldsOf(await visitor.page(`${path}/${id}`));

it("adds a text with title, source and tags, lists it, and saves its form", async () => {
  const { world, visitor } = await openAs("editor");
  const added = await visitor.send(path, { ...hours, tags: "visit\r\n\r\nhours \r\n" });
  expect([added.status, added.headers.get("location")]).toEqual([303, `/dashboard${path}?done=text-added`]);
  const $ = load(await visitor.page(`${path}?search=nine`));
  const row = $("tbody tr").first();
  expect(row.text()).toMatch(
    /Opening hours\s+We open at nine\.\s+https:\/\/acme\.example\/visit\s+visit, hours/,
  );
  const id = row.find(`a[href^="/dashboard${path}/"]`).first().attr("href")?.split("/").at(-1) ?? "";
  expect(await textOf(world, id)).toMatchObject({ ...hours, tags: ["visit", "hours"] });
  const shown = await openForm(visitor, id);
  expect(shown).toEqual({ ...hours, tags: "visit\nhours", etag: shown.etag });
  const saved = await visitor.send(`${path}/${id}`, { ...shown, title: "", source: "", tags: "" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `/dashboard${path}?done=text-saved`]);
  const now = await textOf(world, id);
  expect([now?.text, now?.title, now?.source, now?.tags]).toEqual([
    hours.text,
    undefined,
    undefined,
    undefined,
  ]);
});

it("shows the form again with the present text if somebody else saved it, and saves it then", async () => {
  const { world, visitor } = await openAs("editor");
  const other = await signInAs(world, "editor");
  const address = `${path}/${world.textId}`;
  const mine = await openForm(visitor, world.textId);
  const theirs = await openForm(other, world.textId);
  const saved = {
    text: "Their text",
    title: "Their title",
    source: "https://acme.example/theirs",
    tags: "theirs",
  };
  expect((await other.send(address, { ...theirs, ...saved })).status).toBe(303);
  const refused = await visitor.send(address, { ...mine, text: "My text", tags: "mine" });
  const page = await refused.text();
  expect(refused.status).toBe(412);
  for (const value of Object.values(saved)) expect(load(page)("main dl").text()).toContain(value);
  const again = fieldsOf(page);
  expect([again.text, again.tags]).toEqual(["My text", "mine"]);
  expect(await textOf(world, world.textId)).toMatchObject({ text: "Their text" });
  expect((await visitor.send(address, again)).status).toBe(303);
  expect(await textOf(world, world.textId)).toMatchObject({ text: "My text", tags: ["mine"] });
});

it("shows the form of a text that was deleted meanwhile, and adds it again", async () => {
  const { world, visitor } = await openAs("editor");
  const mine = await openForm(visitor, world.textId);
  expect((await visitor.send(`${path}/${world.textId}/delete`, {})).status).toBe(303);
  const refused = await visitor.send(`${path}/${world.textId}`, { ...mine, text: "My text", tags: "mine" });
  const page = await refused.text();
  expect([refused.status, load(page)("main").text()]).toEqual([404, expect.stringContaining("Add it again")]);
  expect(load(page)("form.wide").attr("action")).toBe(`/dashboard${path}`);
  expect((await visitor.send(path, fieldsOf(page))).status).toBe(303);
  const { entries } = await world.api.knowledgeBase.list("acme", { search: "My text" });
  expect(entries).toEqual([expect.objectContaining({ text: "My text", tags: ["mine"] })]);
});

it("never saves a form without the version of its text", async () => {
  const { world, visitor } = await openAs("editor");
  const before = await textOf(world, world.textId);
  for (const etag of ["", "*", hostile]) {
    expect((await visitor.send(`${path}/${world.textId}`, { text: "Blind", etag })).status).toBe(412);
  }
  expect(await textOf(world, world.textId)).toEqual(before);
});

it.each<[name: string, fields: SentFields, field: string]>([
  ["an empty text", { ...hours, text: "" }, "text"],
  ["a long text", { ...hours, text: "x".repeat(100_001) }, "text"],
  ["a source that is no web address", { ...hours, source: "javascript:alert(1)" }, "source"],
  ["a long title", { ...hours, title: "x".repeat(201) }, "title"],
  ["too many tags", { ...hours, tags: Array.from({ length: 51 }, (_, index) => index).join("\n") }, "tags"],
  ["a long tag", { ...hours, tags: `a\n${"x".repeat(101)}` }, "tags"],
])("shows %s again with its reason, in both forms", async (_name, fields, field) => {
  const { world, visitor } = await openAs("editor");
  const before = await textOf(world, world.textId);
  const { etag } = await openForm(visitor, world.textId);
  for (const [at, sent] of [
    [path, fields],
    [`${path}/${world.textId}`, { ...fields, etag }],
  ] as const) {
    const refused = await visitor.send(at, sent);
    const page = await refused.text();
    expect([refused.status, load(page)(`#${field}-error`).text()]).toEqual([
      422,
      expect.stringMatching(/\w/),
    ]);
    const shown: Record<string, string> = fieldsOf(page);
    expect(shown[field]).toBe(fields[field]);
    expect(shown["etag"]).toBe(at === path ? "" : etag);
  }
  expect(await textOf(world, world.textId)).toEqual(before);
});

it("escapes hostile values in the list and in the form", async () => {
  const { world, visitor } = await openAs("editor");
  const source = `https://acme.example/?a="><script>alert(1)</script>`;
  await visitor.send(path, { text: hostile, title: hostile, source, tags: hostile });
  const list = await visitor.page(path);
  const { entries } = await world.api.knowledgeBase.list("acme", { search: "alert(1)" });
  const form = await visitor.page(`${path}/${entries[0]?.id}`);
  for (const page of [list, form]) {
    expect(page).not.toContain("<script>alert(1)");
    expect(load(page)("main").text() + JSON.stringify(fieldsOf(page))).toContain("alert(1)");
  }
  expect(fieldsOf(form)).toMatchObject({ text: hostile, title: hostile, tags: hostile });
});

it("saves the longest text", async () => {
  const { world, visitor } = await openAs("editor");
  const shown = await openForm(visitor, world.textId);
  const text = "😀".repeat(100_000);
  expect((await visitor.send(`${path}/${world.textId}`, { ...shown, text })).status).toBe(303);
  expect((await textOf(world, world.textId))?.text).toBe(text);
});

it("shows no text to members without the permission", async () => {
  const { world, visitor: viewer } = await openAs("viewer");
  for (const at of [`${path}/${world.textId}`, `${path}/none`]) {
    expect(await viewer.page(at)).not.toContain('name="etag"');
    expect((await viewer.send(at, { text: "x", etag: "x" })).status).toBe(403);
  }
  const editor = await signInAs(world, "editor");
  expect(await editor.page(`${path}/none`)).toContain("This does not exist");
});
