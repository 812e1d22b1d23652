import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { programIsMissing } from "../program_is_missing.ts";

/** The database of each test's server. */
export const database = "postgres";

/** True if tests on PostgreSQL cannot run here. With `CI` set, this is an error. */
export function postgresIsMissing(): boolean {
  return programIsMissing({ command: programPath("initdb"), install: "postgresql" });
}

/** True if tests on PgBouncer cannot run here. With `CI` set, this is an error. */
export function pgBouncerIsMissing(): boolean {
  return programIsMissing({ command: "pgbouncer", install: "pgbouncer" });
}

/** Returns a name for the schema of one test. */
export function schemaName(): string {
  return `test_${randomBytes(6).toString("hex")}`;
}

/** Returns the URL of a schema of the server behind a port. */
export function urlOf(port: number, schema: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}?schema=${schema}`;
}

/** Runs a statement as the superuser, or several without values, on a connection of its own. */
export async function query(
  port: number,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: "postgres",
    database,
    connectionTimeoutMillis: 5000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the path of a program of the server. Debian keeps each version in a directory that is not in PATH. */
export function programPath(name: string): string {
  const debian = "/usr/lib/postgresql";
  if (!existsSync(debian)) return name;
  const versions = readdirSync(debian).toSorted((one, other) => Number(other) - Number(one));
  const paths = versions.map((version) => join(debian, version, "bin", name));
  return paths.find((path) => existsSync(path)) ?? name;
}
