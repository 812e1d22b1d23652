import { describe, expect, it } from "vitest";
import { type ContentSource, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { OpenApiDocument } from "../../lib/http/openapi/mod.ts";
import type { JsonSchema } from "../../lib/http/openapi/openapi_document.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { openAdminWorld } from "../admin/admin_world.ts";
import { hostOrganization } from "../host_organization.ts";

const acme = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };
const post = { slug: "hello", name: "Hello", html: "<p>Hi</p>" };

type Write = (api: PublicApi, url: string) => Promise<unknown>;

const organizationField =
  (field: string, wrap: (url: string) => unknown = (url) => url): Write =>
  (api, url) =>
    api.organizations.update("acme", { [field]: wrap(url) });

/** The fields with web addresses, by the schema of the admin API and the name of the field. */
const fields: Readonly<Record<string, Write>> = {
  siteUrl: organizationField("siteUrl"),
  sitemapUrl: organizationField("sitemapUrl"),
  postSitemapUrl: organizationField("postSitemapUrl"),
  previewUrl: organizationField("previewUrl", (url) => `${url}?{slug}&{token}`),
  logo: organizationField("logo"),
  sameAs: organizationField("sameAs", (url) => [url]),
  image: (api, url) => api.posts.put("acme", { ...post, image: url }),
  canonicalUrl: (api, url) => api.posts.put("acme", { ...post, canonicalUrl: url }),
  translations: (api, url) => api.posts.put("acme", { ...post, translations: { de: url } }),
  from: (api, url) => api.redirects.add("acme", { from: url, slug: "hello" }),
  source: (api, url) =>
    api.knowledgeBase.put({ organizationSlug: "acme", id: "a" }, { text: "x", source: url }),
  url: (api, url) => api.webhooks.create("acme", { url }),
};

/** Fields whose schema allows any text, so that imports lose nothing. */
const lenient: Readonly<Record<string, Write>> = {
  aliases: (api, url) => api.posts.put("acme", { ...post, aliases: [url] }),
};

async function openApi(): Promise<PublicApi> {
  const api = createPublicApi({ storage: memoryDriver(), secret: "a random text of 32 characters or more" });
  await api.organizations.create(acme);
  await api.posts.put("acme", post);
  return api;
}

const addresses = (path: string): string[] =>
  ["user:password@", "user@", ":password@", "@", ":@", "us%40er:p%3Aw@"].map(
    (user) => `https://${user}acme.example${path}`,
  );

describe.each(Object.entries({ ...fields, ...lenient }))("the web address in %s", (_field, write) => {
  it.each(addresses("/a.png"))("cannot be %s", async (url) => {
    await expect(write(await openApi(), url)).rejects.toMatchObject({ name: "InvalidInputError" });
  });

  it("may have @ in its path", async () => {
    await expect(write(await openApi(), "https://acme.example/@ada:x")).resolves.not.toThrow();
  });
});

describe("a web address", () => {
  it("of an older store or a host is shown without user and password", async () => {
    const user = "https://u:p@acme.example";
    const content: ContentSource = {
      findOrganization: async () => ({ ...hostOrganization, logo: `${user}/logo.png` }),
      getPost: async () => ({ id: 1, ...post, image: `${user}/a.png` }),
      listPosts: async () => ({ posts: [], next: null }),
    };
    const api = createPublicApi({ storage: memoryDriver(), content });
    const response = await api.fetch(new Request("http://localhost/api/public/v1/post/acme/hello"));
    const body = await response.text();
    expect([response.status, body.includes("u:p@"), body.includes("https://acme.example/a.png")]).toEqual([
      200,
      false,
      true,
    ]);
  });

  it("is a row of the table above, wherever the admin API takes one", async () => {
    const document = await (await openAdminWorld()).read<OpenApiDocument>("GET", "/openapi.json");
    const found = new Set<string>();
    for (const { post: create, put, patch } of Object.values(document.paths)) {
      for (const operation of [create, put, patch]) {
        const content = (
          operation as { requestBody?: { content: Record<string, { schema: JsonSchema }> } } | undefined
        )?.requestBody?.content;
        collect(content?.["application/json"]?.schema ?? {}, { name: "", document, found });
      }
    }
    expect([...found].toSorted()).toEqual(Object.keys(fields).toSorted());
  });
});

/** Collects the names of the fields whose schema matches a web address. */
function collect(
  schema: JsonSchema,
  { name, document, found }: { name: string; document: OpenApiDocument; found: Set<string> },
): void {
  const { $ref, anyOf = [], items, properties = {}, additionalProperties, pattern, format } = schema;
  const inside = (one: JsonSchema, inner = name): void => collect(one, { name: inner, document, found });
  if ($ref !== undefined) inside(document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {});
  for (const one of anyOf) inside(one);
  if (items !== undefined) inside(items);
  if (typeof additionalProperties === "object") inside(additionalProperties);
  for (const [inner, one] of Object.entries(properties)) inside(one, inner);
  const isAddress = pattern !== undefined && new RegExp(pattern, "u").test("https://acme.example/a");
  if (format === "uri" || (isAddress && !new RegExp(pattern, "u").test("a b"))) found.add(name);
}
