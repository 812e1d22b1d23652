import { expect, it } from "vitest";
import { type DashboardWorld, openDashboardWorld, signIn, signInAs, visit } from "./dashboard_world.ts";

async function pageOf(world: DashboardWorld, query: Record<string, string>): Promise<string> {
  const visitor = await signInAs(world, "viewer");
  const path = `/o/acme/search?${new URLSearchParams(query).toString()}`;
  const response = await visit(world, path, visitor);
  return `${response.status} ${await response.text()}`;
}

/** Returns the text of a page's main part, with one space for each run of spaces. */
function textOf(page: string): string {
  const main = page.slice(page.indexOf("<h2>Results"));
  return main.replaceAll(/<[^<>]+>/g, "").replaceAll(/\s+/g, " ");
}

async function openWorld(): Promise<DashboardWorld> {
  const world = await openDashboardWorld();
  await world.api.posts.create("acme", {
    name: "Visit us",
    tags: ["Évents"],
    author: "Ann Lee",
    html: '<h2 id="hours">When are you open?</h2><p>From nine to five, and later in summer.</p><h3>Parking places</h3><p>Behind the <i>&lt;b&gt;old&lt;/b&gt;</i> house.</p>',
  });
  return world;
}

it("shows results with marked passages, their posts and their pages", async () => {
  const world = await openWorld();
  const page = await pageOf(world, { q: "open summer", in: "faq" });
  expect(page).toMatch(/^200 /);
  expect(page).toMatch(
    /<a lang="[^"]+" dir="auto" href="\/dashboard\/o\/acme\/posts\/visit-us">Visit us<\/a>/,
  );
  expect(page).toContain('<a href="https://acme.example/blog/visit-us#hours" rel="noopener">');
  expect(page).toContain("and later in <mark>summer</mark>.</p>");
  expect(page).toContain('value="open summer"');
  expect(page).toContain('<option value="faq" selected>');
  expect(page).toMatch(
    /<a href="\/dashboard\/o\/acme\/search" aria-current="page"><svg [^\n]*<\/svg>Search<\/a>/,
  );
});

it.each([
  ["visit", "Title: visit"],
  ["event", "Tag or author: events (a form of “event”)"],
  ["lee", "Tag or author: lee"],
  ["parkin", "Heading: parking (begins with “parkin”)"],
  ["opne", "Question: open (like “opne” with a typo)"],
  ['"nine to five"', "Text: the phrase nine to five"],
])("explains why a result matches: %s", async (q, reason) => {
  expect(textOf(await pageOf(await openWorld(), { q }))).toContain(reason);
});

it("says that no result is a good match", async () => {
  const note = "No good match: each result has only a small part of the query.";
  const world = await openWorld();
  // Words that no text has count little beside little text.
  await world.api.posts.create("acme", { name: "Other", html: `<p>${"usual text ".repeat(11_000)}</p>` });
  expect(textOf(await pageOf(world, { q: "summer zebras bluetooth printers" }))).toContain(note);
  expect(textOf(await pageOf(world, { q: "summer" }))).not.toContain(note);
});

it("escapes the passage, and leaves out drafts and other organizations", async () => {
  const world = await openWorld();
  await world.api.posts.update({ organizationSlug: "acme", slug: "secret" }, { html: "<p>Behind</p>" });
  await world.api.posts.update({ organizationSlug: "other", slug: "theirs" }, { html: "<p>Behind</p>" });
  const page = await pageOf(world, { q: "behind" });
  expect(page).toContain("<mark>Behind</mark> the &lt;b&gt;old&lt;/b&gt; house.");
  expect(page.match(/<h3>/g)).toHaveLength(1);
});

it("shows the content of posts that are not free to members", async () => {
  const world = await openWorld();
  await world.api.organizations.update("acme", { paidContent: "key" });
  const slug = { organizationSlug: "acme", slug: "visit-us" };
  await world.api.posts.update(slug, { isAccessibleForFree: false });
  expect(await pageOf(world, { q: "parking" })).toContain("Visit us");
});

it("links the next page of results", async () => {
  const world = await openWorld();
  for (let number = 0; number < 25; number++)
    await world.api.posts.create("acme", { name: `Zebra ${number}` });
  const first = await pageOf(world, { q: "zebra" });
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const { searchParams } = new URL(next, "http://localhost");
  const second = await pageOf(world, Object.fromEntries(searchParams));
  expect([first.match(/<h3>/g)?.length, second.match(/<h3>/g)?.length]).toEqual([20, 5]);
  expect(second).not.toContain('rel="next"');
});

it("shows only the form without a query, and a message for a query that is refused", async () => {
  const world = await openWorld();
  expect(await pageOf(world, {})).not.toContain("<h2>Results");
  expect(await pageOf(world, { q: "..." })).toContain("No public post or question matches.");
  expect(await pageOf(world, { q: "word ".repeat(65) })).toMatch(/^422 [^]*Query must have at most 64 words/);
  expect(await pageOf(world, { q: "zebra" })).toContain("No public post or question matches.");
  expect(await pageOf(world, { q: "visit", cursor: "x" })).toMatch(
    /^422 [^]*The cursor must be the nextCursor/,
  );
});

it("names the excluded words, and offers to search for them", async () => {
  const world = await openWorld();
  const page = await pageOf(world, { q: 'visit --all -"nine to" -summer' });
  expect(page).toContain("Without “<bdi>nine to</bdi>”, “<bdi>summer</bdi>”.");
  expect(page).toContain('search?q=visit+--all+%22nine+to%22+summer">Search for them instead</a>');
  expect(await pageOf(world, { q: "visit" })).not.toContain("Search for them instead");
});

