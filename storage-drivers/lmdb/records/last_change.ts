import type { Database, RootDatabase } from "lmdb";
import { emptyDatabase } from "./empty_database.ts";

const address = "last";
const bytesOfNumber = 8;

/** The number of the transaction that last changed a record. If it is unchanged, all cached records are current. */
export class LastChange {
  readonly #environment: RootDatabase;
  readonly #changes: Database<Buffer, string>;
  readonly #written: Buffer = Buffer.alloc(bytesOfNumber);

  constructor(environment: RootDatabase) {
    this.#environment = environment;
    const found: Database<Buffer, string> | undefined = environment.openDB({
      name: "changes",
      encoding: "binary",
    });
    // An environment that is opened read-only may lack the database.
    this.#changes = found ?? emptyDatabase();
  }

  read(): number {
    return this.#changes.getBinaryFast(address)?.readDoubleLE(0) ?? 0;
  }

  /** Stores the number of the current transaction. Must run inside a transaction. */
  write(): void {
    this.#written.writeDoubleLE(this.#environment.getWriteTxnId());
    this.#changes.putSync(address, this.#written);
  }
}
