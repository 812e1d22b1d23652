import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { checkClock, checkNode } from "../../adapters/standalone/doctor/examine.ts";
import { checkUrl } from "../../adapters/standalone/doctor/check_url.ts";
import type { Finding } from "../../adapters/standalone/doctor/finding.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { type AtomicDriver, encodeKey } from "../../lib/store/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { createTwin } from "../access/create_twin.ts";
import { startPostern } from "../adapters/start_process.ts";
import { listen } from "../servers/listen.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { redisIsMissing, startRedis } from "../storage-drivers/_redis_server.ts";
import { mountSmallDisk, smallDiskIsMissing } from "../faults/small_disk.ts";
import { StandaloneWorld } from "./standalone_world.ts";
import { ifSqlite, sqliteIsMissing } from "../sqlite_is_missing.ts";

let directory: string;
let store: string;
beforeEach(() => {
  directory = scratchDirectory();
  store = join(directory, "store");
});

async function run(line: string): Promise<{ code: number | null; output: string }> {
  const process = startPostern(line, { cwd: directory });
  return { code: await process.exit, output: process.output() };
}

/** Runs the doctor: its exit code, and each finding by what was looked at. */
async function examine(
  storage: string,
  flags = "",
): Promise<{ code: number | null; found: Record<string, Finding> }> {
  const { code, output } = await run(`doctor --storage ${storage} --port 0 --json${flags}`);
  const findings = JSON.parse(output) as Finding[];
  return { code, found: Object.fromEntries(findings.map((finding) => [finding.check, finding])) };
}

/** Fills the store of files, and closes it. */
async function fill(write: (api: PublicApi, driver: AtomicDriver) => Promise<unknown>): Promise<void> {
  const driver = await openStorageDriver(`fs:${store}`);
  const api = createPublicApi({ storage: driver });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await write(api, driver);
  await driver.dispose?.();
}

describe("postern doctor --url", () => {
  it.each([
    ["", 0, ["url ok", "address warning", "forged address ok"]],
    [" --trust-proxy 1", 1, ["url ok", "address warning", "forged address failed"]],
  ])("checks a server that clients reach directly, with the flags%j", async (flags, code, statuses) => {
    const world = await StandaloneWorld.open("--log", "none", ...flags.split(" ").slice(1));
    const { code: ended, output } = await run(`doctor --json --url ${world.url}/`);
    const findings = JSON.parse(output) as Finding[];
    expect([ended, findings.map(({ check, status }) => `${check} ${status}`)]).toEqual([code, statuses]);
  });

  it("says that no Postern responds", async () => {
    const origin = await listen(createServer((_request, response) => response.writeHead(404).end()));
    const { code, output } = await run(`doctor --url ${origin}`);
    expect([code, output]).toEqual([1, expect.stringMatching(/^failed {3}url .*status 404/)]);
    expect((await run("doctor --url api.example")).output).toContain("--url must be an http or https URL");
  });

  it.each([
    ["203.0.114.9", "93.184.216.34", "ok"],
    ["10.0.0.5", "93.184.216.34", "failed"],
    ["127.0.0.1", "2606:2800:220:1::1", "failed"],
    ["10.0.0.5", "10.0.0.9", "warning"],
    ["unknown", "93.184.216.34", "warning"],
  ])("finds a shared address: the server sees %s, and has the address %s", async (seen, own, status) => {
    const findings = await checkUrl("https://api.example", {
      fetch: async () => new Response(null, { status: 204, headers: { "x-client-address": seen } }),
      lookup: async () => [own],
    });
    expect(findings.find(({ check }) => check === "address")?.status).toBe(status);
  });
});

