import { beforeEach, describe, expect, it } from "vitest";
import type { CustomField } from "../../lib/mod.ts";
import {
  type DashboardWorld,
  expectPage,
  openAs,
  type SentFields,
  type SignedIn,
  signInAs,
} from "./dashboard_world.ts";

const list = "/o/acme/settings/fields";
const newField = "/o/acme/settings/new-field";
const attack = `"'><script>alert(1)</script>`;

const rating: CustomField = { name: "rating", type: "number", label: "Rating" };
const level: CustomField = {
  name: "level",
  type: "choice",
  choices: ["A", "B"],
  default: "B",
  shown: "list",
};
const kicker: CustomField = { name: "kicker", type: "text", isRequired: true };

/** The form of each kind of field, and its definition. */
const forms: readonly [SentFields, CustomField][] = [
  [
    { name: "a", type: "text", default: "None" },
    { name: "a", type: "text", default: "None" },
  ],
  [
    { name: "a", type: "text", label: "أ", hint: "H", isRequired: "on", shown: "list", isFilterable: "on" },
    { name: "a", type: "text", label: "أ", hint: "H", isRequired: true, shown: "list", isFilterable: true },
  ],
  [
    { name: "a", type: "number", default: "0" },
    { name: "a", type: "number", default: 0 },
  ],
  [
    { name: "a", type: "boolean", default: "false" },
    { name: "a", type: "boolean", default: false },
  ],
  [
    { name: "a", type: "boolean", default: "yes" },
    { name: "a", type: "boolean", default: true },
  ],
  [
    { name: "a", type: "dateTime", default: "2026-11-26T09:30" },
    { name: "a", type: "dateTime", default: "2026-11-26T09:30:00.000Z" },
  ],
  [
    { name: "a", type: "list", default: '["one\\ntwo", "three"]' },
    { name: "a", type: "list", default: ["one\ntwo", "three"] },
  ],
  [
    { name: "a", type: "date", default: "2026-11-26" },
    { name: "a", type: "date", default: "2026-11-26" },
  ],
  [
    { name: "a", type: "choice", choices: "A\r\n B \r\n\r\n", default: "B" },
    { name: "a", type: "choice", choices: ["A", "B"], default: "B" },
  ],
  [
    { name: "a", type: "list", default: "x\r\ny" },
    { name: "a", type: "list", default: ["x", "y"] },
  ],
  [
    { name: "a", type: "json", default: '{"b":""}' },
    { name: "a", type: "json", default: { b: "" } },
  ],
  [
    { name: "a", type: "text", shown: "list", schemaOrg: "Article.timeRequired", earlierNames: "b\r\nc" },
    { name: "a", type: "text", shown: "list", schemaOrg: "Article.timeRequired", earlierNames: ["b", "c"] },
  ],
];

/** Returns the values of the form on a page, as a browser sends them. */
function formOf(page: string): Record<string, string> {
  const form = page.slice(page.indexOf('class="stack"'));
  const plain = (text = ""): string =>
    text
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&");
  const inputs = [
    ...form.matchAll(
      /<input type="(?:text|hidden)"[^>]* name="(\w+)" value="([^"]*)"|<input type="hidden" name="(version)" value="(\w+)"/g,
    ),
  ];
  const areas = [...form.matchAll(/<textarea [^>]*name="(\w+)"[^>]*>\n([^<]*)/g)];
  const boxes = [...form.matchAll(/type="checkbox" name="(\w+)" value="(on)" checked/g)];
  const selects = [...form.matchAll(/<select id="(\w+)"[^>]*>[^]*?value="(\w+)" selected/g)];
  return Object.fromEntries(
    [...inputs, ...areas, ...boxes, ...selects].map(([, name, value, other, text]) => [
      name ?? other ?? "",
      plain(value ?? text),
    ]),
  );
}

