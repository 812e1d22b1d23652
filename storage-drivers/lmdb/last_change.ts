import type { Database, RootDatabase } from "lmdb";

const address = "last";
const bytesOfNumber = 8;

/** The number of the transaction that last changed a record: to read it costs half a microsecond, however many records it answers for. */
export class LastChange {
  readonly #environment: RootDatabase;
  readonly #changes: Database<Buffer, string>;
  readonly #written: Buffer = Buffer.alloc(bytesOfNumber);

  constructor(environment: RootDatabase) {
    this.#environment = environment;
    this.#changes = environment.openDB({ name: "changes", encoding: "binary" });
  }

  read(): number {
    return this.#changes.getBinaryFast(address)?.readDoubleLE(0) ?? 0;
  }

  /** Runs inside a transaction. */
  write(): void {
    this.#written.writeDoubleLE(this.#environment.getWriteTxnId());
    this.#changes.putSync(address, this.#written);
  }
}
