import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { PublicApi, StoredPost } from "../../lib/mod.ts";
import { createOrganization, fill, posts, withStore } from "./leaving_posts.ts";
import { failure, run, workInScratchDirectory } from "./run_command.ts";

workInScratchDirectory();

/** The fields that an export names if an import does not bring them back. */
const compared = [
  "name slug description image author authors tags articleSection inLanguage translations isAccessibleForFree canonicalUrl",
  "faqSkip custom status publishedAt createdAt updatedAt html markdown markdownDialect",
]
  .join(" ")
  .split(" ");

const lostByBoth = {
  createdAt: 2,
  custom: 1,
  faqSkip: 1,
  history: 1,
  html: 1,
  markdown: 2,
  markdownDialect: 2,
  slug: 3,
  status: 2,
  translations: 1,
};

/** Formats with their file, the id of a post in it by the key of an import, and the losses of the posts. */
const formats: readonly (readonly [
  format: string,
  file: string,
  idOf: (key: string) => number,
  notKept: Record<string, number>,
])[] = [
  [
    "wxr",
    "acme.xml",
    (key) => Number(key.split(" ")[0]) / 2,
    { ...lostByBoth, author: 1, authors: 1, description: 1, inLanguage: 1, redirects: 2 },
  ],
  ["ghost", "acme.json", Number, { ...lostByBoth, articleSection: 2, description: 1, redirects: 3, tags: 2 }],
];

/** Reads the fields of all posts by ids. Times are in seconds. White space at the ends of a content does not count. */
async function fieldsOf(
  api: PublicApi,
  idOf: (post: StoredPost) => number,
): Promise<Map<number, Record<string, unknown>>> {
  const found = new Map<number, Record<string, unknown>>();
  for await (const { slug } of api.posts.iterate("acme")) {
    const post = await api.posts.get({ organizationSlug: "acme", slug });
    if (post === null) continue;
    const times = Object.entries(post).filter(
      ([, value]) => typeof value === "string" && instant.test(value),
    );
    const seconds = Object.fromEntries(times.map(([name, value]) => [name, String(value).slice(0, 19)]));
    found.set(idOf(post), { ...post, ...seconds, html: post.html.trim() });
  }
  return found;
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

describe.each(formats)("postern export --format %s", (format, file, idOf, notKept) => {
  it("names the fields that an import does not bring back", async () => {
    const ran = await run(`export --storage fs:data --org acme --format ${format} --out ${file} --json`);
    expect(JSON.parse(ran.out)).toEqual({
      posts: posts.length + 1,
      notKept,
      leftBehind: { texts: 1, "logged events": posts.length + 2 },
    });
    await withStore(format, createOrganization);
    const imported = await run(`post import ${file} --org acme --storage fs:${format}`);
    expect(imported.out).toMatch(
      new RegExp(`^imported ${posts.length + 1}, updated 0, unchanged 0, skipped 0\n`),
    );
    const before = await withStore("data", async (api) => fieldsOf(api, ({ id }) => id));
    const after = await withStore(format, async (api) =>
      fieldsOf(api, ({ importedFrom }) => idOf(importedFrom?.key ?? "")),
    );
    const lost = new Map<string, number>();
    for (const [id, post] of before) {
      const fields = compared.filter((field) => !isDeepStrictEqual(post[field], after.get(id)?.[field]));
      for (const field of fields) lost.set(field, (lost.get(field) ?? 0) + 1);
    }
    // Ghost writes slugs in ASCII, and an import into Postern does not.
    const counted = ["history", "redirects", ...(format === "ghost" ? ["slug"] : [])];
    const others = counted.map((field) => [field, notKept[field]]);
    expect({ ...Object.fromEntries(lost), ...Object.fromEntries(others) }).toEqual(notKept);
  });

  it("writes to the standard output", async () => {
    const ran = await run(`export --storage fs:data --org acme --format ${format}`);
    expect(ran.out).toContain("<p>Because.</p>");
    expect(ran.error).toMatch(/^Exported \d+ posts; not kept: /);
  });

  it("needs an organization", async () => {
    const message = `--format ${format} writes one organization. Name it with --org`;
    expect(await run(`export --storage fs:data --format ${format}`)).toEqual(failure(message));
  });
});

beforeAll(async () => {
  await withStore("data", fill);
});
