import { formatPlace, type Place } from "./import_item.ts";

/** A file cannot be read in the expected format. The message names the place. */
export class ImportError extends Error {
  override name = "ImportError";
  readonly place: Place;
  readonly reason: string;

  constructor(place: Place, reason: string, cause?: unknown) {
    super(`Cannot read ${formatPlace(place)}: ${reason}`, { cause });
    this.place = place;
    this.reason = reason;
  }
}