describe("the fields of posts", () => {
  let world: DashboardWorld;
  let owner: SignedIn;
  beforeEach(async () => {
    ({ world, visitor: owner } = await openAs("owner"));
  });

  const define = async (...postFields: CustomField[]): Promise<void> =>
    void (await world.api.organizations.update("acme", { postFields }));
  const defined = async (): Promise<readonly CustomField[] | undefined> =>
    (await world.api.organizations.get("acme"))?.postFields;
  const names = async (): Promise<string[]> => ((await defined()) ?? []).map(({ name }) => name);
  const openForm = async (name: string): Promise<Record<string, string>> =>
    formOf(await owner.page(`${list}/${name}`));
  const versionIn = (page: string): string => /name="version" value="(\w+)"/.exec(page)?.[1] ?? "";
  const retire = async (name: string): Promise<void> => {
    const version = versionIn(await owner.page(`${list}/${name}/retire`));
    expect((await owner.send(`${list}/${name}/retire`, { version })).status).toBe(303);
  };

  it("are listed in order, with the properties of each", async () => {
    expect(await owner.page(list)).toContain("There are no fields yet");
    await define(kicker, rating, level);
    const shown = await owner.page(list);
    const rows = shown
      .split("<tr>")
      .slice(2)
      .map((row) =>
        row
          .replace(/<form[^]*/, "")
          .replace(/<[^<>]+>/g, " ")
          .replace(/\s+/g, " ")
          .trim(),
      );
    expect(rows).toEqual([
      "kicker kicker Text Single posts yes no",
      "Rating rating Number Single posts no no",
      "level level Choice Lists and single posts no no",
    ]);
  });

  it.each(forms)("are defined by a form, and their page shows it again: %j", async (form, field) => {
    await define(kicker);
    const response = await owner.send(newField, { shown: "single", ...form });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      expect.stringContaining("done=field-defined"),
    ]);
    expect(await defined()).toEqual([kicker, field]);
    const entered = await openForm("a");
    expect((await owner.send(`${list}/a`, entered)).status).toBe(303);
    expect(await defined()).toEqual([kicker, field]);
  });

  it("are refused with the message at the property, and with the entered texts", async () => {
    await define(kicker);
    const wrong: readonly [SentFields, id: string, message: string][] = [
      [{ name: "constructor" }, "name", "Name must be another name"],
      [{ name: "kicker" }, "name", "Name must not have &quot;kicker&quot;"],
      [{ name: attack }, "name", "Name must be a name such as readingTime"],
      [{ name: "a", label: "a\0b" }, "label", "Label must not contain control characters"],
      [{ name: "a", type: "choice" }, "choices", "Choices is missing"],
      [
        { name: "a", type: "number", default: "four" },
        "default",
        "Default must fit the type number: must be a number",
      ],
      [{ name: "a", type: "json", default: "{" }, "default", "Default must be JSON"],
      [{ name: "a", type: "json", isFilterable: "on" }, "isFilterable", "This is only for the types text"],
      [{ name: "a", earlierNames: "a" }, "earlierNames", "Earlier names must contain each name once"],
    ];
    for (const [form, id, message] of wrong) {
      const response = await owner.send(newField, { type: "text", shown: "single", hint: attack, ...form });
      const page = await expectPage(response, 422, message);
      expect(page).toMatch(new RegExp(`aria-describedby="[^"]*${id}-error"`));
      expect(page).toContain(`id="${id}-error"`);
      expect(page).toContain("&quot;&#39;&gt;&lt;script&gt;");
      expect(page).not.toContain("<script>alert");
    }
    expect(await defined()).toEqual([kicker]);
  });

  it("are at most 50, which the page says", async () => {
    await define(
      ...Array.from({ length: 50 }, (_, index): CustomField => ({ name: `field${index}`, type: "text" })),
    );
    const response = await owner.send(newField, { name: "a", type: "text" });
    await expectPage(response, 422, "The fields must contain at most 50 fields.");
  });

  it("are renamed, and renamed back", async () => {
    await define(rating, level);
    await owner.send(`${list}/rating`, { ...(await openForm("rating")), name: "stars" });
    expect(await defined()).toEqual([{ ...rating, name: "stars", earlierNames: ["rating"] }, level]);
    await owner.send(`${list}/stars`, { ...(await openForm("stars")), name: "rating" });
    expect(await defined()).toEqual([{ ...rating, earlierNames: ["stars"] }, level]);
    expect((await owner.send(`${list}/stars`, {})).status).toBe(404);
  });

  it("are moved up and down", async () => {
    await define(rating, level, kicker);
    const move = async (name: string, to: string): Promise<string[]> => {
      const response = await owner.send(`${list}/${name}/move`, { to });
      expect([response.status, response.headers.get("location")]).toEqual([
        303,
        expect.stringContaining(`#field-${name}`),
      ]);
      return names();
    };
    expect(await move("kicker", "up")).toEqual(["rating", "kicker", "level"]);
    expect(await move("rating", "down")).toEqual(["kicker", "rating", "level"]);
    expect(await move("kicker", "up")).toEqual(["kicker", "rating", "level"]);
    expect(await move("level", "down")).toEqual(["kicker", "rating", "level"]);
  });

  it("are retired, and leave no list behind", async () => {
    await define(rating, { ...level, earlierNames: ["stage"] });
    const page = await owner.page(`${list}/level/retire`);
    expect(page).toContain("<strong>0 posts have a value.</strong>");
    expect(page).toContain("<code>stage</code>");
    await retire("level");
    expect(await defined()).toEqual([rating]);
    await retire("rating");
    expect(await defined()).toBeUndefined();
    expect((await owner.send(`${list}/rating/retire`)).status).toBe(404);
  });

  it("are retired only as the confirmation showed them", async () => {
    await define(rating);
    const version = versionIn(await owner.page(`${list}/rating/retire`));
    await define({ ...level, name: "rating" });
    await expectPage(
      await owner.send(`${list}/rating/retire`, { version }),
      412,
      "has changed since you opened",
    );
    expect(await names()).toEqual(["rating"]);
    await define({ ...rating, name: "stars", earlierNames: ["rating"] });
    await expectPage(await owner.send(`${list}/rating/retire`, { version }), 404, "does not exist");
    expect(await names()).toEqual(["stars"]);
  });

  it("of two people at once are all kept, also over a form that was opened before", async () => {
    await define(rating, level);
    const other = await signInAs(world, "admin");
    const opened = await openForm("rating");
    await other.send(newField, { name: "price", type: "number" });
    await other.send(`${list}/level/move`, { to: "up" });
    await owner.send(`${list}/rating`, { ...opened, hint: "Of 5" });
    expect(await defined()).toEqual([level, { ...rating, hint: "Of 5" }, { name: "price", type: "number" }]);
  });

  it("that somebody else has changed are not overwritten: the page shows both, and saves when it is sent again", async () => {
    await define(rating);
    const opened = await openForm("rating");
    await define({ ...rating, label: "Stars", isRequired: true });
    const response = await owner.send(`${list}/rating`, { ...opened, hint: "Of 5" });
    const page = await expectPage(response, 412, "has changed since you opened the page");
    expect(page).toContain('<dt>Label</dt><dd dir="auto">Stars</dd>');
    expect(page).not.toContain("<dt>Name</dt>");
    expect(await defined()).toEqual([{ ...rating, label: "Stars", isRequired: true }]);
    const again = formOf(page);
    expect(again).toMatchObject({ label: "Rating", hint: "Of 5" });
    expect((await owner.send(`${list}/rating`, again)).status).toBe(303);
    expect(await defined()).toEqual([{ ...rating, hint: "Of 5" }]);
  });

  it("are shown to members who may not change them, without controls", async () => {
    await define(rating);
    const viewer = await signInAs(world, "viewer");
    const page = await viewer.page(list);
    expect(page).toContain("<bdi>Rating</bdi>");
    expect(page).toContain("Ask an admin or the owner");
    expect(page).not.toContain("/retire");
    expect(page).not.toContain("new-field");
  });
});
