import { describe, expect, it } from "vitest";
import type { CustomField } from "../../lib/content/mod.ts";
import { formLimits } from "../../lib/dashboard/form/read_form.ts";
import { expectPage, type SignedIn } from "./dashboard_world.ts";
import {
  fieldsIn,
  hello,
  hiddenIn,
  openWriting,
  post,
  tagOf,
  valueIn,
  type Writing,
} from "./editor_world.ts";

type CustomType = CustomField["type"];

const sizes = ["Small", "Large"];

/** For each type: the text in the form, the stored value, and the text of the value on the post's page. */
const types: readonly (readonly [CustomType, string, unknown, string])[] = [
  ["text", "Blue & <i>green</i>", "Blue & <i>green</i>", "Blue &amp; &lt;i&gt;green&lt;/i&gt;"],
  ["markdown", "# Hi\n\n- *one*", "# Hi\n\n- *one*", "# Hi\n\n- *one*"],
  ["number", "-4.5", -4.5, "-4.5"],
  ["boolean", "no", false, "No"],
  ["date", "2026-11-26", "2026-11-26", '<time datetime="2026-11-26">'],
  ["dateTime", "2026-11-26T09:30", "2026-11-26T09:30:00.000Z", "2026-11-26 09:30 UTC"],
  ["url", "https://acme.example/a", "https://acme.example/a", '<a href="https://acme.example/a"'],
  ["choice", "Large", "Large", "Large"],
  ["list", "one\ntwo, three", ["one", "two, three"], ">two, three</span>"],
  ["reference", "hello", "hello", '<a href="/dashboard/o/acme/posts/hello"'],
  ["json", '{\n  "a": [\n    1,\n    null\n  ]\n}', { a: [1, null] }, "{&quot;a&quot;:[1,null]}"],
];

/** Texts that no value of a type has, with the message at the control. */
const wrong: readonly (readonly [CustomType, string, string])[] = [
  ["number", "4,5", "must be a number"],
  ["number", "1e999", "must be a finite number"],
  ["boolean", "perhaps", "must be true or false"],
  ["date", "2026-02-30", "must be an existing date"],
  ["dateTime", "tomorrow", "must be a date and time"],
  ["url", "acme.example", "must be an absolute http or https URL"],
  ["choice", "Huge", "must be Small or Large"],
  ["reference", "no slug!", "must be"],
  ["json", "{a: 1}", "must be JSON"],
  ["json", "[".repeat(3_000) + "]".repeat(3_000), "must be JSON of at most 4000 characters"],
  ["text", "x".repeat(2_001), "must be at most 2000 characters"],
];

function fieldOf(type: CustomType, more: Partial<CustomField> = {}): CustomField {
  return { name: "detail", label: "Detail", type, ...(type === "choice" && { choices: sizes }), ...more };
}

/** Opens the editor of a post of an organization that defines fields. */
async function openWith(...postFields: CustomField[]): Promise<Writing> {
  const writing = await openWriting();
  await define(writing, ...postFields);
  return { ...writing, opened: await writing.open() };
}

async function define({ world }: Pick<Writing, "world">, ...postFields: CustomField[]): Promise<void> {
  await world.api.organizations.update("acme", { postFields });
}

/** Returns the value of a control on a page, as a browser would show it. */
function controlIn(page: string, name = "custom.detail"): string | undefined {
  const [, select] = new RegExp(`<select[^>]* name="${name}".*?</select>`, "s").exec(page) ? [null, ""] : [];
  if (select === undefined) return valueIn(page, name);
  const [options = ""] = new RegExp(`<select[^>]* name="${name}".*?</select>`, "s").exec(page) ?? [];
  return /<option value="([^"]*)" selected>/.exec(options)?.[1];
}

const editor = async ({ visitor }: { visitor: SignedIn }): Promise<string> => visitor.page(`${post}/edit`);

const custom = async ({ world }: Pick<Writing, "world">): Promise<unknown> =>
  (await world.api.posts.get(hello))?.custom;

