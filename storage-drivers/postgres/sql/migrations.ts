import { applyChanges } from "./apply_changes.ts";
import { commitChanges } from "./commit_changes.ts";
import { countUses } from "./count_uses.ts";
import { findResults } from "./find_results.ts";
import { listRecords } from "./list_records.ts";
import { lockPartitions } from "./lock_partitions.ts";
import { readRecords } from "./read_records.ts";
import { searchTables } from "./search_tables.ts";
import { sweepSearch } from "./sweep_search.ts";
import { sweepExpired } from "./sweep_expired.ts";
import { tables } from "./tables.ts";
import { views } from "./views.ts";
import { writeSearch } from "./write_search.ts";

/** Creates the SQL of one step for a quoted schema name. */
type Migration = (schema: string) => string;

/**
 * The steps of the database schema. The step at index 0 leads to version 1. A released step creates the same tables for ever. A later step that
 * changes a function must keep the functions that the previous release calls, because servers of both releases run during an upgrade.
 */
const migrations: readonly Migration[] = [
  (schema) =>
    [
      tables,
      lockPartitions,
      readRecords,
      listRecords,
      applyChanges,
      commitChanges,
      countUses,
      sweepExpired,
      views,
    ]
      .map((part) => part(schema))
      .join(""),
  // Versions 2 and 3 had other search tables. The last step leads from each version to the present ones.
  () => "",
  () => "",
  // Replaces functions whose statements could read whole partitions. They keep their parameters, so servers of the previous version go on.
  (schema) => [applyChanges, sweepExpired].map((part) => part(schema)).join(""),
  // The functions and the table `search_posting` of versions 2 to 4 stay, because servers of these versions use them during an upgrade.
  (schema) => [searchTables, writeSearch, findResults, sweepSearch].map((part) => part(schema)).join(""),
];

/** Version of the database schema that this version of Postern uses. */
export const databaseVersion: number = migrations.length;

/** Default name of the database schema. */
export const defaultSchema = "postern";

/** True if a text can be the name of a database schema: lowercase letters, digits and `_`. Names with `pg_` belong to PostgreSQL. */
export function isSchemaName(text: string): boolean {
  return /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(text);
}

/** Returns the statements that lead from a version to {@link databaseVersion}, in one transaction. Version 0 is an empty database. */
export function migrationSql(schemaName: string, from: number): string {
  const schema = `"${schemaName}"`;
  const steps = migrations.slice(from).map((step, index) => {
    const version = from + index + 1;
    return `-- Version ${version}\n${step(schema)}\ninsert into ${schema}.migration (version) values (${version});\n`;
  });
  return `${setUp(schema)}${steps.join("\n")}`;
}

/** Returns a script that leads from a version to {@link databaseVersion}, for people who run migrations themselves. */
export function schemaSql(schemaName: string, from: number): string {
  return `-- The tables of Postern in PostgreSQL, from version ${from} to ${databaseVersion}. Run it as the owner of the database.
begin;
${lockMigrations(schemaName)};
create schema if not exists "${schemaName}";
${migrationSql(schemaName, from)}commit;
`;
}

/** Returns the statement that waits for migrations of other processes. The lock ends with the transaction. */
export function lockMigrations(schemaName: string): string {
  return `select pg_advisory_xact_lock(hashtextextended('postern migration', hashtextextended('"${schemaName}"', 0)))`;
}

function setUp(schema: string): string {
  return `create table if not exists ${schema}.migration (
  version int primary key,
  applied_at timestamptz not null default now()
);

`;
}
