import { DamagedRecordError } from "../../../lib/store/mod.ts";

/** Reads a record, and passes damage to a callback. Default: throws the damage. */
export function readable<Result>(
  read: () => Result,
  onDamaged: (damage: DamagedRecordError) => void = fail,
): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedRecordError)) throw error;
    onDamaged(error);
    return undefined;
  }
}

export function ignore(): void {}

function fail(damage: DamagedRecordError): never {
  throw damage;
}