describe("a field that the organization defines", () => {
  it.each(types)(
    "of the type %s is saved, shown again, published and removed",
    async (type, text, value, fact) => {
      const writing = await openWith(fieldOf(type));
      const { opened, save, stored, visitor, open } = writing;
      expect(controlIn(await editor(writing))).toBe("");
      await save({ ...opened, "custom.detail": text, action: "save" });
      expect((await stored())?.custom).toEqual({ detail: value });
      expect(controlIn(await editor(writing))).toBe(text);
      expect(await editor(writing)).not.toContain("data-unsaved");
      await save({ ...(await open()), "custom.detail": text, action: "apply" });
      expect([await custom(writing), await stored()]).toEqual([{ detail: value }, null]);
      expect(controlIn(await editor(writing))).toBe(text);
      expect(await visitor.page(post)).toContain(fact);
      await save({ ...(await open()), "custom.detail": "", action: "apply" });
      expect(await custom(writing)).toBeUndefined();
      expect(await visitor.page(post)).toContain("<dt>Detail</dt><dd>none</dd>");
    },
  );

  it.each(wrong)("of the type %s refuses a wrong text at its control", async (type, text, message) => {
    const { opened, save, stored } = await openWith(fieldOf(type));
    const page = await expectPage(
      await save({ ...opened, "custom.detail": text, action: "save" }),
      422,
      `id="custom-detail-error">Detail ${message}`,
    );
    expect(page).toContain(`The Detail ${message}`);
    expect(controlIn(page)).toBe(text);
    expect(await stored()).toBeNull();
  });

  it.each([
    ["a text of several lines", "text", "one\ntwo"],
    ["a list with several lines in an item", "list", ["one\ntwo", "three"]],
    ["a list that looks like JSON", "list", ['["a"]', "b"]],
    ["a time with milliseconds", "dateTime", "2026-11-26T09:30:07.120Z"],
    ["a time in the year 0", "dateTime", "0000-11-26T09:30:00.000Z"],
    ["a day in the year 0", "date", "0000-11-26"],
    ["a small number", "number", 1e-7],
    ["a text of JSON", "json", "text"],
    ["a text with marks of direction", "text", "\u202Eabc\u202C \u05D0"],
    ["a text with markup", "text", '"><script>alert(1)</script>'],
  ] as const)("keeps %s when the form is saved", async (_name, type, value) => {
    const writing = await openWith(fieldOf(type));
    await writing.world.api.posts.update(hello, { custom: { detail: value } });
    const opened = await writing.open();
    const page = await editor(writing);
    expect(page).not.toContain("<script>alert");
    const text = controlIn(page) ?? "";
    await writing.save({ ...opened, description: "New", "custom.detail": text, action: "apply" });
    expect(await custom(writing)).toEqual({ detail: value });
    expect(await writing.visitor.page(post)).not.toContain("<script>alert");
  });

  it("has its hint, and says if it is required and has a default", async () => {
    const hint = "From 1 to 5";
    const writing = await openWith(fieldOf("number", { hint, isRequired: true, default: 3 }));
    expect(await editor(writing)).toContain(`${hint}. Required before publication. Default: 3`);
    expect(await writing.visitor.page(post)).toContain("<dt>Detail</dt><dd>3 (default)</dd>");
  });

  it("is in the form of a new post", async () => {
    const writing = await openWith(fieldOf("number", { isRequired: true }));
    const send = async (fields: Record<string, string>): Promise<Response> =>
      writing.visitor.send("/o/acme/new-post", { name: "New", content: "x", action: "apply", ...fields });
    await expectPage(await send({}), 422, 'id="custom-detail-error">Detail is required');
    await expectPage(
      await send({ "custom.detail": "x" }),
      422,
      'id="custom-detail-error">Detail must be a number',
    );
    expect((await send({ action: "save", slug: "new-draft" })).status).toBe(303);
    const published = await send({ "custom.detail": "7" });
    const [, slug = ""] = /posts\/([^/]+)\/edit/.exec(published.headers.get("location") ?? "") ?? [];
    const address = { organizationSlug: "acme", slug };
    expect((await writing.world.api.posts.get(address))?.custom).toEqual({ detail: 7 });
  });
});

describe("a required field", () => {
  const openDraft = async (): Promise<Writing> => {
    const writing = await openWriting();
    await writing.world.api.posts.update(hello, { status: "draft" });
    await define(writing, fieldOf("number", { isRequired: true }));
    return { ...writing, opened: await writing.open() };
  };
  const missing = 'id="custom-detail-error">Detail is required';

  it("is not needed to save a draft, and needed to publish it in the editor", async () => {
    const { opened, save, open, world } = await openDraft();
    expect((await save({ ...opened, name: "Mine", "custom.detail": "", action: "save" })).status).toBe(303);
    const sent = { ...(await open()), "custom.detail": "" };
    const page = await expectPage(await save({ ...sent, action: "apply" }), 422, missing);
    expect(fieldsIn(page)["name"]).toBe("Mine");
    expect((await save({ ...fieldsIn(page), "custom.detail": "1", action: "apply" })).status).toBe(303);
    expect(await world.api.posts.get(hello)).toMatchObject({ status: "published", custom: { detail: 1 } });
  });

  it("opens the editor at its control if the page of the post or a schedule lacks it", async () => {
    const { visitor, world } = await openDraft();
    const tag = await tagOf(world);
    await expectPage(await visitor.send(`${post}/publish`, { tag }), 422, missing);
    const schedule = { tag, version: tag, date: "2030-01-31", time: "09:00", timeZone: "UTC" };
    await expectPage(await visitor.send(`${post}/schedule`, schedule), 422, missing);
    expect((await world.api.posts.get(hello))?.status).toBe("draft");
  });

  it("is named by the list", async () => {
    const { visitor, world } = await openDraft();
    const picked = { act: "publish", list: "", post: `${await tagOf(world)} hello` };
    const page = await (await visitor.send("/o/acme/changed-posts", picked)).text();
    expect(page).toContain("the detail is required");
  });
});

