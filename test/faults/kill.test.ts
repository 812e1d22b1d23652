import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PostItem, type PublicApi, type SinglePost } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { randomOf } from "../random_of.ts";
import { ask, findingsOf } from "../storage-drivers/_publish_post.ts";
import { sharedStores } from "../storage-drivers/_shared_stores.ts";
import { trials } from "../full_run.ts";
import { testSeed } from "../test_seed.ts";

type Acknowledged =
  | { kind: "post"; slug: string; name: string; length: number; movedFrom?: string }
  | { kind: "key" | "revoked"; key: string }
  | { kind: "knowledge"; id: string; text: string };

const rounds = Number(process.env["POSTERN_KILLS"] ?? trials(20));
const longestLife = 200;
const writer = fileURLToPath(new URL("writer.mjs", import.meta.url));
const built = fileURLToPath(new URL("../../dist/lib/mod.js", import.meta.url));

/** Starts a writer, kills it some time after its first line, and returns its lines. */
async function writeUntilKilled(setting: string, round: number, life: number): Promise<Acknowledged[]> {
  const child = spawn(process.execPath, [writer, setting, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on("line", (line) => lines.push(line));
  const ended = Promise.all([once(child, "exit"), once(reader, "close")]);
  await Promise.race([once(reader, "line"), ended]);
  await sleep(life);
  child.kill("SIGKILL");
  const [[, signal]] = await ended;
  expect(signal, "the writer ended by itself").toBe("SIGKILL");
  return lines.map((line) => JSON.parse(line) as Acknowledged);
}

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
      const page = (await response.json()) as { posts: PostItem[]; nextCursor: string | null };
      posts.push(...page.posts);
      path =
        page.nextCursor === null ? undefined : `/post/acme?limit=100&sort=name&cursor=${page.nextCursor}`;
    }
    return posts;
  }

  async texts(): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for await (const { id, text } of this.#api.knowledgeBase.iterate("acme")) texts.set(id, text);
    return texts;
  }

  async single(slug: string): Promise<SinglePost | number> {
    const response = await this.get(`/post/acme/${slug}`);
    return response.status === 200 ? ((await response.json()) as SinglePost) : response.status;
  }
}

/** Returns the acknowledged writes that are missing or different. */
async function missing(reader: Reader, acknowledged: readonly Acknowledged[]): Promise<unknown[]> {
  const texts = await reader.texts();
  const slugs = new Set((await reader.listed()).map(({ slug }) => slug));
  const revoked = new Set(acknowledged.map((line) => (line.kind === "revoked" ? line.key : "")));
  const moved = new Set(acknowledged.map((line) => (line.kind === "post" ? line.movedFrom : undefined)));
  const wrong: unknown[] = [];
  for (const line of acknowledged) {
    if (line.kind === "knowledge") {
      if (texts.get(line.id) !== line.text) wrong.push(line);
    } else if (line.kind === "post") {
      if (moved.has(line.slug)) continue;
      // A pending move may have succeeded without an acknowledgement.
      const slug = slugs.has(`${line.slug}-moved`) ? `${line.slug}-moved` : line.slug;
      const post = await reader.single(slug);
      const isWhole = typeof post === "object" && post.name === line.name && post.html.length === line.length;
      if (!isWhole || !slugs.has(slug)) wrong.push(line);
    } else {
      const response = await reader.get("/sitemap/acme", line.key);
      // A pending revocation may have succeeded without an acknowledgement.
      const isRevoked = (await response.text()).includes('"code":"revoked-key"');
      const isRight = revoked.has(line.key) ? isRevoked : isRevoked || response.status === 200;
      if (!isRight) wrong.push([line, response.status]);
    }
  }
  return wrong;
}

const stores = sharedStores.filter(([name]) => name !== "Redis");

describe.each(stores)("kill -9 during writes, on %s", (_name, _deployment, open) => {
  const random = randomOf(testSeed);
  let setting: string;
  const everything: Acknowledged[] = [];
  beforeAll(async () => {
    if (!existsSync(built)) throw new Error("There is no dist: run `npm run build` before this test");
    setting = await open();
  });

  /** Opens the store, and checks that it is intact and has all acknowledged writes. */
  async function check(acknowledged: readonly Acknowledged[]): Promise<void> {
    const storage = await openStorageDriver(setting);
    const errors: unknown[] = [];
    const api = createPublicApi({
      storage,
      rateLimit: { perDay: 1_000_000_000 },
      onError: (error) => errors.push(error),
    });
    const reader = new Reader(api);
    expect(await missing(reader, acknowledged)).toEqual([]);

    const posts = await reader.listed();
    const ids = new Set(posts.map(({ id }) => id));
    expect(ids.size).toBe(posts.length);
    const halves: unknown[] = [];
    for (const { slug, wordCount } of posts.slice(-300)) {
      const post = await reader.single(slug);
      if (typeof post !== "object" || post.html === "" || post.wordCount !== wordCount) halves.push(slug);
    }
    expect(halves).toEqual([]);
    const xml = await (await reader.get("/post/acme/sitemap")).text();
    expect(xml.match(/<url><loc>[^<]+<\/loc><lastmod>[^<]+<\/lastmod><\/url>/g)).toHaveLength(posts.length);
    expect(errors).toEqual([]);
    await storage.dispose?.();
  }

  /** Reads every record, and compares linked records. */
  async function expectWhole(): Promise<void> {
    const storage = await openStorageDriver(setting);
    expect(await findingsOf(storage)).toEqual([]);
    await storage.dispose?.();
  }

  it(`keeps all acknowledged writes, ${rounds} times`, { timeout: 9000 * rounds }, async () => {
    for (let round = 0; round < rounds; round++) {
      const acknowledged = await writeUntilKilled(setting, round, random() * longestLife);
      expect(acknowledged.length).toBeGreaterThan(0);
      everything.push(...acknowledged);
      await check(acknowledged);
    }
    await check(everything);
    await expectWhole();
  });
});
