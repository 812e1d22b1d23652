/** The place of a damaged record and the reason for the damage. */
export interface RecordDamage {
  partition: string;
  key: string;
  /** The engine's file or key that holds the record, as text for people. */
  place: string;
  /** Reason for the damage, such as "its checksum is wrong". */
  reason: string;
  cause?: unknown;
}

/** One record of the store cannot be read. Other records are not affected. Over HTTP: 500. */
export class DamagedRecordError extends Error {
  override name = "DamagedRecordError";
  readonly partition: string;
  readonly key: string;
  /** The engine's file or key that holds the record, as text for people. Do not send it in a response. */
  readonly place: string;

  constructor({ partition, key, place, reason, cause }: RecordDamage) {
    super(`Cannot read the record at ${place}: ${reason}`, { cause });
    this.partition = partition;
    this.key = key;
    this.place = place;
  }
}