describe("two writers", () => {
  const opened = async (): Promise<{ writing: Writing; page: string }> => {
    const writing = await openWith(fieldOf("number"), fieldOf("text", { name: "color", label: "Color" }));
    await writing.world.api.posts.update(hello, { custom: { detail: 1, color: "red" } });
    const fields = { ...(await writing.open()), "custom.detail": "1", "custom.color": "red" };
    await writing.saveAsOther({ custom: { detail: 2, color: "red" } });
    const refused = await writing.save({ ...fields, "custom.color": "blue", action: "save" });
    return { writing, page: await expectPage(refused, 409, "<legend>Detail</legend>") };
  };

  it("choose a side of each field", async () => {
    const { writing, page } = await opened();
    expect(page).toContain('name="choose-custom.detail" value="theirs" required checked');
    expect(page).toContain('name="choose-custom.color" value="yours" required checked');
    const choices = { "choose-custom.detail": "theirs", "choose-custom.color": "yours" };
    const sent = { ...hiddenIn(page), content: "<h2>Why?</h2><p>So.</p>", ...choices };
    await writing.visitor.send(`${post}/edit/merge`, { ...sent, action: "merge" });
    expect((await writing.stored())?.custom).toEqual({ detail: 2, color: "blue" });
  });

  it("can send their choices if all fields and many lines differ", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `field${index}`);
    const values = (text: string): Record<string, string> =>
      Object.fromEntries(names.map((name) => [name, text]));
    const lines = (text: string): string =>
      Array.from({ length: 360 }, (_, index) => `<p>${index % 2 === 0 ? text : "Same"} ${index}</p>`).join(
        "\n",
      );
    const writing = await openWriting({ html: lines("Old") });
    await define(writing, ...names.map((name) => ({ name, type: "text" as const })));
    await writing.saveAsOther({ html: lines("Theirs"), custom: values("theirs") });
    const mine = Object.fromEntries(names.map((name) => [`custom.${name}`, "mine"]));
    const refused = await writing.save({
      ...writing.opened,
      ...mine,
      content: lines("Mine"),
      action: "save",
    });
    const page = await expectPage(refused, 409, "<legend>field49</legend>");
    const sent = new Set([...page.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name));
    expect(sent.size).toBeLessThanOrEqual(formLimits.fields);
  });

  it("see the fields in the comparison of revisions", async () => {
    const { writing } = await opened();
    const page = await writing.visitor.page(`${post}/revisions/2?against=copy`);
    expect(page).toMatch(/<th scope="row">Detail<\/th>\n<td.*<del>.*>1<.*\n<td.*<ins>.*>2</);
    expect(page).not.toContain('<th scope="row">Color</th>');
  });
});

describe("a form that was opened before a field was defined", () => {
  it("keeps the value of the field", async () => {
    const writing = await openWith(fieldOf("number"));
    await writing.world.api.posts.update(hello, { custom: { detail: 4 } });
    const opened = await writing.open();
    await writing.save({ ...opened, name: "Mine", action: "apply" });
    expect(await writing.world.api.posts.get(hello)).toMatchObject({ name: "Mine", custom: { detail: 4 } });
  });
});

describe("a form that was opened before a field was renamed", () => {
  const renamed = { ...fieldOf("number"), name: "stars", earlierNames: ["detail"] };

  it("writes its text to the renamed field", async () => {
    const writing = await openWith(fieldOf("number"));
    await define(writing, renamed);
    await writing.save({ ...writing.opened, "custom.detail": "5", action: "apply" });
    expect(await custom(writing)).toEqual({ stars: 5 });
  });
});

