import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { databaseVersion, schemaSql } from "../../storage-drivers/postgres/sql/migrations.ts";
import { postgresDriver, type PostgresDriverOptions } from "../../storage-drivers/postgres.ts";
import { runPostern } from "../adapters/start_process.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { patient } from "./_patient.ts";
import { postgresIsMissing, schemaName } from "./_postgres_client.ts";
import { ask, publishPost } from "./_publish_post.ts";
import { type SharedPostgres, sharedPostgres } from "./_shared_postgres.ts";

describe.skipIf(postgresIsMissing())("the schema in PostgreSQL", () => {
  const open = (options: PostgresDriverOptions): AtomicDriver =>
    closedAfterUse(postgresDriver({ ...patient, ...options }));
  const use = async ({ atomic }: AtomicDriver): Promise<unknown> =>
    atomic.commit("p", { sets: [{ key: "a", value: {} }] });
  let server: SharedPostgres;
  let schema: string;
  let url: string;
  beforeEach(async () => {
    server = await sharedPostgres();
    schema = schemaName();
    url = server.url(schema);
  });

  it("is created once by processes that start together", async () => {
    const drivers = Array.from({ length: 5 }, () => open({ url }));
    for (const result of await Promise.all(drivers.map(use)))
      expect(result).toMatchObject({ committed: true });
    expect(await server.query(`select version from ${schema}.migration`)).toEqual(
      Array.from({ length: databaseVersion }, (_, index) => ({ version: index + 1 })),
    );
  });

  it("is refused if a later version of Postern migrated it", async () => {
    await use(open({ url }));
    await server.query(`insert into ${schema}.migration (version) values (99)`);
    await expect(use(open({ url }))).rejects.toThrow(
      `Cannot use PostgreSQL: the schema ${schema} has version 99, and this version of Postern knows only versions up to ${databaseVersion}`,
    );
  });

  it("is left to the operator with migrate=false, and the message has the command", async () => {
    const driver = open({ url: `${url}&migrate=false` });
    const command = `postern storage sql --schema ${schema} --from 0 | psql`;
    await expect(use(driver)).rejects.toThrow(
      `the schema ${schema} is missing, and migrate is false. Run "${command}"`,
    );
    const { out: printed } = runPostern(`storage sql --schema ${schema}`);
    expect(printed).toBe(schemaSql(schema, 0));
    await server.query(printed);
    expect(await use(driver)).toMatchObject({ committed: true });
  });

  it("can be used by a role that has only the rights of the documentation", async () => {
    const role = `app_${schema}`;
    await server.query(`create role ${role} login; ${schemaSql(schema, 0)}`);
    url = url.replace("postgres@", `${role}@`);
    await expect(use(open({ url }))).rejects.toThrow("Cannot use PostgreSQL: the role lacks a right");
    await server.query(`
      grant usage on schema ${schema} to ${role};
      grant select on all tables in schema ${schema} to ${role};
      grant insert, update, delete on ${schema}.record, ${schema}.lease to ${role};
      grant insert, update, delete on ${schema}.search_index, ${schema}.search_document,
        ${schema}.search_result, ${schema}.search_word, ${schema}.search_stem to ${role};
      grant usage on sequence ${schema}.search_id to ${role};
    `);
    const driver = open({ url });
    const api = createPublicApi({ storage: driver });
    const key = await publishPost(api);
    expect((await ask(api, "/post/acme/hello", key)).status).toBe(200);
    expect((await ask(api, "/search/acme?q=hello")).status).toBe(200);
    await expect(
      use(open({ url: url.replace(`schema=${schema}`, `schema=${schemaName()}`) })),
    ).rejects.toThrow("the role may not create it");
  });

  it("has views of posts, organizations and texts, also of texts that jsonb refuses", async () => {
    const api = createPublicApi({ storage: open({ url }) });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "One", html: "<p>Grüße \ud83d\ude00</p>", status: "published" });
    await api.knowledgeBase.add("acme", { text: "We open at nine." });
    // A record of another program: the API itself refuses such texts.
    await open({ url }).atomic.commit("org!acme", {
      sets: [
        { key: "knowledge!x", value: { schemaVersion: 1, data: { id: "x", text: "a\0b\ud800c\\u0000" } } },
      ],
    });
    expect(await server.query(`select slug, name from ${schema}.organizations`)).toEqual([
      { slug: "acme", name: "Acme" },
    ]);
    expect(await server.query(`select organization, slug, name, status, html from ${schema}.posts`)).toEqual([
      { organization: "acme", slug: "one", name: "One", status: "published", html: "<p>Grüße 😀</p>" },
    ]);
    const texts = await server.query(`select text from ${schema}.knowledge order by text desc`);
    expect(texts.map(({ text }) => text)).toEqual(["a\ufffdb\ufffdc\\ufffd", "We open at nine."]);
  });

  it.each([
    ["an encoding other than UTF8", "the encoding of the database is LATIN1, and must be UTF8"],
    [
      "another isolation level",
      'default_transaction_isolation is serializable, and must be "read committed"',
    ],
    ["no right to write", "the server is read-only"],
  ])("is not created in a database with %s", async (kind, message) => {
    const name = schema;
    await server.query(
      kind.startsWith("an encoding")
        ? `create database ${name} encoding 'LATIN1' template template0`
        : `create database ${name}`,
    );
    if (kind === "another isolation level")
      await server.query(`alter database ${name} set default_transaction_isolation = serializable`);
    if (kind === "no right to write")
      await server.query(`alter database ${name} set default_transaction_read_only = on`);
    const database = `postgres://postgres@127.0.0.1:${server.port}/${name}`;
    await expect(use(open({ url: database }))).rejects.toThrow(message);
  });
});
