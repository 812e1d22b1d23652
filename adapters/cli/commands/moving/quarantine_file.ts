import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { SetAsideRecord } from "../../../../lib/moving/mod.ts";
import { syncDirectory } from "../../../../storage-drivers/directory/sync.ts";
import { CliError } from "../../frame/exit/cli_error.ts";

/** The file for records that a repair removes: NDJSON, readable only by its owner. The first record creates it. */
export class QuarantineFile {
  readonly #name: string;
  #handle: FileHandle | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Appends a record, and waits until it is on disk.
   *
   * @throws {CliError} when it cannot be written
   */
  async append(record: SetAsideRecord): Promise<void> {
    try {
      this.#handle ??= await this.#open();
      await this.#handle.appendFile(`${JSON.stringify(record)}\n`);
      await this.#handle.datasync();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CliError(
        `Cannot set a record aside in ${this.#name}: ${reason}. The record was not removed`,
        {
          cause,
        },
      );
    }
  }

  async #open(): Promise<FileHandle> {
    const handle = await open(this.#name, "a", 0o600);
    await syncDirectory(dirname(this.#name));
    return handle;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}
