import { RedisStoreError } from "./redis_store_error.ts";

/** The server's configuration breaks what Postern promises, so nothing is read or written until it is changed. */
export class RedisConfigurationError extends RedisStoreError {
  override name = "RedisConfigurationError";
}
