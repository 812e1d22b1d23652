import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { upgradeStore } from "../../lib/moving/entry.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { mountSmallDisk, smallDiskIsMissing } from "../faults/small_disk.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { startPostgres } from "../storage-drivers/_postgres_server.ts";
import { redisIsMissing, startRedis, until } from "../storage-drivers/_redis_server.ts";
import { publishPost } from "../storage-drivers/_publish_post.ts";

/** A store that can be made to refuse writes. */
interface FaultyStore {
  setting: string;
  refuse: () => unknown;
  accept: () => unknown;
}

interface Fault {
  name: string;
  isMissing: () => boolean;
  open: () => Promise<FaultyStore>;
  /** True if the store may still have room for counts. */
  mayCount?: true;
  /** True if an interrupted change may refuse reads, too. */
  mayRefuseReads?: true;
}

/** A fault of Redis by one of its settings. */
function redisFault(setting: string, refusing: string, accepting: string): Fault {
  return {
    name: `Redis with ${setting} ${refusing}`,
    isMissing: redisIsMissing,
    open: async () => {
      const server = await startRedis("--maxmemory-policy", "noeviction");
      releaseAfterUse(() => server.stop());
      return {
        setting: server.url,
        refuse: () => server.command("CONFIG", "SET", setting, refusing),
        accept: () => server.command("CONFIG", "SET", setting, accepting),
      };
    },
  };
}

/** A fault of a store in files, by its disk. */
function diskFault(
  kind: "fs" | "lmdb",
  fault: "full" | "read-only",
  but: Pick<Fault, "mayCount" | "mayRefuseReads">,
): Fault {
  return {
    name: `${kind} on a ${fault} disk`,
    isMissing: smallDiskIsMissing,
    ...but,
    open: async () => {
      const disk = mountSmallDisk("8m");
      releaseAfterUse(disk.remove);
      const filling = join(disk.path, "filling");
      const remount = (mode: "ro" | "rw"): void =>
        void execFileSync("mount", ["-o", `remount,${mode}`, disk.path]);
      const fill = (): void => {
        try {
          writeFileSync(filling, Buffer.alloc(16_000_000));
        } catch {
          // The disk is full.
        }
      };
      return {
        setting: `${kind}:${join(disk.path, "data")}`,
        refuse: () => (fault === "full" ? fill() : remount("ro")),
        accept: () => (fault === "full" ? rmSync(filling) : remount("rw")),
      };
    },
  };
}

const faults: readonly Fault[] = [
  redisFault("maxmemory", "1", "0"),
  redisFault("min-replicas-to-write", "1", "0"),
  {
    name: "PostgreSQL set to read only",
    isMissing: postgresIsMissing,
    open: async () => {
      const server = await startPostgres();
      releaseAfterUse(() => server.stop());
      const set = async (value: "on" | "off"): Promise<void> => {
        await server.query(`alter system set default_transaction_read_only = ${value}`);
        await server.query("select pg_reload_conf()");
      };
      return { setting: server.url(), refuse: () => set("on"), accept: () => set("off") };
    },
  },
  diskFault("fs", "full", { mayCount: true }),
  diskFault("fs", "read-only", { mayRefuseReads: true }),
  diskFault("lmdb", "full", { mayCount: true }),
];

/** A server on a store, and requests to it. */
class ReadinessWorld {
  readonly store: FaultyStore;
  readonly #key: string;
  readonly #url: string;
  readonly #metricsUrl: string;
  readonly #process: StartedProcess;

  private constructor(
    store: FaultyStore,
    process: StartedProcess,
    addresses: Record<"key" | "url" | "metricsUrl", string>,
  ) {
    this.store = store;
    this.#process = process;
    this.#key = addresses.key;
    this.#url = addresses.url;
    this.#metricsUrl = addresses.metricsUrl;
  }

