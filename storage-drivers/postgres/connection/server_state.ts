import type { Durability } from "../../../lib/store/mod.ts";
import type { Row } from "./connection.ts";
import { PostgresConfigurationError } from "./postgres_configuration_error.ts";

/** The settings of a server that decide if and how it can be used. */
export interface ServerState {
  durability: Durability;
  /** True if the database schema has a table of migrations. */
  hasMigrations: boolean;
}

/** Earliest server version: PostgreSQL 13. */
const earliestVersion = 130_000;

/** Returns the query for {@link toServerState}. */
export function serverStateSql(schema: string): string {
  return `select
  current_setting('server_version_num'),
  current_setting('server_encoding'),
  ${ownSetting("default_transaction_isolation")},
  case when pg_is_in_recovery() then 'on' else ${ownSetting("default_transaction_read_only")} end,
  ${ownSetting("fsync")},
  ${ownSetting("synchronous_commit")},
  to_regclass('"${schema}".migration')`;
}

/** Returns the expression for a setting of the role, the database or the server. Another program may have changed it for the connection. */
function ownSetting(name: string): string {
  return `(select reset_val from pg_catalog.pg_settings where name = '${name}')`;
}

/** @throws {PostgresConfigurationError} when the server cannot be used */
export function toServerState(row: Row | undefined): ServerState {
  const [version, encoding, isolation, readOnly, fsync, synchronousCommit, migrations] = row ?? [];
  const refusal = refusalOf({ version, encoding, isolation, readOnly });
  if (refusal !== undefined) throw new PostgresConfigurationError(refusal);
  return {
    durability: durabilityOf(fsync, synchronousCommit),
    hasMigrations: typeof migrations === "string",
  };
}

type Setting = string | null | undefined;

function refusalOf(
  settings: Record<"version" | "encoding" | "isolation" | "readOnly", Setting>,
): string | undefined {
  const { version, encoding, isolation, readOnly } = settings;
  if (Number(version) < earliestVersion) return "the server is older than PostgreSQL 13. Upgrade it";
  if (encoding !== "UTF8") {
    return `the encoding of the database is ${encoding}, and must be UTF8. Create another: create database NAME encoding 'UTF8' template template0`;
  }
  if (isolation !== "read committed") {
    return `default_transaction_isolation is ${isolation}, and must be "read committed". Change it: alter role NAME set default_transaction_isolation = 'read committed'`;
  }
  if (readOnly === "on") return "the server is read-only, such as a standby. Name the primary";
  return undefined;
}

function durabilityOf(fsync: Setting, synchronousCommit: Setting): Durability {
  if (synchronousCommit === "off") return "none";
  return fsync === "on" ? "power-loss" : "process-crash";
}
