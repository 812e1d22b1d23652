import { beforeAll, describe, expect, it } from "vitest";
import type { OpenApiDocument } from "../../lib/http/openapi/mod.ts";
import { postTag } from "../../lib/mod.ts";
import { articleProperties } from "../../lib/publishing/structured_data/article_properties.ts";
import { abandonEvent } from "./abandon_event.ts";
import { type AdminWorld, drawing, openAdminWorld, signedIn } from "./admin_world.ts";

/** The part of a JSON schema that this test reads. */
interface Schema {
  $ref?: string;
  type?: string;
  properties?: Readonly<Record<string, Schema>>;
  anyOf?: readonly Schema[];
}

type Page = Record<string, unknown> & { nextCursor?: string | null };

const fieldsOfPost = "fields of one post";

/** Properties of an Article that a field of the organization can give a list of texts. */
const textProperties = Object.entries(articleProperties).flatMap(([name, types]) =>
  types.split(" ").includes("Text") ? [name] : [],
);

/** Lists of responses without pages, by path and field, and the reason why they are short. */
const boundedLists: Readonly<Record<string, string>> = {
  "/posts/{slug} authors": fieldsOfPost,
  "/posts/{slug} tags": fieldsOfPost,
  "/posts/{slug} aliases": fieldsOfPost,
  "/posts/{slug} faqSkip": fieldsOfPost,
  "/posts/{slug} saves.changed": fieldsOfPost,
  "/posts/{slug}/preview faqEntries": "the content of one post",
  "/posts/{slug}/preview structuredData.article.speakable.cssSelector": "a field of the organization",
  "/posts/{slug}/preview structuredData.article.author": fieldsOfPost,
  ...Object.fromEntries(
    textProperties.map((name) => [`/posts/{slug}/preview structuredData.article.${name}`, fieldsOfPost]),
  ),
  "/posts/{slug}/preview structuredData.faqPage.mainEntity": "the content of one post",
  "/posts/{slug}/preview warnings": "the rules for one post",
  "/posts/{slug}/revisions revisions": "a post has at most 10 stored revisions",
  "/posts/{slug}/working-copy authors": fieldsOfPost,
  "/posts/{slug}/working-copy faqSkip": fieldsOfPost,
  "/posts/{slug}/working-copy tags": fieldsOfPost,
  "/knowledge-base/{id} tags": "at most 50",
  "/media/{id}/uses posts": "at most 20 posts",
  "/api-keys/{id} permissions": "the permissions that exist",
  "/api-keys/{id} networks": "a field of one key",
  "/insight days": "at most 30 days",
  "/insight endpoints": "the endpoints that exist",
  "/insight keys": "at most 400 rows a day, for at most 30 days",
  "/insight posts": "at most 500 rows a day, for at most 30 days",
  "/insight notFound": "at most 200 rows a day, for at most 30 days",
  "/insight refusals": "at most 200 rows a day, for at most 30 days",
  "/api-keys/{id}/insight days": "at most 30 days",
  "/api-keys/{id}/insight endpoints": "the endpoints that exist",
  "/api-keys/{id}/insight refusals": "the problems that exist",
  "/webhooks/{id} events": "a field of one webhook",
  "/webhooks/{id} sections": "a field of one webhook",
  "/webhooks/{id} tags": "a field of one webhook",
  "/webhooks/{id} languages": "a field of one webhook",
  "/organization speakable": "a field of the organization",
  "/organization synonyms": "a field of the organization",
  "/organization faq.skip": "a field of the organization",
  "/organization postFields": "a field of the organization",
  "/organization sameAs": "a field of the organization",
  "/organization faq.sources": "a field of the organization",
};

let world: AdminWorld;
let document: OpenApiDocument;

beforeAll(async () => {
  world = await openAdminWorld();
  await fill(world);
  document = await world.read<OpenApiDocument>("GET", "/openapi.json");
});

/** Adds entries, so that each list has at least three. */
async function fill(filled: AdminWorld): Promise<void> {
  const { api, webhookId, owner } = filled;
  const actor = await signedIn(filled, owner.userId);
  // The events are abandoned hours later, so they come before the links that expire.
  for (const number of [1, 2, 3]) await abandonEvent(filled, `refused-${number}`);
  for (const number of [1, 2, 3]) {
    const draft = await api.posts.create("acme", { name: `Draft ${number}`, status: "draft" });
    await api.admin.submissions.submit({ actor, slug: draft.slug }, { version: postTag(draft) });
    await api.knowledgeBase.add("acme", { text: `Text ${number}` });
    await api.media?.upload("acme", drawing(10 + number), { name: `${number}.svg` });
    await api.redirects.add("acme", { from: `/old/${number}`, slug: "hello" });
    await api.webhooks.create("acme", { url: `https://acme.example/${number}` });
    await api.webhooks.test({ organizationSlug: "acme", webhookId });
    await api.previews.create({ organizationSlug: "acme", slug: "hello" });
    await api.invitations.create("acme", { email: `guest${number}@acme.example`, role: "viewer" });
    await api.apiKeys.generate({ organizationSlug: "acme", userId: owner.userId, name: `Key ${number}` });
    const { id } = await api.users.create({ name: `Member ${number}` });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "viewer" });
  }
}

