import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { programIsMissing } from "../program_is_missing.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { postern, startPostern } from "./start_process.ts";
import { ifSqlite } from "../sqlite_is_missing.ts";

const path = scratchDirectory();
const stores = ["lmdb", "fs"] as const;
const sqlite = "sqlite/data.db";
const folders = [...stores, ...ifSqlite("sqlite"), "lmdb/counters", "fs/.postern", "."].map((name) =>
  join(path, name),
);

beforeAll(async () => {
  for (const setting of [
    ...stores.map((kind) => `${kind}:${join(path, kind)}`),
    ...ifSqlite(`sqlite:${join(path, sqlite)}`),
  ]) {
    const storage = await openStorageDriver(setting);
    const api = createPublicApi({ storage });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (const slug of ["a", "b"])
      await api.posts.create("acme", { slug, name: slug, html: "<p>Text</p>", status: "published" });
    await storage.dispose?.();
  }
});

function runShell(line: string): { status: number | null; stdout: string; stderr: string } {
  const node = `'${process.execPath}' '${postern}'`;
  const options = { cwd: path, encoding: "utf8", timeout: 280_000 } as const;
  return spawnSync("sh", ["-c", line.replace("postern", node)], options);
}

describe("a limit of 32 open files", () => {
  it.each([
    ["post list", "lmdb"],
    ["serve --port 0", "fs"],
    ["demo --port 0", "lmdb"],
  ])("ends %s with a line that explains how to raise it (%s)", (command, kind) => {
    const { status, stdout, stderr } = runShell(
      `ulimit -n 32; exec postern ${command} --storage ${kind}:${kind}`,
    );
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^postern: Cannot .*too many open files \(EMFILE.*"ulimit -n 1024".*\n$/);
    expect(status).toBe(1);
  });
});

describe.skipIf(programIsMissing({ command: "prlimit", install: "util-linux" }))(
  "a server at the limit of open files",
  () => {
    it("responds with 503, logs the reason, and recovers when the limit is raised", async () => {
      const server = startPostern("serve --storage fs:fs --port 0 --log text", { cwd: path });
      // One connection for all requests, because the server cannot accept a second one.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const get = async (url: string): Promise<{ status: number | undefined; body: string }> => {
        const [response] = (await once(request(url, { agent }).end(), "response")) as [IncomingMessage];
        return { status: response.statusCode, body: await text(response) };
      };
      const limit = (count: number): unknown =>
        spawnSync("prlimit", ["--pid", String(server.child.pid), `--nofile=${count}:`]);
      releaseAfterUse(() => agent.destroy());
      const [, url = ""] = await server.waitFor(/serves \S+ at (http\S+)/);
      expect(await get(`${url}/post/acme/a`)).toMatchObject({ status: 200 });
      limit(8);
      expect(await get(`${url}/post/acme/b`)).toMatchObject({
        status: 503,
        body: expect.stringContaining("store-unavailable") as string,
      });
      await server.waitFor(/too many open files \(EMFILE/);
      limit(1024);
      expect(await get(`${url}/post/acme/b`)).toMatchObject({ status: 200 });
    });
  },
);

describe.skipIf(programIsMissing({ command: "setpriv", install: "util-linux" }))(
  "a store without write permission",
  () => {
    // Without these capabilities, the superuser cannot write everywhere.
    const user =
      process.getuid?.() === 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search postern" : "postern";

    it.each([
      ["post list", "lmdb:lmdb", "lmdb"],
      ["post list", "fs:fs", "fs"],
      ...ifSqlite(["post list", `sqlite:${sqlite}`, sqlite]),
      ["serve --port 0", "lmdb:lmdb", "lmdb"],
      ["serve --port 0", "fs:fs", "fs"],
      ...ifSqlite(["serve --port 0", `sqlite:${sqlite}`, sqlite]),
      ["demo --port 0", "lmdb:new", "new"],
      ["demo --port 0", "fs:new", "new"],
      ...ifSqlite(["demo --port 0", "sqlite:new", "new"]),
    ])("ends %s --storage %s with a line that names the place", (command, setting, directory) => {
      for (const folder of folders) chmodSync(folder, 0o500);
      for (const file of ["data.mdb", "lock.mdb"]) chmodSync(join(path, "lmdb", file), 0o400);
      const { status, stdout, stderr } = runShell(`exec ${user} ${command} --storage ${setting}`);
      for (const folder of folders) chmodSync(folder, 0o700);
      for (const file of ["data.mdb", "lock.mdb"]) chmodSync(join(path, "lmdb", file), 0o600);
      const reason = `this process has no permission for it (EACCES, ${join(path, directory)}). Run Postern as the file's owner, or change its permissions`;
      expect(stderr).toContain(`postern: Cannot open the store: ${reason}`);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    });
  },
);
