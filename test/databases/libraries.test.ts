import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { describeContentSource } from "../../lib/content/testing/content_source_suite.ts";
import type { ContentFixture } from "../../lib/content/testing/content_source_fixture.ts";
import type { ContentSource } from "../../lib/mod.ts";
import { openHost } from "../content/host_table.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { sharedPostgres } from "../storage-drivers/_shared_postgres.ts";
import { releaseAfterFile } from "../servers/release_after_file.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { databasePackages, databasePackagesAreMissing } from "./packages.ts";

/** Opens a database with the tables of the page and rows, and returns the source of a library over it. */
type OpenSource = (sql: string) => Promise<{ source: ContentSource; close: () => void | Promise<void> }>;

const page = readFileSync("docs/bring_your_own_database.md", "utf8");

/** Returns the block of the page that follows the name of a file. */
function blockOf(name: string): string {
  const at = page.indexOf(`\`${name}\``);
  return /```\w+\n([^]*?)^```$/m.exec(page.slice(at))?.[1] ?? "";
}

/** The statements of the page, which create the tables. */
const tables = /```sql\n([^]*?)```/.exec(page)?.[1] ?? "";

function quoted(value: unknown): string {
  if (value === undefined || value === null) return "NULL";
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value);
}

function toInserts({ organizations, posts }: ContentFixture): string {
  const insert = (table: string, ...values: unknown[]): string =>
    `INSERT INTO ${table} VALUES (${values.map(quoted).join(", ")});`;
  return [
    ...organizations.map(({ id, slug, name, siteUrl }) => insert("sites", id, slug, name, siteUrl)),
    ...posts.map((post) =>
      insert(
        "articles",
        post.id,
        post.organizationSlug,
        post.slug,
        post.name,
        post.html,
        post.articleSection,
        post.inLanguage,
        post.isAccessibleForFree ?? true,
        post.isPublished,
        post.createdAt,
        post.updatedAt,
      ),
    ),
    ...posts.flatMap(({ id, tags = [] }) => tags.map((tag) => insert("tags", id, tag))),
  ].join("\n");
}

let directory: string | undefined;
/** Returns a folder with the files of the page beside the installed packages. */
function folder(): string {
  if (directory !== undefined) return directory;
  const { path, remove } = temporaryDirectory();
  releaseAfterFile(remove);
  directory = path;
  symlinkSync(databasePackages, join(path, "node_modules"));
  for (const name of ["pages", "better_sqlite3", "pg", "kysely", "drizzle", "prisma"]) {
    writeFileSync(join(path, `${name}.mjs`), blockOf(`${name}.mjs`));
  }
  writeFileSync(join(path, "schema.prisma"), blockOf("schema.prisma"));
  return path;
}

/** Imports the source of a library by its file on the page. */
async function sourceOf(name: string, database: unknown): Promise<ContentSource> {
  const { href } = pathToFileURL(join(folder(), `${name}.mjs`));
  const module = (await import(/* @vite-ignore */ href)) as {
    contentSource: (database: unknown) => ContentSource;
  };
  return module.contentSource(database);
}

const requirePackage = createRequire(join(databasePackages, "of_tests.js"));
/** Loads a package, whose types the test does not need to have installed. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the part of the package that it uses
const load = <Module>(name: string): Module => requirePackage(name) as Module;

interface Sqlite {
  exec: (sql: string) => void;
  close: () => void;
}

let files = 0;
/** Creates a file of SQLite with rows. */
function createFile(sql: string): { path: string; database: Sqlite } {
  const path = join(folder(), `${++files}.db`);
  const Database = load<new (path: string) => Sqlite>("better-sqlite3");
  const database = new Database(path);
  database.exec(`BEGIN; ${sql} COMMIT;`);
  return { path, database };
}

const overSqlite =
  (name: string, wrap: (database: Sqlite) => unknown): OpenSource =>
  async (sql) => {
    const { database } = createFile(sql);
    return { source: await sourceOf(name, wrap(database)), close: () => database.close() };
  };

type Class<Options> = new (options: Options) => object;