/** Returns the paths of the arrays in a schema. It does not look for arrays within arrays. */
function arraysIn({ $ref, type, properties = {}, anyOf = [] }: Schema, path: string[] = []): string[] {
  if ($ref !== undefined)
    return arraysIn(document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}, path);
  if (type === "array") return [path.join(".")];
  const ofFields = Object.entries(properties).flatMap(([name, field]) => arraysIn(field, [...path, name]));
  return [...new Set([...ofFields, ...anyOf.flatMap((one) => arraysIn(one, path))])];
}

interface ReadOperation {
  path: string;
  lists: string[];
  hasPages: boolean;
}

/** Returns the operations that read, with the lists in their responses. */
function readOperations(): ReadOperation[] {
  return Object.entries(document.paths).flatMap(([path, { get }]): ReadOperation[] => {
    if (get === undefined) return [];
    const schema: Schema = get.responses["200"]?.content?.["application/json"]?.schema ?? {};
    const names = new Set((get.parameters ?? []).map(({ name }) => name));
    return [{ path, lists: arraysIn(schema), hasPages: names.has("cursor") && names.has("limit") }];
  });
}

/** Leaves out the fields of keys and usage that each request of the walk changes. */
function withoutCounts(name: string, value: unknown): unknown {
  return ["requestsToday", "lastUsedOn", "days"].includes(name) ? undefined : value;
}

/** Fills in the path of a list with a resource that has entries. */
function addressOf(path: string): string {
  const id = path.startsWith("/members/") ? world.owner.userId : world.webhookId;
  return path.replace("{slug}", "hello").replace("{id}", id);
}

/** Reads the pages of a list, and returns the sizes of the pages and the items as JSON. */
async function walk(
  path: string,
  list: string,
  limit: number,
): Promise<{ sizes: number[]; items: string[] }> {
  const sizes: number[] = [];
  const items: string[] = [];
  const address = addressOf(path);
  for (let cursor: string | undefined; ;) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
    const page = await world.read<Page>("GET", `${address}?${query.toString()}`);
    const shown = page[list] as unknown[];
    sizes.push(shown.length);
    items.push(...shown.map((item) => JSON.stringify(item, withoutCounts)));
    if (page.nextCursor === null) return { sizes, items };
    cursor = String(page.nextCursor);
  }
}

describe("every list of the admin API", () => {
  it("has pages, or a known bound", () => {
    const unpaged = readOperations()
      .filter(({ hasPages }) => !hasPages)
      .flatMap(({ path, lists }) => lists.map((list) => `${path} ${list}`));
    expect(unpaged.toSorted()).toEqual(Object.keys(boundedLists).toSorted());
  });

  it.each([1, 2])("has each entry once, in pages of %i", async (limit) => {
    for (const { path, lists } of readOperations().filter(({ hasPages }) => hasPages)) {
      const [list = "", ...others] = lists;
      expect([path, others]).toEqual([path, []]);
      const whole = await walk(path, list, 100);
      expect([path, whole.items.length > 2]).toEqual([path, true]);
      const { sizes, items } = await walk(path, list, limit);
      expect([path, items.toSorted()]).toEqual([path, whole.items.toSorted()]);
      expect([path, new Set(items).size]).toEqual([path, items.length]);
      expect([path, sizes.filter((size) => size > limit)]).toEqual([path, []]);
      expect([path, sizes.length]).toEqual([path, Math.ceil(items.length / limit)]);
    }
  });

  it("refuses an unknown parameter, a wrong limit, and the cursor of another list", async () => {
    const paged = readOperations().filter(({ hasPages }) => hasPages);
    const { nextCursor } = await world.read<Page>("GET", "/audit?limit=1");
    for (const { path } of paged) {
      const address = addressOf(path);
      for (const query of ["before=1", "limit=0", "limit=101", "cursor=x", `cursor=${nextCursor}`]) {
        if (path === "/audit" && query.endsWith(String(nextCursor))) continue;
        const { status } = await world.send("GET", `${address}?${query}`);
        expect([path, query, status]).toEqual([path, query, 400]);
      }
    }
  });
});
