import type { Awaitable } from "../../base/awaitable.ts";
import type { AddToSum, Address, Committed, Conflict, Versioned } from "./changes.ts";

/** The version of a record that the caller has cached. */
export interface KnownVersion {
  version: string;
  /** `asOf` of the last result that found the record unchanged, if any. */
  asOf: number | undefined;
}

/** A record to read. */
export interface RecordRead extends Address {
  /** The cached version. Undefined always reads the record. */
  known: KnownVersion | undefined;
}

/** A commit that adds to counters if a record still has the given version. */
export interface Count {
  partition: string;
  check: { key: string; version: string };
  sums: readonly AddToSum[];
}

/** Counts and reads that an engine runs in one round trip. */
export interface Batch {
  counts: readonly Count[];
  reads: readonly RecordRead[];
}

/** The reason why one item of a batch has no value. */
export class Failure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** The value of one item of a batch, or its failure. */
export type Outcome<Value> = Value | Failure;

/** The result of a read; null if the record does not exist. */
export type FoundRecord = Versioned | "unchanged" | null;

/** The outcomes of a batch, in the order of its items. */
export interface BatchResult {
  /** An outcome that is still pending is a promise, which never rejects. */
  counts: readonly (Outcome<Committed | Conflict> | Promise<Outcome<Committed | Conflict>>)[];
  reads: readonly Outcome<FoundRecord>[];
  /**
   * Number of the state that was read. It changes with every commit, in any process, that sets or deletes a record.
   * Undefined if the engine cannot compare states.
   */
  asOf?: number;
}

/** Runs a batch. It never throws or rejects: each item has a value or a {@link Failure}. */
export type QueryBatch = (batch: Batch) => Awaitable<BatchResult>;
