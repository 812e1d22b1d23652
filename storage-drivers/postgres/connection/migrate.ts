import { MissingStoreError } from "../../opening/missing_store_error.ts";
import type { ConnectionPool } from "./connection_pool.ts";
import { databaseVersion, lockMigrations, migrationSql } from "../sql/migrations.ts";
import { PostgresConfigurationError } from "./postgres_configuration_error.ts";
import { PostgresStoreError } from "./postgres_store_error.ts";

/** Milliseconds for a step of a migration, and for the wait for another process that migrates. */
const migrationTimeout = 60_000;

/** Options of {@link prepareSchema}. */
export interface SchemaOptions {
  schema: string;
  /** True to create or migrate the database schema, false to refuse one that is missing or old. */
  migrate: boolean;
  /** False to refuse a schema that is missing. */
  create: boolean;
}

/**
 * Brings the database schema to the version of this Postern, or refuses it.
 *
 * @param hasMigrations false if the database has no such schema
 * @throws {MissingStoreError} when the schema is missing, and `create` is false
 * @throws {PostgresConfigurationError} when a newer version of Postern migrated the schema, or when it needs a migration that `migrate`
 * or the role's rights forbid
 */
export async function prepareSchema(
  pool: ConnectionPool,
  hasMigrations: boolean,
  { schema, migrate, create }: SchemaOptions,
): Promise<void> {
  const [row] = hasMigrations
    ? await pool.transaction(async (send) => send({ text: versionSql(schema) }))
    : [];
  const version = Number(row?.[0] ?? 0);
  refuseNewer(version, schema);
  if (version === databaseVersion) return;
  if (version === 0 && !create) throw new MissingStoreError();
  if (!migrate) throw missing(version, schema, "migrate is false");
  try {
    await migrateSchema(pool, schema);
  } catch (error) {
    if (error instanceof PostgresStoreError && error.code === "42501") {
      throw missing(version, schema, `the role may not create it (${error.message})`);
    }
    throw error;
  }
}

/** Migrates in one transaction. Of several processes one migrates, and the others then find nothing left to do. */
async function migrateSchema(pool: ConnectionPool, schema: string): Promise<void> {
  await pool.transaction(
    async (send) => {
      await send({ text: `set local lock_timeout = ${migrationTimeout}` });
      await send({ text: lockMigrations(schema) });
      const [names] = await send({
        text: `select to_regnamespace('"${schema}"'), to_regclass('"${schema}".migration')`,
      });
      // A role without the right to create schemas can use one that exists.
      if (names?.[0] === null) await send({ text: `create schema "${schema}"` });
      const [row] = names?.[1] === null ? [] : await send({ text: versionSql(schema) });
      const version = Number(row?.[0] ?? 0);
      refuseNewer(version, schema);
      if (version < databaseVersion) await send({ text: migrationSql(schema, version) });
    },
    { timeoutMs: migrationTimeout },
  );
}

function versionSql(schema: string): string {
  return `select coalesce(max(version), 0) from "${schema}".migration`;
}

function refuseNewer(version: number, schema: string): void {
  if (version <= databaseVersion) return;
  throw new PostgresConfigurationError(
    `the schema ${schema} has version ${version}, and this version of Postern knows only versions up to ${databaseVersion}. Use the version of Postern that migrated it, or a later one`,
  );
}

function missing(version: number, schema: string, reason: string): PostgresConfigurationError {
  const state = version === 0 ? "is missing" : `has version ${version}, and needs version ${databaseVersion}`;
  return new PostgresConfigurationError(
    `the schema ${schema} ${state}, and ${reason}. Run "postern storage sql --schema ${schema} --from ${version} | psql" as the owner of the database`,
  );
}