describe("a form of choices that was opened before a field was defined or renamed", () => {
  const color = fieldOf("text", { name: "color" });
  const detail = fieldOf("number");
  /** Sends the form with the choice of the other side. The fields change while it is open. */
  const chooseTheirs = async (...changed: CustomField[]): Promise<unknown> => {
    const writing = await openWith(detail, color);
    await writing.world.api.posts.update(hello, { custom: { detail: 1, color: "red" } });
    await define(writing, detail);
    const fields = await writing.open();
    await writing.saveAsOther({ custom: { detail: 2 } });
    const page = await expectPage(
      await writing.save({ ...fields, "custom.detail": "3", action: "save" }),
      409,
      "<legend>Detail</legend>",
    );
    await define(writing, ...changed);
    const sent = { ...hiddenIn(page), content: "<h2>Why?</h2><p>So.</p>", "choose-custom.detail": "theirs" };
    await writing.visitor.send(`${post}/edit/merge`, { ...sent, action: "merge" });
    return (await writing.stored())?.custom;
  };

  it("keeps the value of the field that it lacks", async () => {
    expect(await chooseTheirs(detail, color)).toEqual({ detail: 2, color: "red" });
  });

  it("writes the chosen text to the renamed field", async () => {
    const stars = fieldOf("number", { name: "stars", earlierNames: ["detail"] });
    expect(await chooseTheirs(stars)).toMatchObject({ stars: 2 });
  });
});

describe("values of retired fields", () => {
  const openRetired = async (): Promise<Writing> => {
    const writing = await openWith(fieldOf("number"));
    await writing.world.api.posts.update(hello, { custom: { detail: 4 } });
    await define(writing);
    return { ...writing, opened: await writing.open() };
  };

  it("are kept by every save, and listed on the page of the post", async () => {
    const writing = await openRetired();
    expect(await editor(writing)).not.toContain("custom.detail");
    await writing.save({ ...writing.opened, name: "Mine", action: "apply" });
    const page = await writing.visitor.page(post);
    expect(page).toContain("1 hidden value is kept");
    expect(page).toContain("<code>detail</code>");
    await define(writing, fieldOf("number"));
    expect(await custom(writing)).toEqual({ detail: 4 });
    expect(await writing.visitor.page(post)).not.toContain("hidden value");
  });

  it("are deleted only by a button", async () => {
    const writing = await openRetired();
    const { visitor } = writing;
    const remove = async (tag: string): Promise<Response> =>
      visitor.send(`${post}/hidden-values/delete`, { name: "detail", tag });
    expect((await remove("1-99")).status).toBe(412);
    const done = await remove(await tagOf(writing.world));
    expect(done.headers.get("location")).toContain("done=hidden-value-deleted");
    await define(writing, fieldOf("number"));
    expect(await custom(writing)).toBeUndefined();
  });
});

describe("a hidden value with the name of a renamed field", () => {
  const openRenamed = async (): Promise<Writing> => {
    const writing = await openWith(fieldOf("text", { name: "stars" }), fieldOf("number"));
    await writing.world.api.posts.update(hello, { custom: { stars: "many", detail: 4 } });
    const color = fieldOf("text", { name: "color" });
    await define(writing, fieldOf("number", { name: "stars", earlierNames: ["detail"] }), color);
    expect(await custom(writing)).toEqual({ stars: 4 });
    return { ...writing, opened: await writing.open() };
  };

  it("is deleted alone", async () => {
    const writing = await openRenamed();
    const tag = await tagOf(writing.world);
    await writing.visitor.send(`${post}/hidden-values/delete`, { name: "stars", tag });
    expect(await custom(writing)).toEqual({ stars: 4 });
    expect(await writing.visitor.page(post)).not.toContain("hidden value is");
  });

  it("is kept by a save that changes another field", async () => {
    const writing = await openRenamed();
    await writing.save({ ...writing.opened, "custom.stars": "4", "custom.color": "red", action: "apply" });
    expect(await custom(writing)).toEqual({ stars: 4, color: "red" });
    expect(await writing.visitor.page(post)).toContain("1 hidden value is kept");
  });
});

describe("a reference", () => {
  it("shows the title of its post, and notes a post that is missing or hidden from readers", async () => {
    const writing = await openWith(fieldOf("reference"));
    const { api } = writing.world;
    await api.posts.create("acme", { name: "Quiet <b>", slug: "quiet", status: "draft" });
    const shown = async (slug: string): Promise<string> => {
      await api.posts.update(hello, { custom: { detail: slug } });
      return editor(writing);
    };
    expect(await shown("quiet")).toContain(">Quiet &lt;b&gt;</a> (draft, hidden from readers)");
    expect(await shown("nowhere")).toContain("No post has the slug <code>nowhere</code>");
    expect(await writing.visitor.page(post)).toContain("No post has the slug <code>nowhere</code>");
    expect(await shown("nowhere")).toContain('<option value="quiet">Quiet &lt;b&gt;</option>');
  });
});
