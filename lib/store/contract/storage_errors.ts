import type { AtomicScope } from "./atomic_driver.ts";

/** The storage is eventually consistent, so concurrent requests in two locations would count from the same value. */
export class EventuallyConsistentStorageError extends Error {
  override name = "EventuallyConsistentStorageError";

  constructor(storage: string) {
    super(
      `Cannot use the storage: ${storage} is eventually consistent, so it cannot enforce quotas; ` +
        "on Workers, use postern/storage-drivers/durable-object",
    );
  }
}

/** The storage engine is not atomic across the whole deployment. */
export class WeakStorageError extends Error {
  override name = "WeakStorageError";

  constructor(driver: string, scope: AtomicScope, deployment: AtomicScope) {
    super(
      `Cannot use the storage: the driver "${driver}" is atomic within one ${scope}, ` +
        `and the deployment is configured as "${deployment}"`,
    );
  }
}
