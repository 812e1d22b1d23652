import { type BigIntStats, existsSync, fstatSync, readdirSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Offset in bytes of the number of the last transaction: `mtb_txnid` in the `mdb.c` that lmdb-js ships. */
const offset = 8;
const bytesOfNumber = 8;

/** Lists the file descriptors of this process, on Linux and macOS. */
const descriptorDirectory = "/dev/fd";

/**
 * The lock file of an environment that this process has open.
 *
 * It is read and written by LMDB's own descriptor. Closing another descriptor of the file would release LMDB's locks, and the next process
 * that opens the environment would then reset it.
 */
export class LockFile {
  /** Undefined on a read-only file system, where LMDB uses no lock file. */
  readonly #file: BigIntStats | undefined;

  constructor(directory: string) {
    this.#file = statSync(join(directory, "lock.mdb"), { bigint: true, throwIfNoEntry: false });
  }

  /**
   * Raises the number of the last transaction, until it is that of the last commit.
   *
   * @param last returns the number of the last commit
   */
  raise(last: () => number): void {
    const descriptor = this.#findDescriptor();
    if (descriptor === undefined) return;
    const bytes = Buffer.alloc(bytesOfNumber);
    for (;;) {
      const number = BigInt(last());
      readSync(descriptor, bytes, 0, bytesOfNumber, offset);
      if (bytes.readBigUInt64LE(0) >= number) return;
      bytes.writeBigUInt64LE(number);
      writeSync(descriptor, bytes, 0, bytesOfNumber, offset);
    }
  }

  #findDescriptor(): number | undefined {
    const names = existsSync(descriptorDirectory) ? readdirSync(descriptorDirectory) : [];
    return names.map(Number).find((descriptor) => this.#isDescriptor(descriptor));
  }

  #isDescriptor(descriptor: number): boolean {
    try {
      const { dev, ino } = fstatSync(descriptor, { bigint: true });
      return dev === this.#file?.dev && ino === this.#file.ino;
    } catch {
      // The descriptor of the listing itself is closed.
      return false;
    }
  }
}
