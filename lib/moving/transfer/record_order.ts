import { ownerOf } from "../../media/moved_media.ts";
import { TransferError } from "./transfer_error.ts";
import type { TransferItem, TransferRecord } from "./transfer_record.ts";

/** Checks the order of records, and their number at the end. */
export class RecordOrder {
  readonly #organizations = new Set<string>();
  #lines = 0;
  #hasEnded = false;

  /** Line of the last checked record. */
  get line(): number {
    return this.#lines;
  }

  /** Number of records between header and end. */
  get records(): number {
    return Math.max(0, this.#lines - 1 - (this.#hasEnded ? 1 : 0));
  }

  /** @throws {TransferError} if the record is in the wrong place */
  check(record: TransferRecord): void {
    const line = ++this.#lines;
    if (this.#hasEnded) throw new TransferError("it follows the last record", { line });
    if ((record.type === "header") !== (line === 1)) {
      throw new TransferError("the first line must be the header, and no other line", { line });
    }
    if (record.type === "end") {
      this.#hasEnded = true;
      if (record.records !== this.records) {
        const reason = `its last line counts ${record.records} records, but there are ${this.records}`;
        throw new TransferError(`the export is incomplete: ${reason}`, { line });
      }
    } else if (record.type !== "header") this.#checkOrganization(record, line);
  }

  /** @throws {TransferError} if the last record is missing */
  checkEnd(): void {
    if (!this.#hasEnded) {
      throw new TransferError(
        `the export is incomplete: it ends after line ${this.#lines}, without its last line`,
      );
    }
  }

  #checkOrganization(item: TransferItem, line: number): void {
    if (item.type === "organization") this.#organizations.add(item.organization.slug);
    if (!("organizationSlug" in item)) return;
    const { organizationSlug } = item;
    if (!this.#organizations.has(organizationSlug)) {
      throw new TransferError(`the organization "${organizationSlug}" must come before it`, { line });
    }
    if (organizationIn(item) !== organizationSlug) {
      const place = item.type === "file" ? "the organization in /file/key" : `/${item.type}/organizationSlug`;
      throw new TransferError(`${place} must be "${organizationSlug}", as in its record`, { line });
    }
  }
}

/** Returns the organization that the part of an item names, if it names one. */
function organizationIn(item: Extract<TransferItem, { organizationSlug: string }>): string {
  if (item.type === "key") return item.key.organizationSlug;
  if (item.type === "file") return ownerOf(item.file.key).organizationSlug;
  return item.type === "webhook" ? item.webhook.organizationSlug : item.organizationSlug;
}

/**
 * Checks that records are a complete export, without writing anything. `signal` stops the check before the last record.
 *
 * @returns the number of records between the first and the last
 * @throws {TransferError} with the line, if they are not
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
