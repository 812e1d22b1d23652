import { Client } from "pg";
import { openPostgres, type PostgresDriver, type PostgresDriverOptions } from "./postgres/open_postgres.ts";

export type { PostgresDriver, PostgresDriverOptions };
export { PostgresConfigurationError } from "./postgres/connection/postgres_configuration_error.ts";
export { PostgresStoreError } from "./postgres/connection/postgres_store_error.ts";

/**
 * Stores data in PostgreSQL 13 or later, shared by any number of hosts. A proxy such as PgBouncer may be between, also with transaction
 * pooling. Scope `cluster`. The durability is that of the server's settings `fsync` and `synchronous_commit`.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 * @throws {RangeError} when the URL is invalid
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { postgresDriver } from "postern/storage-drivers/postgres";
 *
 * const storage = postgresDriver({ url: "postgres://postern@127.0.0.1/postern" });
 * const api = createPublicApi({ storage, deployment: "cluster" });
 * // Before the process ends:
 * await storage.dispose?.();
 * ```
 */
export function postgresDriver(options: PostgresDriverOptions = {}): PostgresDriver {
  return openPostgres(Client, options);
}
