/** The place of a damaged record, and the reason. */
export interface RecordDamage {
  partition: string;
  key: string;
  /** File or key of the engine that holds the record, for people. */
  place: string;
  /** Reason, such as "its checksum is wrong". */
  reason: string;
  cause?: unknown;
}

/** One record of the store cannot be read. All other records can. Over HTTP: 500. */
export class DamagedRecordError extends Error {
  override name = "DamagedRecordError";
  readonly partition: string;
  readonly key: string;
  /** File or key of the engine that holds the record, for people. It does not belong in a response. */
  readonly place: string;

  constructor({ partition, key, place, reason, cause }: RecordDamage) {
    super(`Cannot read the record at ${place}: ${reason}`, { cause });
    this.partition = partition;
    this.key = key;
    this.place = place;
  }
}
