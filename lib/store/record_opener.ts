import { UnknownSchemaVersionError } from "../base/errors.ts";
import type { Address, AtomicOperations, JsonObject, Versioned } from "./contract/atomic_driver.ts";
import { DamagedRecordError } from "./contract/damaged_record_error.ts";
import type { Stored } from "./stored.ts";

/** Schema version of the records that this version of Postern writes. */
export const schemaVersion = 1;

/** Wraps data in the versioned envelope of a record, and unwraps it. */
export class RecordOpener {
  readonly #atomic: AtomicOperations;

  constructor(atomic: AtomicOperations) {
    this.#atomic = atomic;
  }

  enclose(data: object): JsonObject {
    return { schemaVersion, data: data as JsonObject };
  }

  /** @throws {DamagedRecordError} if the envelope has a different schema version */
  open<Data>(address: Address, { value, version }: Versioned): Stored<Data> {
    const { key } = address;
    if ("sum" in value) return { key, data: value as Data, version };
    if (value["schemaVersion"] !== schemaVersion) {
      const cause = new UnknownSchemaVersionError(value["schemaVersion"], schemaVersion);
      const reason = `its schema version is ${JSON.stringify(value["schemaVersion"])}, but this version of Postern reads up to ${schemaVersion}; use the version that wrote it, or a later version`;
      throw this.damageOf(address, reason, cause);
    }
    const data = value["data"];
    if (typeof data === "object" && data !== null) return { key, data: data as Data, version };
    throw this.damageOf(address, "it has no data");
  }

  damageOf({ partition, key }: Address, reason: string, cause?: Error): DamagedRecordError {
    const place = this.placeOf({ partition, key });
    return new DamagedRecordError({ partition, key, place, reason, cause });
  }

  placeOf(address: Address): string {
    return this.#atomic.placeOf?.(address) ?? `${address.partition} ${address.key}`;
  }
}