  static async open(fault: Fault, ...flags: string[]): Promise<ReadinessWorld> {
    const store = await fault.open();
    const storage = await openStorageDriver(store.setting);
    await upgradeStore(storage);
    const key = await publishPost(createPublicApi({ storage }));
    await storage.dispose?.();
    // Counted requests are written in the background, which would mend or break the state by itself.
    const line = `serve --storage ${store.setting} --port 0 --metrics 0 --insight off`;
    const process = startPostern([line, ...flags].join(" "));
    const [, url = ""] = await process.waitFor(/at (http:\S+?)\/api\/public\/v1/);
    const [, metricsUrl = ""] = await process.waitFor(/Metrics are at ([^\s"]+)/);
    return new ReadinessWorld(store, process, { key, url, metricsUrl });
  }

  async ready(): Promise<string> {
    const response = await fetch(`${this.#url}/readyz`);
    return `${response.status} ${await response.text()}`;
  }

  async read(headers: Record<string, string> = {}): Promise<number> {
    const response = await fetch(`${this.#url}/api/public/v1/post/acme/hello`, { headers });
    await response.arrayBuffer();
    return response.status;
  }

  async readWithKey(): Promise<number> {
    return this.read({ "x-api-key": this.#key });
  }

  /** Changes the post to one of some size. */
  async write(): Promise<number> {
    const response = await fetch(`${this.#url}/api/admin/v1/posts/hello`, {
      method: "PUT",
      headers: { "x-api-key": this.#key, "content-type": "application/json" },
      body: JSON.stringify({ name: "Hello", html: `<p>${"A sentence. ".repeat(50_000)}</p>` }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async refusedMetric(): Promise<string | undefined> {
    const text = await (await fetch(this.#metricsUrl)).text();
    return /^postern_store_writes_refused (\d)$/m.exec(text)?.[1];
  }

  async messages(): Promise<string[]> {
    await this.#process.stop();
    const lines = this.#process.output().split("\n");
    return lines.flatMap((line) => /"msg":"(The store (?:refuses|accepts) [^"]+)"/.exec(line)?.[1] ?? []);
  }
}

const since = /^200 degraded: writes refused since \d{4}-\d\d-\d\dT[\d:.]+Z\n$/;

const uncounted = /^503 writes refused since \S+; reads need a key, and its use cannot be counted\n$/;

for (const fault of faults) {
  describe.skipIf(fault.isMissing())(`a server on ${fault.name}`, () => {
    it.skipIf(fault.mayRefuseReads)(
      "stays ready while posts can be read, and says since when writes are refused",
      async () => {
        const world = await ReadinessWorld.open(fault);
        expect([await world.ready(), await world.refusedMetric()]).toEqual(["200 ok\n", "0"]);
        await world.store.refuse();
        // A full disk may have room for the small changes of earlier events.
        await until(async () => (await world.write()) === 503 && since.test(await world.ready()));
        const ready = await world.ready();
        expect([await world.read(), await world.refusedMetric()]).toEqual([200, "1"]);
        expect(await world.write()).toBe(503);
        expect(await world.ready()).toBe(ready);
        await world.store.accept();
        // PostgreSQL tells its processes of a setting in the background.
        await until(async () => (await world.write()) === 200);
        expect([await world.ready(), await world.refusedMetric()]).toEqual(["200 ok\n", "0"]);
        expect((await world.messages()).slice(-2)).toEqual([
          "The store refuses writes",
          "The store accepts writes again",
        ]);
      },
    );

    it.skipIf(fault.mayCount)(
      "is not ready while reads need a key, and its use cannot be counted",
      async () => {
        const world = await ReadinessWorld.open(fault, "--read-access key");
        expect([await world.readWithKey(), await world.ready()]).toEqual([200, "200 ok\n"]);
        await world.store.refuse();
        await until(async () => (await world.readWithKey()) === 503);
        expect(await world.readWithKey()).toBe(503);
        expect(await world.ready()).toMatch(
          fault.mayRefuseReads ? /^503 (?:writes|the store) refuse/ : uncounted,
        );
        await world.store.accept();
        await until(async () => (await world.write()) === 200);
        expect(await world.ready()).toBe("200 ok\n");
      },
    );
  });
}