it("is limited to members", async () => {
  const world = await openWorld();
  const stranger = await signIn(world, world.other.userId);
  expect((await visit(world, "/o/acme/search?q=visit", stranger)).status).toBe(404);
});

it("lists the queries of the public search that found nothing, escaped and with counts", async () => {
  const world = await openWorld();
  expect(await pageOf(world, {})).toContain("There were none.");
  for (const q of ["lion", "<u>zebra</u>", "<u>zebra</u>", "open"]) {
    const url = `http://localhost/api/public/v1/search/acme?q=${encodeURIComponent(q)}`;
    expect((await world.api.fetch(new Request(url))).status).toBe(200);
  }
  const page = await pageOf(world, {});
  const rows = [...page.matchAll(/<bdi>([^<]+)<\/bdi><\/a><\/th>\n<td [^>]+>(\d+)</g)];
  expect(rows.map(([, query, count]) => [query, count])).toEqual([
    ["&lt;u&gt;zebra&lt;/u&gt;", "2"],
    ["lion", "1"],
  ]);
  expect(page).toContain('href="/dashboard/o/acme/search?q=%3Cu%3Ezebra%3C%2Fu%3E"');
});

const synonymPath = "/o/acme/search/synonyms";

it("makes a query a synonym, for members who may change the organization", async () => {
  const world = await openWorld();
  const owner = await signInAs(world, "owner");
  expect(await owner.page("/o/acme/search?q=vacation")).toMatch(/<details open>\n<summary>Add a synonym/);
  expect(await owner.page("/o/acme/search?q=visit")).toMatch(/<details>\n<summary>Add a synonym/);
  const sent = { q: "vacation", word: "vacation", synonyms: "summer, holiday" };
  expect((await owner.send(synonymPath, sent)).headers.get("location")).toMatch(
    /search\?q=vacation&done=synonym-added$/,
  );
  expect(textOf(await pageOf(world, { q: "vacation" }))).toContain("Text: summer (a synonym of “vacation”)");
  expect(await pageOf(world, { q: "zebra" })).not.toContain("Add a synonym");
});

it.each([
  ["vacation", "vacation"],
  ['"summer vacation"', "summer vacation"],
  ['how -is --all, “my C++ vacation”? -"nine to" -visit', "how is all my C++ vacation"],
])("offers the words that a query wants as a synonym: %s", async (q, word) => {
  const world = await openWorld();
  const owner = await signInAs(world, "owner");
  const page = await owner.page(`/o/acme/search?${new URLSearchParams({ q }).toString()}`);
  expect(/name="word" value="([^"]*)"/.exec(page)?.[1]).toBe(word);
});

it.each([
  [
    "a group of a word",
    "auto",
    "Car",
    [
      ["car", "wagon", "auto"],
      ["ship", "boat"],
      ["jet", "boat"],
    ],
  ],
  [
    "the groups of all words, which stay apart",
    "auto",
    "car, ship",
    [
      ["car", "wagon", "auto"],
      ["ship", "boat", "auto"],
      ["jet", "boat"],
    ],
  ],
  [
    "its own group with further words",
    "wagon",
    "auto, Auto carriage",
    [
      ["car", "wagon", "auto", "Auto carriage"],
      ["ship", "boat"],
      ["jet", "boat"],
    ],
  ],
  [
    "a new group if it has several",
    "Boat",
    "raft",
    [
      ["car", "wagon"],
      ["ship", "boat"],
      ["jet", "boat"],
      ["Boat", "raft"],
    ],
  ],
  [
    "a new group, without quotes",
    '"auto"',
    "“motor  car”",
    [
      ["car", "wagon"],
      ["ship", "boat"],
      ["jet", "boat"],
      ["auto", "motor car"],
    ],
  ],
  [
    "nothing if it is there",
    "car",
    "wagon",
    [
      ["car", "wagon"],
      ["ship", "boat"],
      ["jet", "boat"],
    ],
  ],
])("adds a word to %s", async (_case, word, synonyms, wanted) => {
  const world = await openWorld();
  const owner = await signInAs(world, "owner");
  const groups = [
    ["car", "wagon"],
    ["ship", "boat"],
    ["jet", "boat"],
  ];
  await world.api.organizations.update("acme", { synonyms: groups });
  expect((await owner.send(synonymPath, { q: word, word, synonyms })).status).toBe(303);
  expect((await world.api.organizations.get("acme"))?.synonyms).toEqual(wanted);
});

it.each([
  ["a trip to the sea", "summer", "word", "Word or phrase must be a word or a phrase of at most 3 words"],
  ["!", "summer", "word", "Word or phrase must contain a letter or a digit"],
  [
    "trip",
    "summer, of the last year",
    "synonyms",
    "Words of your posts cannot have “of the last year”, which must be",
  ],
  ["trip", " , ", "synonyms", "Words of your posts must have 2 to 20 words or phrases"],
  ["trip", "w1", "synonyms", "Words of your posts cannot be added: their group must have 2 to 20"],
])(
  "shows the search, the form and its texts again if they are refused: %s, %s",
  async (word, synonyms, field, message) => {
    const world = await openWorld();
    const owner = await signInAs(world, "owner");
    const full = [Array.from({ length: 20 }, (_, at) => `w${at}`)];
    await world.api.organizations.update("acme", { synonyms: full });
    const response = await owner.send(synonymPath, { q: "summer -visit", in: "faq", word, synonyms });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain(`id="${field}-error">${message}`);
    expect(page).toContain("<mark>summer</mark>");
    expect(page).toContain('<option value="faq" selected>');
    expect(page).toContain("<details open>");
    expect(page).toContain(`name="word" value="${word}"`);
    expect(page).toContain(`name="synonyms" value="${synonyms.trim()}"`);
    expect((await world.api.organizations.get("acme"))?.synonyms).toEqual(full);
  },
);