const openPrisma: OpenSource = async (sql) => {
  const { path, database } = createFile(sql);
  database.close();
  const client = join(folder(), "prisma_client");
  if (!existsSync(client)) {
    // Only migrations need the engine, which Prisma would download.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
    const program = join(databasePackages, "prisma/build/index.js");
    execFileSync(process.execPath, [program, "generate"], { cwd: folder(), env, stdio: "pipe" });
  }
  const { PrismaBetterSqlite3 } = load<{ PrismaBetterSqlite3: Class<{ url: string }> }>(
    "@prisma/adapter-better-sqlite3",
  );
  const { PrismaClient } = load<{
    PrismaClient: new (options: { adapter: object }) => { $disconnect: () => Promise<void> };
  }>(client);
  const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${path}` }) });
  return { source: await sourceOf("prisma", prisma), close: () => prisma.$disconnect() };
};

const openPg: OpenSource = async (sql) => {
  const { Pool } = load<{ Pool: new (options: { connectionString: string; max: number }) => Pool }>("pg");
  interface Pool {
    query: (sql: string) => Promise<unknown>;
    end: () => Promise<void>;
  }
  const pool = new Pool({ connectionString: (await sharedPostgres()).url("public"), max: 1 });
  // A connection of its own tables, which end with it.
  await pool.query(sql.replaceAll("CREATE TABLE", "CREATE TEMPORARY TABLE"));
  return { source: await sourceOf("pg", pool), close: () => pool.end() };
};

const libraries: Record<string, OpenSource> = {
  "better-sqlite3": overSqlite("better_sqlite3", (database) => database),
  Kysely: overSqlite("kysely", (database) => {
    const { Kysely, SqliteDialect } = load<{
      Kysely: Class<{ dialect: object }>;
      SqliteDialect: Class<{ database: Sqlite }>;
    }>("kysely");
    return new Kysely({ dialect: new SqliteDialect({ database }) });
  }),
  Drizzle: overSqlite("drizzle", (database) =>
    load<{ drizzle: (options: { client: Sqlite }) => unknown }>("drizzle-orm/better-sqlite3").drizzle({
      client: database,
    }),
  ),
  Prisma: openPrisma,
  pg: openPg,
};

describe.skipIf(databasePackagesAreMissing())("the examples of docs/bring_your_own_database.md", () => {
  for (const [name, open] of Object.entries(libraries)) {
    describe.skipIf(name === "pg" && postgresIsMissing())(`with ${name}`, () => {
      describeContentSource(name, { describe, it, open: (fixture) => open(tables + toInserts(fixture)) });

      it("serves posts as the document says, and leaves out a row that breaks a rule", async () => {
        const long = `'${"x".repeat(100_001)}'`;
        const rows = [
          "INSERT INTO sites VALUES ('1', 'acme', 'Acme', 'https://acme.example');",
          `INSERT INTO articles VALUES (9007199254740991, 'acme', 'paid', 'Paid', '<p>Paid</p>', NULL, NULL, false, true, 1772438400000, NULL);`,
          `INSERT INTO articles VALUES (2, 'acme', 'long', ${long}, '<p>Long</p>', 'News', 'de', true, true, NULL, NULL);`,
          `INSERT INTO articles VALUES (3, 'acme', 'free', 'Free', '<p>Free</p>', 'News', 'de', true, true, NULL, NULL);`,
        ];
        const { source, close } = await open(tables + rows.join("\n"));
        try {
          const host = openHost(source);
          const list = await (
            await host.get("/post/acme?sort=createdAt&fields=id,slug,isAccessibleForFree,createdAt")
          ).json();
          expect(list).toEqual({
            posts: [
              { id: 3, slug: "free", isAccessibleForFree: true },
              {
                id: 9_007_199_254_740_991,
                slug: "paid",
                isAccessibleForFree: false,
                createdAt: "2026-03-02T08:00:00.000Z",
              },
            ],
            nextCursor: null,
          });
          const statuses = ["/post/acme/paid", "/post/acme/long", "/post/acme/none", "/search/acme?q=paid"];
          const found = await Promise.all(statuses.map(async (path) => (await host.get(path)).status));
          expect(found).toEqual([200, 500, 404, 200]);
          expect(host.errors.map(({ message }) => message)).toEqual([
            'Cannot use post "long" of content.listPosts for "acme": /name must be at most 100000 characters',
          ]);
        } finally {
          await close();
        }
      });
    });
  }
});
