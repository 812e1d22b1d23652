import { RedisStoreError } from "./redis_store_error.ts";

/** A server configuration that breaks Postern's guarantees. Every operation fails until it is changed. */
export class RedisConfigurationError extends RedisStoreError {
  override name = "RedisConfigurationError";
  override readonly isRefusal = true;
}
