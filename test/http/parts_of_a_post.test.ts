import { beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../lib/api/client/mod.ts";
import type { PostInput } from "../../lib/mod.ts";
import { type AdminWorld, openAdminWorld } from "../admin/admin_world.ts";

interface Documented {
  paths: Record<string, Record<string, unknown>>;
}

/** Slugs of posts in every state, and the posts. */
const states: Record<string, Partial<PostInput> | undefined> = {
  unknown: undefined,
  draft: { status: "draft" },
  archived: { status: "archived" },
  scheduled: { status: "scheduled", publishedAt: "2030-01-01T00:00:00Z" },
  published: {},
  paid: { isAccessibleForFree: false },
  renamed: {},
  "renamed-draft": { status: "draft" },
  "renamed-and-archived": {},
  größe: {},
};

let admin: AdminWorld;
let publicParts: string[];
let adminParts: [method: string, path: string][];

beforeAll(async () => {
  admin = await openAdminWorld();
  const { api, world } = admin;
  await world.updateOrganization({ paidContent: "key" });
  for (const [slug, input] of Object.entries(states)) {
    if (input !== undefined)
      await api.posts.create("acme", { name: slug, slug, html: "<p>Hi</p>", ...input });
  }
  for (const slug of ["renamed", "renamed-draft", "renamed-and-archived", "größe"]) {
    await world.updatePost(slug, { slug: `${slug}-2` });
  }
  await world.updatePost("renamed-and-archived-2", { status: "archived" });
  const { paths } = await world.read<Documented>("/openapi.json");
  publicParts = Object.keys(paths).filter((path) => path.startsWith("/post/{organizationSlug}/{slug}"));
  const document = await admin.read<Documented>("GET", "/openapi.json");
  adminParts = Object.entries(document.paths).flatMap(([path, methods]) =>
    path.startsWith("/posts/{slug}")
      ? Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path])
      : [],
  );
});

/** Requests a part of a post, in each representation of the post itself. */
async function get(part: string, slug: string, headers: Record<string, string> = {}): Promise<Response> {
  const path = part.replace("{organizationSlug}", "acme").replace("{slug}", encodeURIComponent(slug));
  return admin.world.send("GET", path, { headers });
}

/** Returns the URL to which a response redirects a request for a part of a post. */
function targetOf({ headers }: Response, slug: string, suffix = ""): string | null {
  const location = headers.get("location");
  const requested = `http://localhost/api/public/v1/post/acme/${encodeURIComponent(slug)}${suffix}`;
  return location && new URL(location, requested).href;
}

describe.each(Object.keys(states))("the parts of the post %s", (slug) => {
  it("respond to readers as the post does, in every representation, with and without a key", async () => {
    expect(publicParts).toContain("/post/{organizationSlug}/{slug}/related");
    const { key } = admin.owner;
    const queries = ["", "?format=markdown", "?fields=head", "?fields=name"];
    for (const headers of [{}, { "x-api-key": key }]) {
      const post = await get("/post/{organizationSlug}/{slug}", slug, headers);
      const whole = queries.map((query) => `/post/{organizationSlug}/{slug}${query}`);
      for (const part of [...whole, ...publicParts]) {
        const suffix = part.slice("/post/{organizationSlug}/{slug}".length);
        const response = await get(part, slug, headers);
        const location = targetOf(post, slug);
        const expected = [post.status, location && `${location}${suffix}`];
        expect([part, response.status, targetOf(response, slug, suffix)]).toEqual([part, ...expected]);
        const code = post.status === 404 ? "post-not-found" : undefined;
        const text = await response.text();
        expect([part, /"code":"([^"]*)"/.exec(text)?.[1]]).toEqual([part, code]);
      }
    }
  });

  it("respond to members as the post does", async () => {
    expect(adminParts.length).toBeGreaterThan(10);
    const inputs: Record<string, unknown> = {
      "PATCH /posts/{slug}": {},
      "PUT /posts/{slug}/working-copy": { name: "Name", html: "" },
      "PUT /posts/{slug}/submission": { version: "1-1" },
      "POST /posts/{slug}/submission/approve": { version: "1-1" },
      "POST /posts/{slug}/submission/send-back": { version: "1-1", note: "Longer" },
      "POST /posts/{slug}/preview-links": {},
    };
    const post = await admin.send("GET", `/posts/${encodeURIComponent(slug)}`);
    if (post.status === 200) return;
    for (const [method, part] of adminParts) {
      // This request creates the post.
      if (`${method} ${part}` === "PUT /posts/{slug}") continue;
      const path = part
        .replace("{slug}", encodeURIComponent(slug))
        .replace("{number}", "1")
        .replace("{id}", "x");
      const headers = method === "PUT" ? { "if-none-match": "*" } : {};
      const response = await admin.send(method, path, inputs[`${method} ${part}`], headers);
      expect([method, part, response.status]).toEqual([method, part, 404]);
    }
  });
});

it("the client follows a renamed post to its parts", async () => {
  const { world, owner } = admin;
  const client = createClient({
    baseUrl: "http://localhost",
    organizationSlug: "acme",
    fetch: world.api.fetch,
    apiKey: owner.key,
  });
  expect((await client.getPost("größe")).data.slug).toBe("größe-2");
  const { data } = await client.listRelated("größe");
  expect(data).toEqual((await client.listRelated("größe-2")).data);
  for (const slug of ["unknown", "draft", "renamed-draft"]) {
    await expect(client.listRelated(slug)).rejects.toMatchObject({ code: "post-not-found" });
    await expect(client.getPost(slug)).rejects.toMatchObject({ code: "post-not-found" });
  }
});
