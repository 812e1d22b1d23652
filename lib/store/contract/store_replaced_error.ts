import { StoreUnavailableError } from "../../base/errors.ts";

/**
 * The store was moved, deleted, emptied or replaced after this process opened it. Over HTTP: 503, until the original store is back or the
 * process restarts.
 */
export class StoreReplacedError extends StoreUnavailableError {
  override name = "StoreReplacedError";
  /** Describes the change: `the store at ./data was replaced`. */
  readonly reason: string;

  /** @param place the store's place as text for people: `at ./data` */
  constructor(place: string, change: "is gone" | "was emptied" | "was replaced") {
    const reason = `the store ${place} ${change}`;
    super(
      `${reason} while this process had it open. Put the original store back, or restart this process to use the store that is there now`,
    );
    this.reason = reason;
  }
}
