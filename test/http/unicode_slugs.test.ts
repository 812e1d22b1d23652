import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";

const composed = "café-für-alle";
const decomposed = composed.normalize("NFD");
const html = "<p>Hello</p>";

describe("a slug in Unicode form NFD", () => {
  let api: PublicApi;
  let key = "";
  beforeEach(async () => {
    const clock = new ManualClock();
    api = createPublicApi({ storage: memoryDriver({ clock }), clock, adminApi: true, cache: { tags: true } });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "Café", slug: composed, html });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    ({ key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Key" }));
  });

  const slug = encodeURIComponent(decomposed);

  it("finds its post, under the tags of the post", async () => {
    for (const path of [`public/v1/post/acme/${slug}`, `public/v1/post/acme/${slug}/related`]) {
      const response = await api.fetch(new Request(`http://localhost/api/${path}`));
      expect([path, response.status]).toEqual([path, 200]);
    }
    const twice = [1, 2].map(async () => {
      const response = await api.fetch(new Request(`http://localhost/api/public/v1/post/acme/${slug}`));
      expect(response.headers.get("cache-tag")).toContain(encodeURIComponent(composed));
      return ((await response.json()) as { slug: string }).slug;
    });
    expect(await Promise.all(twice)).toEqual([composed, composed]);
  });

  it("is not found when the post has changed its slug, but redirects", async () => {
    await api.posts.update({ organizationSlug: "acme", slug: decomposed }, { slug: "other" });
    const response = await api.fetch(new Request(`http://localhost/api/public/v1/post/acme/${slug}`));
    expect([response.status, response.headers.get("location")]).toEqual([308, "other"]);
  });

  it.each<[string, string, unknown?]>([
    ["GET", `posts/${slug}/preview`],
    ["GET", `posts/${slug}/revisions`],
    ["PATCH", `posts/${slug}`, { name: "Changed" }],
    ["PUT", `posts/${slug}/working-copy`, { name: "Copy", html }],
    ["POST", `posts/${slug}/preview-links`, {}],
    ["POST", "redirects", { from: "/old", slug: decomposed }],
    ["DELETE", `posts/${slug}`],
  ])("works in the admin API: %s %s", async (method, path, body) => {
    const headers = path.endsWith("working-copy") ? { "if-none-match": "*" } : {};
    const response = await api.fetch(
      new Request(`http://localhost/api/admin/v1/${path}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    expect([await response.text(), response.status]).toEqual([
      expect.any(String),
      expect.toSatisfy((status) => status < 300),
    ]);
  });

  it("works in every method of the library", async () => {
    const address = { organizationSlug: "acme", slug: decomposed };
    expect((await api.posts.get(address))?.slug).toBe(composed);
    expect(await api.posts.getHeads("acme", [decomposed])).toHaveLength(1);
    expect(await api.posts.revisions(address)).toHaveLength(1);
    expect((await api.posts.restore(address, 1)).slug).toBe(composed);
    expect((await api.previews.create(address)).id).toEqual(expect.any(String));
    await api.redirects.add("acme", { from: "schloß-über".normalize("NFD"), slug: decomposed });
    const [added] = (await api.redirects.list("acme")).redirects;
    expect(added).toMatchObject({ from: "schloß-über", slug: composed });
    expect(await api.redirects.remove("acme", "schloß-über".normalize("NFD"))).toBe(true);
    expect(await api.posts.delete(address)).toBe(true);
    expect(await api.posts.get({ organizationSlug: "acme", slug: composed })).toBeNull();
  });

  it("finds a host's post in either form", async () => {
    for (const own of [composed, decomposed]) {
      const host = createPublicApi({
        storage: memoryDriver(),
        content: {
          findOrganization: () => ({ ...hostOrganization, version: "1" }),
          getPost: (_organization, asked) =>
            asked === own ? { id: 1, slug: own, name: "Café", html, version: "1" } : null,
          revision: (_organization, asked) => (asked === undefined || asked === own ? "1" : undefined),
          listPosts: async () => ({ posts: [], next: null }),
        },
      });
      for (const asked of [composed, decomposed, composed]) {
        const path = `public/v1/post/acme/${encodeURIComponent(asked)}`;
        expect((await host.fetch(new Request(`http://localhost/api/${path}`))).status).toBe(200);
      }
    }
  });
});
