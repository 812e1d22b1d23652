import type { Address, Range, Snapshot, Versioned } from "../../../lib/store/mod.ts";
import type { Row, Statement } from "../connection/connection.ts";
import type { ConnectionPool } from "../connection/connection_pool.ts";
import { RecordReader, type RecordReaderOptions } from "./record_reader.ts";

type Send = (statement: Statement) => Promise<Row[]>;

/** All records as they were when the snapshot was opened: a read-only transaction on a connection of its own. */
export class PostgresSnapshot implements Snapshot {
  readonly #reader: RecordReader;
  #release: () => void = nothing;

  /**
   * @param pool has only the connection of this snapshot, which closes it
   * @param ready resolves when the database is open
   */
  constructor(
    pool: ConnectionPool,
    ready: Promise<void> | undefined,
    options: Omit<RecordReaderOptions, "send">,
  ) {
    const released = new Promise<void>((resolve) => (this.#release = resolve));
    const opened = openTransaction(pool, ready, released);
    // The first read reports a failure.
    opened.catch(() => undefined);
    let last: Promise<unknown> = opened;
    const send: Send = async (statement) => {
      const response = last.then(async () => (await opened)(statement));
      last = response.catch(() => undefined);
      return response;
    };
    this.#reader = new RecordReader({ ...options, send });
  }

  getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    return this.#reader.getMany(addresses);
  }

  list(partition: string, range: Range): Promise<Versioned[]> {
    return this.#reader.list(partition, range);
  }

  release(): void {
    this.#release();
  }
}

function nothing(): void {}

/** Opens a transaction that ends when `released` resolves. */
async function openTransaction(
  pool: ConnectionPool,
  ready: Promise<void> | undefined,
  released: Promise<void>,
): Promise<Send> {
  await ready;
  return new Promise((resolve, reject) => {
    pool
      .transaction(
        async (send) => {
          // The first query decides which commits the snapshot has.
          await send({ text: "select 1" });
          resolve(send);
          await released;
        },
        { isolation: "repeatable read, read only" },
      )
      .catch(reject)
      .finally(() => void pool.close());
  });
}
