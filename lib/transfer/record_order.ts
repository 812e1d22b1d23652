import { TransferError } from "./transfer_error.ts";
import type { TransferItem, TransferRecord } from "./transfer_record.ts";

/** Sees to it that records come in their order, and that none is missing at the end. */
export class RecordOrder {
  readonly #organizations = new Set<string>();
  #lines = 0;
  #hasEnded = false;

  /** The line of the record that was looked at last. */
  get line(): number {
    return this.#lines;
  }

  /** How many records there were between header and end. */
  get records(): number {
    return Math.max(0, this.#lines - 1 - (this.#hasEnded ? 1 : 0));
  }

  /** @throws {TransferError} when the record may not stand here */
  check(record: TransferRecord): void {
    const line = ++this.#lines;
    if (this.#hasEnded) throw new TransferError("it follows the last record", { line });
    if ((record.type === "header") !== (line === 1)) {
      throw new TransferError("the header must be the first line, and only that", { line });
    }
    if (record.type === "end") {
      this.#hasEnded = true;
      if (record.records !== this.records) {
        const reason = `it says that there are ${record.records} records, and there are ${this.records}`;
        throw new TransferError(`the export is not whole: ${reason}`, { line });
      }
    } else if (record.type !== "header") this.#checkOrganization(record, line);
  }

  /** @throws {TransferError} when the last record is missing */
  checkEnd(): void {
    if (!this.#hasEnded) {
      throw new TransferError(`the export is not whole: it ends after line ${this.#lines}, without its last`);
    }
  }

  #checkOrganization(item: TransferItem, line: number): void {
    if (item.type === "organization") this.#organizations.add(item.organization.slug);
    if (!("organizationSlug" in item)) return;
    const { organizationSlug } = item;
    if (!this.#organizations.has(organizationSlug)) {
      throw new TransferError(`the organization "${organizationSlug}" must stand before it`, { line });
    }
    if (item.type === "key" && item.key.organizationSlug !== organizationSlug) {
      throw new TransferError(`/key/organizationSlug must be "${organizationSlug}", as around it`, { line });
    }
  }
}

/**
 * Looks whether records are a whole export, without writing anything.
 *
 * @param options.signal ends it before the last record
 * @returns how many records there are between the first and the last
 * @throws {TransferError} when they are not; it names the line
 */
export async function checkRecords(
  records: AsyncIterable<TransferRecord>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  const order = new RecordOrder();
  for await (const record of records) {
    if (signal?.aborted) return order.records;
    order.check(record);
  }
  order.checkEnd();
  return order.records;
}
