import { PostgresStoreError } from "./postgres_store_error.ts";

/** A setting of the server, or a database schema, that this version of Postern cannot use. Every operation fails until it is changed. */
export class PostgresConfigurationError extends PostgresStoreError {
  override name = "PostgresConfigurationError";
  override readonly isRefusal = true;
}
