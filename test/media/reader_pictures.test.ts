import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { type AtomicDriver, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { mediaStore, type MediaStoreOptions } from "../../lib/media/mod.ts";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import { recordingDriver } from "../access/recording_driver.ts";
import { memoryDriver } from "../slow_memory.ts";
import { untilIdle } from "../until_idle.ts";
import { gradient, svg } from "./types/_files.ts";

const resizer = {
  resize: async (): Promise<never> => Promise.reject(new Error("No reader asks for a copy")),
};

async function openApi(
  options: MediaStoreOptions,
  storage: AtomicDriver = memoryDriver(),
): Promise<PublicApi> {
  const media = mediaStore(unstorageMedia(createStorage()), {
    mediaOrigin: "https://media.example",
    ...options,
  });
  const api = createPublicApi({ storage, media });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  return api;
}

async function upload(
  api: PublicApi,
  bytes: Uint8Array | Promise<Uint8Array>,
  name = "photo.png",
): Promise<string> {
  const { url } = (await api.media?.upload("acme", new Uint8Array(await bytes), { name })) ?? {};
  return url ?? "";
}

interface Shown {
  html: string;
  image?: string;
  structuredData: { article: { image?: string } };
}

async function showPost(api: PublicApi, html: string, more: { image?: string } = {}): Promise<Shown> {
  await api.posts.create("acme", { slug: "post", name: "Post", html, status: "published", ...more });
  const response = await api.fetch(new Request("https://api.example/api/public/v1/post/acme/post"));
  return (await response.json()) as Shown;
}

const picture = (width: number, height = 100): Promise<Uint8Array> =>
  gradient(width, height).png().toBuffer();

describe("pictures in the HTML of a post", () => {
  it("get their size, copies of the ladder and hints", async () => {
    const api = await openApi({ resizer });
    const [wide, small] = [await upload(api, picture(1000)), await upload(api, picture(200))];
    const { html } = await showPost(api, `<p><img src="${wide}" alt="A"></p><img alt=B src='${small}'/>`);
    const srcset = [320, 640, 960, 1280].map(
      (width) => `${wide}?w=${width}&amp;format=webp ${Math.min(width, 1000)}w`,
    );
    expect(html).toBe(
      `<p><img width="1000" height="100" srcset="${srcset.join(", ")}" sizes="(max-width: 1000px) 100vw, 1000px" decoding="async"` +
        ` src="${wide}" alt="A"></p>` +
        `<img width="200" height="100" srcset="${small}?w=320&amp;format=webp 200w" sizes="auto, (max-width: 200px) 100vw, 200px"` +
        ` loading="lazy" decoding="async" alt=B src='${small}'/>`,
    );
  });

  it("keep the values of their writer", async () => {
    const api = await openApi({ resizer });
    const url = await upload(api, picture(200));
    const tag = `<img src="${url}" width="50" sizes="50px" loading="eager" decoding="sync">`;
    expect((await showPost(api, tag)).html).toBe(tag);
  });

  it("get no copies without a resizer, and drawings get none", async () => {
    const api = await openApi({});
    const url = await upload(api, picture(400));
    const drawn = `<img width="400" height="100" decoding="async" src="${url}">`;
    expect((await showPost(api, `<img src="${url}">`)).html).toBe(drawn);
    const other = await openApi({ resizer });
    const logo = await upload(other, svg("<g/>"), "logo.svg");
    expect((await showPost(other, `<img src="${logo}">`)).html).toBe(
      `<img width="40" height="20" decoding="async" src="${logo}">`,
    );
  });

  it.each([
    ["a comment", (url: string) => `<!-- <img src="${url}"> -->`],
    ["a script", (url: string) => `<script>"<img src='${url}'>"</script>`],
    ["a link", (url: string) => `<a href="${url}">The picture</a>`],
    ["an address with a query", (url: string) => `<img src="${url}?w=320">`],
    ["another organization", (url: string) => `<img src="${url.replace("/acme/", "/other/")}">`],
    ["an unknown file", (url: string) => `<img src="${url.replace(/[0-9a-f]{40}/, "0".repeat(40))}">`],
  ])("stay as they are: %s", async (_name, htmlOf) => {
    const api = await openApi({ resizer });
    const content = htmlOf(await upload(api, picture(200)));
    expect((await showPost(api, content)).html).toBe(content);
  });

  it("are stored as they were written", async () => {
    const api = await openApi({ resizer });
    const content = `<img src="${await upload(api, picture(200))}">`;
    await showPost(api, content);
    expect((await api.posts.get({ organizationSlug: "acme", slug: "post" }))?.html).toBe(content);
  });

  it("cost one read of the store, and none in posts without them", async () => {
    const { driver, calls } = recordingDriver(memoryDriver());
    const api = await openApi({}, driver);
    const urls = await Promise.all([100, 200, 300].map((width) => upload(api, picture(width))));
    const tags = urls.map((url) => `<img src="${url}">`).join("");
    await api.posts.create("acme", { slug: "with", name: "Post", html: tags, status: "published" });
    await api.posts.create("acme", {
      slug: "without",
      name: "Post",
      html: "<p>Text</p>",
      status: "published",
    });
    const readsOf = async (slug: string): Promise<number> => {
      await untilIdle(api);
      calls.length = 0;
      await api.fetch(new Request(`https://api.example/api/public/v1/post/acme/${slug}`));
      return new Set(calls.map(({ turn }) => turn)).size;
    };
    const [without, first, cached] = [await readsOf("without"), await readsOf("with"), await readsOf("with")];
    expect(first).toBe(without + 1);
    expect(cached).toBeLessThanOrEqual(without);
  });
});

describe("the image of the structured data", () => {
  const large = (): Promise<Uint8Array> => picture(500, 100);

  it("is the first large picture of a post without an image", async () => {
    const api = await openApi({});
    const [icon, first] = [await upload(api, picture(50)), await upload(api, large())];
    const post = await showPost(api, `<img src="${icon}"><img src="${first}">`);
    expect(post.structuredData.article.image).toBe(first);
    expect(post.image).toBeUndefined();
  });

  it("is the post's own image", async () => {
    const api = await openApi({});
    const image = "https://acme.example/own.png";
    const post = await showPost(api, `<img src="${await upload(api, large())}">`, { image });
    expect(post.structuredData.article.image).toBe(image);
  });

  it("is missing without the option, and if the address is a path", async () => {
    const api = await openApi({ isArticleImage: false });
    const url = await upload(api, large());
    expect((await showPost(api, `<img src="${url}">`)).structuredData.article.image).toBeUndefined();
    const other = await openApi({});
    const path = new URL(await upload(other, large())).pathname;
    const post = await showPost(other, `<img src="${path}">`);
    expect(post.html).toContain('width="500"');
    expect(post.structuredData.article.image).toBeUndefined();
  });
});
