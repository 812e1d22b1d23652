import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { systemErrorCode } from "../../storage-drivers/directory/system_error_text.ts";
import { type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { publishPost } from "../storage-drivers/_publish_post.ts";
import { redisIsMissing, type RedisServer, startRedis, until } from "../storage-drivers/_redis_server.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "../storage-drivers/_open_driver.ts";
import { ifSqlite } from "../sqlite_is_missing.ts";

/** A server with a store that a test replaces. */
class World {
  readonly setting: string;
  readonly #server: StartedProcess;
  readonly #key: string;
  #url = "";

  private constructor(setting: string, key: string) {
    this.setting = setting;
    this.#key = key;
    this.#server = startPostern(`serve --storage ${setting} --port 0`);
  }

  static async open(setting: string): Promise<World> {
    const world = new World(setting, await fill(setting));
    [, world.#url = ""] = await world.#server.waitFor(/at (http:\S+?)\/api\/public\/v1/);
    return world;
  }

  /** Returns the statuses of all reads, and of the post "hello" with the key. */
  async read(): Promise<number[]> {
    const paths = ["post/acme/hello", "post/acme", "post/acme/sitemap", "sitemap/acme"];
    return [
      ...(await Promise.all(paths.map((path) => this.#send(`/api/public/v1/${path}`)))),
      await this.#send("/api/public/v1/post/acme/hello", { headers: { "x-api-key": this.#key } }),
    ];
  }

  async put(slug: string): Promise<number> {
    const headers = { "x-api-key": this.#key, "content-type": "application/json" };
    const body = JSON.stringify({ name: slug, html: "<p>New</p>" });
    return this.#send(`/api/admin/v1/posts/${slug}`, { method: "PUT", headers, body });
  }

  async has(slug: string): Promise<boolean> {
    return (await this.#send(`/api/public/v1/post/acme/${slug}`)) === 200;
  }

  async ready(): Promise<string> {
    const response = await fetch(`${this.#url}/readyz`);
    return `${response.status} ${(await response.text()).trim()}`;
  }

  log(): string {
    return this.#server.output();
  }

  async end(): Promise<void> {
    this.#server.child.kill("SIGKILL");
    await this.#server.exit;
  }

  async #send(path: string, init: RequestInit = {}): Promise<number> {
    const response = await fetch(this.#url + path, init);
    await response.arrayBuffer();
    return response.status;
  }
}

/** Puts a post into the store of a setting, and returns a key. */
async function fill(setting: string): Promise<string> {
  const storage = await openStorageDriver(setting);
  const key = await publishPost(createPublicApi({ storage }));
  await storage.dispose?.();
  return key;
}

const allRead = [200, 200, 200, 200, 200];
async function openRead(setting: string): Promise<World> {
  const world = await World.open(setting);
  expect(await world.read()).toEqual(allRead);
  return world;
}

const allRefused = [503, 503, 503, 503, 503];

/** Responses of a server after its store was replaced, from the first request. */
interface Observed {
  /** Statuses except 200 and 503 of reads before the change was noticed. */
  denied: number[];
  firstPut: number;
  ready: string;
  read: number[];
  put: number;
}

async function observe(world: World): Promise<Observed> {
  const denied = (await world.read()).filter((status) => status !== 200 && status !== 503);
  const firstPut = await world.put("lost");
  const ready = await world.ready();
  const observed = { denied, firstPut, ready, read: await world.read(), put: await world.put("lost") };
  await until(async () => world.log().includes("StoreReplacedError"));
  return observed;
}

function refused(reason: string): Observed {
  return { denied: [], firstPut: 503, ready: `503 ${reason}`, read: allRefused, put: 503 };
}

/** True if all reads succeed, and a new post can be read. */
async function isServed(world: World): Promise<boolean> {
  await until(async () => (await world.ready()) === "200 ok");
  const read = await world.read();
  const isPut = (await world.put("kept")) === 201 && (await world.has("kept"));
  return isPut && read.every((status) => status === 200);
}

/** Moves the content of a directory. A shell's `*` would skip names that begin with a dot. */
function moveContent(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name.startsWith(".")) continue;
    // A commit that was under way during the first move has created it again.
    rmSync(join(to, name), { recursive: true, force: true });
    renameSync(join(from, name), join(to, name));
  }
}

/** Copies the directory of a running server. Copying starts again if the server removes a file meanwhile. */
function copyDirectory(from: string, to: string): void {
  for (;;) {
    try {
      return cpSync(from, to, { recursive: true });
    } catch (error) {
      if (systemErrorCode(error) !== "ENOENT") throw error;
      rmSync(to, { recursive: true, force: true });
    }
  }
}

/** Removes the directory of a running server. The name is free at once, although the server can create a file meanwhile. */
function removeDirectory(path: string): void {
  const moved = `${path}-removed`;
  renameSync(path, moved);
  rmSync(moved, { recursive: true, maxRetries: 10 });
}

describe.each([["fs", ""], ["lmdb", ""], ...ifSqlite(["sqlite", "/data.db"])])(
  "a directory of %s under a server",
  (kind, file) => {
    let served: World;
    let path: string;
    let aside: string;
    let backup: string;

    beforeEach(async () => {
      const directory = scratchDirectory();
      [path, aside, backup] = [join(directory, "data"), join(directory, "aside"), join(directory, "backup")];
      served = await openRead(`${kind}:${path}${file}`);
    });

    it("that is moved is refused, and served again when it is back", async () => {
      renameSync(path, aside);
      expect(await observe(served)).toEqual(refused(`the store at ${path}${file} is gone`));
      renameSync(aside, path);
      expect(await isServed(served)).toBe(true);
    });

    it("that is emptied is refused, and served again when its files are back", async () => {
      moveContent(path, aside);
      expect(await observe(served)).toEqual(refused(`the store at ${path}${file} is gone`));
      moveContent(aside, path);
      expect(await isServed(served)).toBe(true);
    });

    it("that is deleted is refused, and so is an empty directory in its place", async () => {
      removeDirectory(path);
      expect(await observe(served)).toEqual(refused(`the store at ${path}${file} is gone`));
      mkdirSync(path);
      expect(await observe(served)).toEqual(refused(`the store at ${path}${file} is gone`));
    });

    it("that is replaced by a backup is refused, and the backup stays unchanged", async () => {
      copyDirectory(path, backup);
      renameSync(path, aside);
      renameSync(backup, path);
      expect(await observe(served)).toEqual(refused(`the store at ${path}${file} was replaced`));
      renameSync(path, backup);
      renameSync(aside, path);
      expect(await isServed(served)).toBe(true);
      await served.end();
      const storage = await openStorageDriver(`${kind}:${backup}${file}`);
      const slugs: string[] = [];
      for await (const { slug } of createPublicApi({ storage }).posts.iterate("acme")) slugs.push(slug);
      expect(slugs).toEqual(["hello"]);
      await storage.dispose?.();
    });

    it("that is deleted and copied back from a backup is refused", async () => {
      copyDirectory(path, backup);
      removeDirectory(path);
      cpSync(backup, path, { recursive: true });
      expect(await observe(served)).toEqual(refused(`the store at ${path}${file} was replaced`));
    });
  },
);

describe.skipIf(redisIsMissing())("Redis under a server", () => {
  let redis: RedisServer;
  let served: World;
  beforeEach(async () => {
    redis = await startRedis();
    releaseAfterUse(() => redis.stop());
    served = await openRead(redis.url);
  });

  it("that is flushed is refused", async () => {
    await redis.command("FLUSHALL");
    expect(await observe(served)).toEqual(refused("the store in Redis was emptied"));
    // A commit of the server's own work can arrive immediately after the first command. From now on, the server writes nothing.
    await redis.command("FLUSHALL");
    expect(await observe(served)).toEqual(refused("the store in Redis was emptied"));
    expect(await redis.command("DBSIZE")).toBe(0);
  });

  it("that restarts without its data is refused", async () => {
    await redis.kill();
    await redis.restart();
    await until(async () => (await served.ready()) === "503 the store in Redis was emptied");
    expect(await observe(served)).toEqual(refused("the store in Redis was emptied"));
  });

  it("with another store is refused, and served again when the first store is back", async () => {
    await fill(`${redis.url}/1`);
    await redis.command("SWAPDB", "0", "1");
    await until(async () => (await served.ready()) === "503 the store in Redis was replaced");
    expect(await observe(served)).toEqual(refused("the store in Redis was replaced"));
    await redis.command("SWAPDB", "0", "1");
    expect(await isServed(served)).toBe(true);
  });

  it("acknowledges nothing that is written to a flushed store", async () => {
    const storage = closedAfterUse(await openStorageDriver(redis.url));
    const api = createPublicApi({ storage });
    await api.organizations.get("acme");
    await redis.command("FLUSHALL");
    const organization = { slug: "new", name: "New", siteUrl: "https://new.example" };
    await expect(api.organizations.create(organization)).rejects.toThrow("the store in Redis was emptied");
    await expect(api.posts.iterate("acme").next()).rejects.toThrow("the store in Redis was emptied");
  });
});
