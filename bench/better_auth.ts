import Database from "libsql";
import type { Checker } from "./access_contestants.ts";

/** The used parts of better-auth and its API key plugin. They are installed only for the benchmark: bench/README.md. */
interface Auth {
  api: {
    signUpEmail(input: object): Promise<{ user: { id: string } }>;
    createApiKey(input: object): Promise<{ key: string }>;
    verifyApiKey(input: object): Promise<{ valid: boolean }>;
  };
}

type Options = Record<string, unknown>;

const packages = {
  auth: "better-auth",
  memory: "better-auth/adapters/memory",
  migration: "better-auth/db/migration",
  plugin: "@better-auth/api-key",
  kysely: "kysely",
};

/** Milliseconds of a day. */
const day = 86_400_000;
const limit = 1_000_000_000;

/** Opens better-auth with its memory adapter. */
export async function betterAuthOnMemory(keys: number): Promise<Checker> {
  const { memoryAdapter } = (await import(packages.memory)) as { memoryAdapter: (tables: object) => unknown };
  const tables = { user: [], session: [], account: [], verification: [], apikey: [] };
  return { check: await checkerOf({ database: memoryAdapter(tables) }, keys), close: () => undefined };
}

/**
 * Opens better-auth with SQLite in this process, through `libsql`, which has the interface of better-sqlite3. Like Postern on LMDB, a write
 * survives a crash of the process, but not a power cut.
 */
export async function betterAuthOnSqlite(keys: number, file: string): Promise<Checker> {
  const { SqliteDialect } = (await import(packages.kysely)) as {
    SqliteDialect: new (options: { database: unknown }) => unknown;
  };
  const database = new Database(file);
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = NORMAL");
  const options = { database: { dialect: new SqliteDialect({ database }), type: "sqlite" } };
  const { getMigrations } = (await import(packages.migration)) as {
    getMigrations: (options: Options) => Promise<{ runMigrations: () => Promise<void> }>;
  };
  const { runMigrations } = await getMigrations(await completed(options));
  await runMigrations();
  return { check: await checkerOf(options, keys), close: () => database.close() };
}

async function checkerOf(options: Options, keys: number): Promise<Checker["check"]> {
  const { betterAuth } = (await import(packages.auth)) as { betterAuth: (options: Options) => Auth };
  const { api } = betterAuth(await completed(options));
  const account = { email: "ada@example.com", password: "not a secret at all", name: "Ada" };
  const { user } = await api.signUpEmail({ body: account });
  const texts: string[] = [];
  for (let index = 0; index < keys; index++) {
    texts.push((await api.createApiKey({ body: { userId: user.id, name: `key ${index}` } })).key);
  }
  return async (index) => {
    const { valid } = await api.verifyApiKey({ body: { key: texts[index % keys] } });
    if (!valid) throw new Error("Cannot measure: better-auth refused a key");
  };
}

/** Gives each key a daily limit, like Postern's keys. */
async function completed(options: Options): Promise<Options> {
  const { apiKey } = (await import(packages.plugin)) as { apiKey: (options: Options) => unknown };
  const rateLimit = { enabled: true, timeWindow: day, maxRequests: limit };
  return {
    baseURL: "http://localhost",
    secret: "a secret for a benchmark, which protects nothing",
    logger: { level: "error" },
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true },
    plugins: [apiKey({ rateLimit })],
    ...options,
  };
}
