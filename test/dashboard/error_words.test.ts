import { expect, it } from "vitest";
import { openAs, openDashboardWorld, visit } from "./dashboard_world.ts";
import { formActs } from "./form_acts.ts";

/** Returns the text of a page, without its elements. */
const wordsOf = async (page: Response): Promise<string> =>
  (await page.text())
    .replaceAll(/<[^<>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ");

it.each<[path: string, fields: Record<string, string>, expected: string]>([
  ["/new-post", { content: "Hi", action: "apply" }, "The title is not valid yet."],
  [
    "/new-post",
    { content: "Hi", name: "A", inLanguage: "no language", tags: `ok\n${"x".repeat(300)}` },
    "Line 2 of the tags must be",
  ],
  ["/settings/api-keys", { name: "x".repeat(300), expiresIn: "90d" }, "The name must be"],
  ["/settings/organization", { name: "", siteUrl: "nowhere" }, "The site URL must be"],
  ["/posts/hello/delete", { tag: "9-9" }, "because this has changed since you opened the page"],
])("says to a form of %s what is wrong, in words", async (path, fields, expected) => {
  const { visitor } = await openAs("owner");
  const refused = await visitor.send(`/o/acme${path}`, fields);
  expect([412, 422]).toContain(refused.status);
  const words = await wordsOf(refused);
  expect(words).toContain(expected);
  expect(words).not.toMatch(/(?:^|\s)\/[a-z]\w* (?:is|must|has)|Cannot |"acme"/);
});

const organizationForm = { name: "Acme", siteUrl: "https://acme.example", language: "en", section: "News" };
const long = "x".repeat(2_100);

/** Forms with lists: path, other fields, and for each list a right item and a wrong item. */
const listForms: [path: string, fields: Record<string, string>, lists: Record<string, [string, string]>][] = [
  [
    "/new-post",
    { content: "Hi", name: "A", action: "apply" },
    { tags: ["ok", long], authors: ["Ann", long] },
  ],
  [
    "/settings/organization",
    { ...organizationForm, postUrlTemplate: "/blog/{slug}", speakable: "h1" },
    {
      speakable: ["h1", long],
      sameAs: ["https://acme.example/us", "nowhere"],
      synonyms: ["car, wagon", ", ,"],
    },
  ],
  [
    "/settings/webhooks/new",
    { url: "https://example.com/webhooks" },
    { sections: ["News", long], tags: ["ok", long], languages: ["en", "no language"] },
  ],
  [
    "/settings/new-field",
    { name: "kicker", type: "choice", choices: "a" },
    { choices: ["ok", long], earlierNames: ["older", "no name"] },
  ],
  ["/knowledge-base/new", { text: "Text" }, { tags: ["ok", long] }],
  ["/settings/api-keys/new", { name: "Key", expiresIn: "90d" }, { networks: ["203.0.113.0/24", "nowhere"] }],
];

/** Returns the path that receives the form of a page. */
function actionOf(path: string): string {
  return /knowledge-base|api-keys/.test(path) ? path.replace("/new", "") : path;
}

it.each(
  listForms.flatMap(([path, fields, lists]) =>
    Object.entries(lists).map(([name, items]) => [path, name, items, fields] as const),
  ),
)("counts blank lines in errors of a form of %s: %s", async (path, name, [right, wrong], fields) => {
  const { visitor } = await openAs("owner");
  const refused = await visitor.send(`/o/acme${actionOf(path)}`, {
    ...fields,
    [name]: `${right}\r\n\r\n \r\n${wrong}`,
  });
  expect(refused.status).toBe(422);
  expect(await wordsOf(refused)).toMatch(/Line 4 of the | on line 4 /);
});

it.each(listForms)("tries every list of a form of %s", async (path, _fields, lists) => {
  const { visitor } = await openAs("owner");
  const page = await visitor.page(`/o/acme${path}`);
  const others = new Set(["translations", "faqSkip", "selectors", "default"]);
  const fields = [...page.matchAll(/<p class="hint" id="([^"]+)-hint">[^<]*\b(?:per|each) line\b/gi)];
  const names = fields.map(([, field = ""]) => field).filter((field) => !others.has(field));
  expect(Object.keys(lists)).toEqual(expect.arrayContaining(names));
});

it("names the line of a list that has several items on a line", async () => {
  const { visitor } = await openAs("owner");
  const networks = "203.0.113.0/24, 198.51.100.7\n\nnowhere";
  const refused = await visitor.send("/o/acme/settings/api-keys", {
    name: "Key",
    expiresIn: "90d",
    networks,
  });
  expect(await wordsOf(refused)).toMatch(/Line 3 of the | on line 3 /);
});

it("names the missing permission, and whom to ask", async () => {
  const { world, visitor } = await openAs("viewer");
  const refused = await visit(world, "/o/acme/settings/members", visitor);
  expect([refused.status, await wordsOf(refused)]).toEqual([
    403,
    expect.stringContaining("Ask an owner or administrator of the organization."),
  ]);
});

it.each(formActs.filter(({ name }) => /^(?:see|list|be asked) /.test(name)))(
  "shows no command of a terminal where members may $name",
  async ({ request }) => {
    const { world, visitor } = await openAs("owner");
    const [path] = await request(world, visitor);
    const page = await visit(world, `/o/acme${path}`, visitor);
    expect([page.status, await wordsOf(page)]).toEqual([
      200,
      expect.not.stringMatching(/postern (?:user|faq|key|org|post|serve) /),
    ]);
  },
);

it("shows no command of a terminal on the sign-in page", async () => {
  const words = await wordsOf(await visit(await openDashboardWorld(), "/sign-in"));
  expect(words).toContain("ask the operator of this server");
  expect(words).not.toMatch(/postern user/);
});

it("names the missing structured data and the changed fields of a post as the forms do", async () => {
  const { world, visitor } = await openAs("editor");
  const { slug } = await world.api.posts.create("acme", { name: "New", html: "<p>1</p>", markdown: "1" });
  await world.api.posts.update({ organizationSlug: "acme", slug }, { html: "<p>2</p>", markdown: "2" });
  const page = await visit(world, `/o/acme/posts/${slug}`, visitor);
  const changed = /data-label="Changed">([^<]*)</.exec(await page.clone().text())?.[1];
  const words = await wordsOf(page);
  expect(changed).toBe("content");
  expect(words).toContain("Picture is missing");
  expect(words).not.toContain("article/");
});