describe("postern doctor", () => {
  it.each([["lmdb", ""], ["fs", ""], ...ifSqlite(["sqlite", "/data.db"])])(
    "reports a healthy store %s, and leaves nothing in it",
    async (kind, file) => {
      const storage = `${kind}:${store}${file}`;
      const driver = await openStorageDriver(storage);
      await driver.dispose?.();
      chmodSync(store, 0o750);
      const { code, found } = await examine(storage);
      expect(code).toBe(0);
      const statuses = Object.entries(found).map(([check, { status }]) => `${check} ${status}`);
      const looked =
        "node, clock, folder, disk space, file time, files, open, read, durability, write, schema, users, webhooks, port";
      expect(statuses).toEqual(looked.split(", ").map((check) => `${check} ok`));
      const after = await openStorageDriver(storage);
      expect(await after.atomic.list(encodeKey(["doctor"]), { limit: 10 })).toEqual([]);
      await after.dispose?.();
    },
  );

  it("names several users of an email address, and suggests a merge", async () => {
    await fill(async (api, driver) => {
      await createTwin(driver, { id: "a", name: "Ada", email: "ada@acme.example" });
      await createTwin(driver, { id: "b", name: "Ada L.", email: "ADA@acme.example", status: "disabled" });
      await createTwin(driver, { id: "c", name: "Bea", email: "bea@acme.example" });
      await api.users.addToOrganization("a", { organizationSlug: "acme", role: "owner" });
    });
    const { code, found } = await examine(`fs:${store}`);
    expect(code).toBe(0);
    expect(found["users"]).toEqual({
      check: "users",
      status: "warning",
      detail: "ada@acme.example belongs to 2 users: a (Ada, member of acme); b (Ada L., disabled, no member)",
      remedy: 'merge them: "postern user merge b a" moves everything from the first user to the second',
    });
  });

  it.each(["lmdb", "fs"])("warns of files of an older %s store that others can read", async (kind) => {
    const driver = await openStorageDriver(`${kind}:${store}`);
    await driver.atomic.commit("p", { sets: [{ key: "k", value: {} }] });
    await driver.dispose?.();
    // Not those of .postern, which the next start writes anew.
    const file = readdirSync(store, { recursive: true, encoding: "utf8" }).find((name) =>
      /^[^.].*\.(?:mdb|json)$/.test(name),
    );
    chmodSync(join(store, file ?? ""), 0o644);
    const closed = await examine(`${kind}:${store}`);
    expect(closed.found["files"]?.status).toBe("ok");
    chmodSync(store, 0o750);
    const { code, found } = await examine(`${kind}:${store}`);
    expect(code).toBe(0);
    expect(found["files"]).toMatchObject({
      status: "warning",
      detail: `${join(store, file ?? "")} can be read by users of its group (rights 644)`,
      remedy: `chmod -R go-rwx ${store}`,
    });
  });

  it.skipIf(sqliteIsMissing())(
    "warns only of the store's own files in a folder of SQLite that others can read",
    async () => {
      const file = join(store, "data.db");
      const driver = await openStorageDriver(`sqlite:${file}`);
      await driver.dispose?.();
      chmodSync(store, 0o755);
      writeFileSync(join(store, "page.html"), "", { mode: 0o644 });
      const { found } = await examine(`sqlite:${file}`);
      expect([found["folder"]?.status, found["files"]?.status]).toEqual(["ok", "ok"]);
      chmodSync(file, 0o644);
      expect((await examine(`sqlite:${file}`)).found["files"]).toMatchObject({
        status: "warning",
        detail: `${file} can be read by every user of this machine (rights 644)`,
        remedy: `chmod go-rwx ${file}*`,
      });
    },
  );

  it.skipIf(smallDiskIsMissing())("reports the space that a store needs if there is less", async () => {
    const disk = mountSmallDisk("34m");
    releaseAfterUse(disk.remove);
    const { found } = await examine(`lmdb:${disk.path}`);
    expect(found["disk space"]).toMatchObject({
      status: "failed",
      detail: `34 MiB free at ${disk.path}, and a store needs at least 64 MiB`,
    });
  });

  it("checks the public and the admin port, also while a server uses them", async () => {
    const other = await listen(createServer((_request, response) => response.end("something else")));
    const { port: taken } = new URL(other);
    const world = await StandaloneWorld.openShared("--admin-port", "0");
    const { port } = new URL(world.url);
    const { port: adminPort } = new URL(await world.adminUrl());
    const running = await examine(world.storage, ` --port ${port} --admin-port ${adminPort}`);
    expect(running.code).toBe(0);
    expect([running.found["port"], running.found["admin port"]]).toMatchObject([
      { status: "ok", detail: `a server responds on port ${port} of 127.0.0.1` },
      { status: "ok", detail: `a server responds on port ${adminPort} of 127.0.0.1` },
    ]);
    const { code, found } = await examine(world.storage, ` --admin-port ${taken}`);
    expect(code).toBe(1);
    expect(found["admin port"]).toMatchObject({
      status: "failed",
      detail: `another program uses port ${taken} of 127.0.0.1`,
      remedy: "stop that program, or choose another port",
    });
  });

  it("does not create a store", async () => {
    const { code, found } = await examine("lmdb:deep/store");
    expect(code).toBe(0);
    expect(found["folder"]?.detail).toContain("does not exist yet");
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each<[name: string, prepare: () => void, storage: string, check: string, finding: Partial<Finding>]>([
    [
      "a file in place of the folder",
      () => writeFileSync(store, ""),
      "lmdb:store",
      "folder",
      { status: "failed", remedy: "choose another folder, or remove the file" },
    ],
    [
      "an invalid LMDB file",
      () => {
        mkdirSync(store);
        writeFileSync(join(store, "data.mdb"), "no LMDB here".repeat(1000));
      },
      "lmdb:store",
      "open",
      {
        status: "failed",
        detail: expect.stringMatching(/^Cannot open the store: .*data\.mdb is not an LMDB file$/) as string,
        remedy: "choose another place, or replace the files there with a backup",
      },
    ],
    [
      "a Redis that does not run",
      () => undefined,
      "redis://127.0.0.1:1",
      "read",
      { status: "failed", remedy: "start Redis, or name the host and port at which it listens" },
    ],
    [
      "a store without durability",
      () => undefined,
      "memory:",
      "durability",
      { status: "warning", detail: "acknowledged writes survive: none" },
    ],
    [
      "a folder that is open to everyone",
      () => {
        mkdirSync(store);
        chmodSync(store, 0o755);
      },
      "lmdb:store",
      "folder",
      { status: "warning", remedy: expect.stringMatching(/^chmod o-rwx \//) as string },
    ],
  ])("reports %s", async (_name, prepare, storage, check, finding) => {
    prepare();
    const { code, found } = await examine(storage);
    expect(code).toBe(finding.status === "failed" ? 1 : 0);
    expect(found[check]).toMatchObject(finding);
  });

  it("reports a store that another process locks, and a store of a later version", async () => {
    const world = await StandaloneWorld.open("--log", "none");
    const locked = await examine(world.storage);
    expect(locked.code).toBe(1);
    expect(locked.found["open"]?.remedy).toContain("stop that process");
    await world.process.stop();
    const driver = await openStorageDriver(world.storage);
    const key = encodeKey(["acme"]);
    const value = { schemaVersion: 99, data: { slug: "acme" } };
    await driver.atomic.commit(encodeKey(["organizations"]), { sets: [{ key, value }] });
    await driver.dispose?.();
    const { code, found } = await examine(world.storage);
    expect(code).toBe(1);
    expect(found["schema"]).toMatchObject({
      status: "failed",
      remedy: "a later version of Postern wrote this store: install that version",
    });
  });

  it("writes lines for a person", async () => {
    const { code, output } = await run("doctor --storage memory:");
    expect(code).toBe(0);
    expect(output).toMatch(/^ok {7}node {8}version \d+\.\d+\.\d+\nok {7}clock {7}/);
  });
});

describe.skipIf(redisIsMissing())("postern doctor on Redis", () => {
  it("distinguishes reading from writing: a full server can be read", async () => {
    const full = await startRedis("--maxmemory", "1", "--maxmemory-policy", "noeviction");
    releaseAfterUse(() => full.stop());
    const { code, found } = await examine(full.url);
    expect(code).toBe(1);
    expect([found["read"]?.status, found["write"]?.status]).toEqual(["ok", "failed"]);
  });
});

describe("the doctor's checks of the process", () => {
  it.each([
    ["20.19.0", "ok"],
    ["26.1.0", "ok"],
    ["20.18.3", "failed"],
    ["18.20.0", "failed"],
  ])("judges Node %s as %s", (version, status) => {
    expect(checkNode(version).status).toBe(status);
  });

  it.each([
    ["1970-01-01T00:00:05Z", "failed"],
    ["2026-06-15T12:00:00Z", "ok"],
    ["2106-02-07T06:28:16Z", "failed"],
  ])("judges the time %s as %s", (time, status) => {
    expect(checkClock(Date.parse(time)).status).toBe(status);
  });
});

describe("postern doctor --deep and postern repair", () => {
  const fileOf = (name: string): string => join(store, `org/acme/${name}.json`);

  it("names damaged records, and repairs the store", async () => {
    await fill((api) => api.posts.create("acme", { name: "Hello", html: "<p>Hello</p>" }));
    const files = [fileOf("html/hello"), fileOf("posts-version")];
    for (const file of files) writeFileSync(file, '{"version":');
    const sound = await examine(`fs:${store}`);
    expect([sound.code, sound.found["record"]]).toEqual([0, undefined]);

    const deep = await run(`doctor --storage fs:${store} --port 0 --deep`);
    expect(deep.code).toBe(1);
    for (const file of files) expect(deep.output).toContain(`${file}: it is not JSON`);
    expect(deep.output).toMatch(/2 problems \(\d+ records in \d+\.\d s, [\d,]+\/s\)/);

    const repaired = await run(`repair --storage fs:${store} --set-aside bad.ndjson --json`);
    expect([repaired.code, repaired.output]).toEqual([0, expect.stringContaining('"restored": 1')]);
    // The write of the repaired post replaces the record `posts-version`.
    const kept = readFileSync(join(directory, "bad.ndjson"), "utf8").trim().split("\n");
    expect(kept.map((line) => (JSON.parse(line) as { place: string }).place)).toEqual([files[0]]);
    const after = await examine(`fs:${store}`, " --deep");
    expect([after.code, after.found["records"]?.status]).toEqual([0, "ok"]);
    expect((await run(`repair --storage fs:${store}`)).output).toContain("Nothing to repair");
  });

  it("removes no record that it cannot write to the file, and exits with 3 if something is left", async () => {
    await fill(async () => undefined);
    const [organization, other] = [fileOf("organization"), fileOf("audit/x")];
    writeFileSync(organization, "garbage");
    mkdirSync(dirname(other), { recursive: true });
    writeFileSync(other, "garbage");
    const refused = await run(`repair --storage fs:${store} --set-aside missing/bad.ndjson`);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(
      /Cannot set a record aside in missing\/bad\.ndjson: ENOENT.*was not removed/,
    );
    expect(readFileSync(other, "utf8")).toBe("garbage");
    const left = await run(`repair --storage fs:${store}`);
    expect(left.code).toBe(3);
    expect(left.output).toContain("set aside 1 in postern-set-aside.ndjson, left 1");
    expect(readFileSync(organization, "utf8")).toBe("garbage");
  });
});
