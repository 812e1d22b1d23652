import type { StoreFinding } from "../../lib/moving/entry.ts";
import { createPublicApi, type PostItem, type PublicApi, type SinglePost } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { ask, findingsOf } from "../storage-drivers/_publish_post.ts";

/** A line of `writer.mjs`. `deleting` and `ending` say that a change begins; every other line acknowledges a change. */
export type Acknowledged =
  | { kind: "post"; slug: string; name: string; length: number; movedFrom?: string }
  | { kind: "deleting" | "deleted"; slug: string }
  | { kind: "key" | "revoked"; key: string }
  | { kind: "session" | "ending" | "ended"; token: string }
  | { kind: "knowledge"; id: string; text: string; key: string };

/** Number of acknowledged texts that are sent again with their idempotency key. */
const repeated = 5;

class Reader {
  readonly #api: PublicApi;

  constructor(api: PublicApi) {
    this.#api = api;
  }

  async get(path: string, key?: string): Promise<Response> {
    return ask(this.#api, path, key);
  }

  async listed(): Promise<PostItem[]> {
    const posts: PostItem[] = [];
    let path: string | undefined = "/post/acme?limit=100&sort=name";
    while (path !== undefined) {
      const response: Response = await this.get(path);
      if (response.status === 404) return [];
      const page = (await response.json()) as { posts: PostItem[]; nextCursor: string | null };
      posts.push(...page.posts);
      path =
        page.nextCursor === null ? undefined : `/post/acme?limit=100&sort=name&cursor=${page.nextCursor}`;
    }
    return posts;
  }

  async texts(): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    if ((await this.#api.organizations.get("acme")) === null) return texts;
    for await (const { id, text } of this.#api.knowledgeBase.iterate("acme")) texts.set(id, text);
    return texts;
  }

  async single(slug: string): Promise<SinglePost | number> {
    const response = await this.get(`/post/acme/${slug}`);
    return response.status === 200 ? ((await response.json()) as SinglePost) : response.status;
  }

  async isOpen(token: string): Promise<boolean> {
    return (await this.#api.sessions.find(token)) !== null;
  }

  /** Sends a text again with its idempotency key, and returns the id of the response. */
  async repeat({ text, key }: { text: string; key: string }): Promise<unknown> {
    const response = await this.#api.fetch(
      new Request("http://localhost/api/public/v1/knowledge-base", {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": text },
        body: JSON.stringify({ text }),
      }),
    );
    return ((await response.json()) as { id?: unknown }).id;
  }
}

/** Opens a store, and returns what contradicts the lines of its writer: missing, half or repeated changes, and errors. */
export async function contradictionsOf(
  setting: string,
  acknowledged: readonly Acknowledged[],
): Promise<unknown[]> {
  const storage = await openStorageDriver(setting);
  const wrong: unknown[] = [];
  let isClosed = false;
  const onError = (error: unknown): unknown => isClosed || wrong.push(error);
  const api = createPublicApi({ storage, rateLimit: { perDay: 1_000_000_000 }, insight: false, onError });
  try {
    const reader = new Reader(api);
    wrong.push(...(await missing(reader, acknowledged)), ...(await halves(reader)));
    wrong.push(...(await repetitions(reader, acknowledged)));
  } finally {
    // Work in the background may find the store closed.
    isClosed = true;
    await storage.dispose?.();
  }
  return wrong;
}

/** Reads every record of a store, and compares linked records. */
export async function findingsIn(setting: string): Promise<StoreFinding[]> {
  const storage = await openStorageDriver(setting);
  try {
    return await findingsOf(storage);
  } finally {
    await storage.dispose?.();
  }
}

/** Returns the acknowledged writes that are missing or different. */
async function missing(reader: Reader, acknowledged: readonly Acknowledged[]): Promise<unknown[]> {
  const texts = await reader.texts();
  const slugs = new Set((await reader.listed()).map(({ slug }) => slug));
  const namesOf = (kind: string, field: string): Set<unknown> =>
    new Set(acknowledged.filter((line) => line.kind === kind).map((line) => Reflect.get(line, field)));
  const revoked = namesOf("revoked", "key");
  const ending = namesOf("ending", "token");
  const deleting = namesOf("deleting", "slug");
  const moved = namesOf("post", "movedFrom");
  const isRight: { [Kind in Acknowledged["kind"]]: (line: never) => Promise<boolean> } = {
    knowledge: async ({ id, text }: { id: string; text: string }) => texts.get(id) === text,
    post: async ({ slug, name, length }: { slug: string; name: string; length: number }) => {
      if (moved.has(slug) || (deleting.has(slug) && !slugs.has(slug))) return true;
      // A pending move may have succeeded without an acknowledgement.
      const place = slugs.has(`${slug}-moved`) ? `${slug}-moved` : slug;
      const post = await reader.single(place);
      return (
        typeof post === "object" && post.name === name && post.html.length === length && slugs.has(place)
      );
    },
    deleting: async () => true,
    ending: async () => true,
    deleted: async ({ slug }: { slug: string }) => !slugs.has(slug) && (await reader.single(slug)) === 404,
    key: async ({ key }: { key: string }) => isKeyRight(reader, key, revoked.has(key)),
    revoked: async ({ key }: { key: string }) => isKeyRight(reader, key, true),
    session: async ({ token }: { token: string }) => ending.has(token) || reader.isOpen(token),
    ended: async ({ token }: { token: string }) => !(await reader.isOpen(token)),
  };
  const wrong: unknown[] = [];
  for (const line of acknowledged) {
    if (!(await isRight[line.kind](line as never))) wrong.push(line);
  }
  return wrong;
}

/** A pending revocation may have succeeded without an acknowledgement. */
async function isKeyRight(reader: Reader, key: string, mustBeRevoked: boolean): Promise<boolean> {
  const response = await reader.get("/sitemap/acme", key);
  const isRevoked = (await response.text()).includes('"code":"revoked-key"');
  return isRevoked || (!mustBeRevoked && response.status === 200);
}

/** Returns posts that are only half in the store. */
async function halves(reader: Reader): Promise<unknown[]> {
  const posts = await reader.listed();
  const wrong: unknown[] = [];
  if (new Set(posts.map(({ id }) => id)).size !== posts.length) wrong.push("Two posts have one id");
  for (const { slug, wordCount } of posts.slice(-300)) {
    const post = await reader.single(slug);
    if (typeof post !== "object" || post.html === "" || post.wordCount !== wordCount)
      wrong.push({ half: slug });
  }
  if (posts.length === 0) return wrong;
  const xml = await (await reader.get("/post/acme/sitemap")).text();
  const urls = xml.match(/<url><loc>[^<]+<\/loc><lastmod>[^<]+<\/lastmod><\/url>/g) ?? [];
  if (urls.length !== posts.length) wrong.push(`The sitemap has ${urls.length} of ${posts.length} posts`);
  return wrong;
}

/** Returns acknowledged texts that a second request with their idempotency key created again. */
async function repetitions(reader: Reader, acknowledged: readonly Acknowledged[]): Promise<unknown[]> {
  const revoked = new Set(acknowledged.map((line) => (line.kind === "revoked" ? line.key : "")));
  const texts = acknowledged.flatMap((line) => (line.kind === "knowledge" ? [line] : []));
  const wrong: unknown[] = [];
  for (const line of texts.filter(({ key }) => !revoked.has(key)).slice(-repeated)) {
    const id = await reader.repeat(line);
    // A pending revocation may have succeeded without an acknowledgement.
    if (id !== undefined && id !== line.id) wrong.push({ repeated: line, id });
  }
  return wrong;
}
