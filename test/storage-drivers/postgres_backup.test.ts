import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { exportLines, exportRecords, importRecords } from "../../lib/moving/entry.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { releaseAfterUse, scratchDirectory, startForSuite } from "../servers/release_after_use.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { postgresIsMissing, programPath } from "./_postgres_client.ts";
import { copyServer, startPostgres, startWithData } from "./_postgres_server.ts";
import { ask, findingsOf, publishPost } from "./_publish_post.ts";
import { until } from "./_redis_server.ts";
import { patient } from "./_patient.ts";

const schema = "postern";

interface World {
  storage: AtomicDriver;
  api: PublicApi;
  statusOf(key: string, slug?: string): Promise<number>;
  /** Returns the number of results of a search. */
  find(q: string): Promise<number>;
}

/** Returns the lines of an export, without its time, once the counts of all requests are written. */
async function contentOf({ api, storage }: World): Promise<string[]> {
  await api.events.settle();
  const lines: string[] = [];
  for await (const { text } of exportLines(storage, { withHashes: true })) lines.push(text);
  return lines.slice(1);
}

describe.skipIf(postgresIsMissing())("backups of PostgreSQL", () => {
  const archive = scratchDirectory();
  // The user of the server writes to it.
  chmodSync(archive, 0o777);
  const server = startForSuite(async () =>
    startPostgres("archive_mode=on", `archive_command=cp %p ${archive}/%f`),
  );

  function open(url: string): World {
    const storage = closedAfterUse(postgresDriver({ url, ...patient }));
    const api = createPublicApi({ storage, deployment: "cluster", onError: () => undefined });
    const statusOf = async (key: string, slug = "hello"): Promise<number> =>
      (await ask(api, `/post/acme/${slug}`, key)).status;
    const find = async (q: string): Promise<number> => {
      const response = await ask(api, `/search/acme?q=${q}`);
      return ((await response.json()) as { results: unknown[] }).results.length;
    };
    return { storage, api, statusOf, find };
  }

  function run(program: string, ...args: string[]): void {
    const place = ["--host=127.0.0.1", `--port=${server().port}`, "--username=postgres"];
    execFileSync(programPath(program), [...place, ...args]);
  }

  it("are restored by pg_restore into a new database, and in place under a running server", async () => {
    const url = server().url(schema);
    const source = open(url);
    const key = await publishPost(source.api);
    await source.api.posts.create("acme", { name: "\u0000 and \ud83d", html: "<p>Half a pair</p>" });
    expect(await source.statusOf(key)).toBe(200);
    const content = await contentOf(source);
    const file = join(archive, "postern.dump");
    expect(await source.find("hello")).toBe(1);
    const withoutIndexes = `--exclude-table-data=${schema}.search_*`;
    run("pg_dump", "--format=custom", `--schema=${schema}`, withoutIndexes, `--file=${file}`, "postgres");

    run("createdb", "--template=template0", "postern_copy");
    run("pg_restore", "--dbname=postern_copy", "--single-transaction", "--no-owner", file);
    const copy = open(url.replace("/postgres?", "/postern_copy?"));
    expect(await contentOf(copy)).toEqual(content);
    expect(await findingsOf(copy.storage)).toEqual([]);
    expect(await copy.statusOf(key)).toBe(200);
    expect(await copy.find("hello")).toBe(1);

    await server().query(`drop schema ${schema} cascade`);
    expect(await source.statusOf(key)).toBe(503);
    run("pg_restore", "--dbname=postgres", "--single-transaction", "--no-owner", file);
    await until(async () => (await source.statusOf(key)) === 200);
    expect(await findingsOf(source.storage)).toEqual([]);
  });

  it("and an archive of the log restore the moment before an organization was deleted", async () => {
    const live = open(server().url("recovery"));
    const key = await publishPost(live.api);
    const directory = temporaryDirectory();
    const data = join(directory.path, "data");
    chmodSync(directory.path, 0o777);
    await copyServer(server().port, data);
    await live.api.posts.create("acme", { name: "Later", html: "<p>After the base backup</p>" });
    expect(await live.statusOf(key, "later")).toBe(200);
    const before = await contentOf(live);
    const [moment] = await server().query("select clock_timestamp()::text as time");
    await live.api.organizations.delete("acme");
    expect(await live.statusOf(key, "later")).toBe(401);
    const [segment] = await server().query("select pg_walfile_name(pg_switch_wal()) as name");
    await until(async () => {
      const [archived] = await server().query("select last_archived_wal >= $1 as has from pg_stat_archiver", [
        segment?.["name"],
      ]);
      return archived?.["has"] === true;
    });

    writeFileSync(join(data, "recovery.signal"), "");
    const restored = await startWithData(directory, [
      `restore_command=cp ${archive}/%f %p`,
      `recovery_target_time=${String(moment?.["time"])}`,
      "recovery_target_action=promote",
    ]);
    releaseAfterUse(() => restored.stop());
    await until(async () => (await restored.query("select pg_is_in_recovery() as is"))[0]?.["is"] === false);
    const side = open(restored.url("recovery"));
    expect(await contentOf(side)).toEqual(before);
    expect(await findingsOf(side.storage)).toEqual([]);

    // The live store gets the organization back without a restart.
    const records = exportRecords(side.storage, { organizationSlug: "acme", withHashes: true });
    await importRecords(live.storage, records);
    expect(await live.statusOf(key, "later")).toBe(200);
    expect(await findingsOf(live.storage)).toEqual([]);
  });
});
