import { describe, expect, it } from "vitest";
import { type ContentSource, createPublicApi, type Organization, type Post } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { exportRecords, importRecords, type TransferRecord } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";
import { allOf } from "../async_items.ts";

const script = "javascript:alert(1)";
const paths = [
  "post/acme",
  "post/acme?fields=*,html",
  "post/acme/hello",
  "post/acme/sitemap",
  "sitemap/acme",
  "feed/acme/rss.xml",
  "feed/acme/atom.xml",
  "feed/acme/feed.json",
  "llms/acme",
];

type Api = ReturnType<typeof createPublicApi>;

async function read(api: Api, path: string, accept = "*/*"): Promise<string> {
  const response = await api.fetch(
    new Request(`http://localhost/api/public/v1/${path}`, { headers: { accept } }),
  );
  expect(response.status).toBe(200);
  return response.text();
}

/** Returns the public responses that contain the unsafe URL, and the fields that contain any URL. */
async function leaksOf(api: Api): Promise<string[]> {
  const texts = await Promise.all(paths.map(async (path) => [path, await read(api, path)] as const));
  const markdown = await read(api, "post/acme/hello", "text/markdown");
  const post = JSON.parse(await read(api, "post/acme/hello")) as {
    image?: unknown;
    structuredData: { article: { image?: unknown; publisher: { logo?: unknown } } };
  };
  const { article } = post.structuredData;
  return [
    ...texts.filter(([, text]) => text.includes(script)).map(([path]) => path),
    ...(markdown.includes(script) ? ["markdown"] : []),
    ...("image" in post ? ["image"] : []),
    ...("image" in article ? ["article.image"] : []),
    ...("logo" in article.publisher ? ["article.publisher.logo"] : []),
  ];
}

describe("an address that is not http or https", () => {
  it.each([script, "\u0001 JavaScript:alert(1)", "data:text/html,x", "/relative.png", "", null])(
    "such as %j is left out of responses if a host's content source has it",
    async (address) => {
      const post = { id: 1, name: "Hello", slug: "hello", html: "<p>Hi</p>", image: address } as Post;
      const organization = { ...hostOrganization, logo: address, feeds: true } as Organization;
      const content: ContentSource = {
        findOrganization: async () => organization,
        getPost: async () => ({ ...post, translations: { de: script } }),
        listPosts: async () => ({ posts: [{ ...post, translations: { de: script } }], next: null }),
      };
      expect(await leaksOf(createPublicApi({ storage: memoryDriver(), content }))).toEqual([]);
    },
  );

  it("of an older store is kept by export and import, and left out of responses", async () => {
    const older = memoryDriver();
    const api = createPublicApi({ storage: older });
    const organization = { slug: "acme", name: "Acme", siteUrl: "https://acme.example", feeds: true };
    await api.organizations.create({ ...organization, logo: "https://acme.example/logo.png" });
    const image = "https://acme.example/a.png";
    await api.posts.create("acme", { name: "Hello", html: "<p>Hi</p>", image });
    expect(await read(api, "post/acme/hello")).toContain(`"image":"${image}"`);

    const changed = JSON.stringify(await recordsOf(older)).replaceAll(/https:[^"]*\.png/g, script);
    const restored = memoryDriver();
    await importRecords(restored, each(JSON.parse(changed) as TransferRecord[]));
    const restoredApi = createPublicApi({ storage: restored });
    expect((await restoredApi.posts.get({ organizationSlug: "acme", slug: "hello" }))?.image).toBe(script);
    expect(await leaksOf(restoredApi)).toEqual([]);
    expect(JSON.stringify(await recordsOf(restored))).toContain(`"image":"${script}"`);
  });
});

async function recordsOf(storage: AtomicDriver): Promise<TransferRecord[]> {
  return allOf(exportRecords(storage));
}

async function* each(records: readonly TransferRecord[]): AsyncGenerator<TransferRecord> {
  yield* records;
}
