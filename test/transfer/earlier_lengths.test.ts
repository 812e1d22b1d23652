import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { exportRecords, importRecords } from "../../lib/moving/entry.ts";
import { parseRecords } from "../../lib/moving/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { textWithoutChange } from "./_without_change.ts";

const slug = "acme";
const long = "a".repeat(10_000);
/** Earlier versions accepted control characters in the address of a redirect. */
const earlierRedirect = "/be\u0001fore";

async function linesOf(storage: ReturnType<typeof memoryDriver>): Promise<string> {
  const lines: string[] = [];
  for await (const record of exportRecords(storage, { withHashes: true })) lines.push(JSON.stringify(record));
  return lines.join("\n");
}

async function* part(text: string): AsyncGenerator<string> {
  yield text;
}

/** Creates a store with values that earlier versions accepted, and that are longer than the present limits. */
async function earlierStore(): Promise<ReturnType<typeof memoryDriver>> {
  const storage = memoryDriver();
  const api = createPublicApi({ storage });
  await api.organizations.create({
    slug,
    name: "Acme",
    siteUrl: "https://acme.example",
    sitemapUrl: "https://acme.example/sitemap",
    logo: "https://acme.example/logo",
    feeds: { rss: "/rss" },
    postFields: [{ name: "later", type: "text" }],
  });
  const { id: userId } = await api.users.create({ name: "Ada", email: "ada@acme.example" });
  await api.users.addToOrganization(userId, { organizationSlug: slug, role: "owner" });
  await api.apiKeys.generate({ organizationSlug: slug, userId, name: "key", permissions: ["posts:read"] });
  const image = "https://acme.example/image";
  await api.posts.create(slug, { name: "One", image, translations: { de: "https://acme.example/de" } });
  await api.redirects.add(slug, { from: "/before", slug: "one" });
  const earlier = (await linesOf(storage))
    .replace('"/before"', JSON.stringify(earlierRedirect))
    .replaceAll(/"(https:\/\/acme\.example(?:\/\w+)?)"/g, `"$1/${long}"`)
    .replace('"/blog/{slug}"', `"/${long}/{slug}/{slug}/{slug}/{slug}"`)
    // A later version of Postern can give posts a field of this name.
    .replace('"later"', '"html"')
    .replace('"/rss"', `"/${long}"`)
    .replace('"ada@', `"${long}@`)
    .replace('["posts:read"]', JSON.stringify(Array.from({ length: 69_000 }, () => "posts:read")))
    .replace(/\n\{"type":"end".*$/, (line) => line.replace(/,"sha256":"\w+"/, ""));
  const target = memoryDriver();
  await importRecords(target, parseRecords(part(earlier)));
  return target;
}

it("reads, changes and restores records that are longer than the present limits", async () => {
  const storage = await earlierStore();
  const api = createPublicApi({ storage });
  const response = await api.fetch(new Request(`http://localhost/api/public/v1/post/${slug}/one`));
  expect([response.status, (await response.text()).includes(long)]).toEqual([200, true]);
  const changed = await api.organizations.update(slug, { name: "Acme 2" });
  expect([changed.postUrlTemplate, changed.postFields?.[0]?.name]).toEqual([
    expect.stringContaining(long),
    "html",
  ]);
  await api.posts.update({ organizationSlug: slug, slug: "one" }, { name: "Two" });
  const keys = [];
  for await (const { permissions } of api.apiKeys.iterate(slug)) keys.push(permissions?.length);
  expect(keys).toEqual([69_000]);

  await expect(api.redirects.add(slug, { from: earlierRedirect, slug: "one" })).rejects.toThrow(
    "must be a slug",
  );

  const copy = memoryDriver();
  const text = await linesOf(storage);
  expect(text.split(long).length).toBeGreaterThan(8);
  await importRecords(copy, parseRecords(part(text)));
  const restored = textWithoutChange(await linesOf(copy));
  expect(restored.split("\n").slice(1)).toEqual(textWithoutChange(text).split("\n").slice(1));
  expect(await api.redirects.remove(slug, earlierRedirect)).toBe(true);
});

it("names a value of an earlier version that must become shorter when it is changed", async () => {
  const api = createPublicApi({ storage: await earlierStore() });
  const post = await api.posts.get({ organizationSlug: slug, slug: "one" });
  await expect(api.posts.put(slug, { name: "Two", slug: "one", image: post?.image ?? "" })).rejects.toThrow(
    "/image must be at most 4096 characters",
  );
});
