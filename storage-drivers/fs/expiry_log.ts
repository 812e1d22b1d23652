import { readdirSync, readFileSync, rmSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { privateFile } from "../directory/private_files.ts";
import { FileStoreError } from "../directory/file_store_error.ts";

export interface Expiry {
  expiresAt: number;
  partition: string;
  key: string;
}

const day = 86_400_000;
const extension = ".txt";

/**
 * Lists the records that expire, in one file per UTC day. Expired records are thus found without reading other records. Surplus lines are
 * harmless.
 */
export class ExpiryLog {
  readonly #directory: string;
  #due: { file: string; lines: string[] } | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Adds records before they are written. */
  async note(expiries: readonly Expiry[]): Promise<void> {
    const lines = new Map<string, string>();
    for (const { expiresAt, partition, key } of expiries) {
      const file = join(this.#directory, dayOf(expiresAt) + extension);
      lines.set(file, `${lines.get(file) ?? ""}${partition} ${key}\n`);
    }
    for (const [file, text] of lines) {
      try {
        // A full disk may have truncated the last line. The line break ends it.
        await appendFile(file, `\n${text}`, { mode: privateFile });
      } catch (error) {
        throw new FileStoreError("Cannot write to the store", file, error);
      }
    }
  }

  /** Returns up to `most` records whose day is over. Each is returned only once, unless the process is restarted. */
  takeDue(now: number, most: number): { partition: string; key: string }[] {
    this.#due ??= this.#openDue(now);
    if (this.#due === undefined) return [];
    const { file, lines } = this.#due;
    const taken = lines.splice(-most);
    if (taken.length === 0) {
      rmSync(file, { force: true });
      this.#due = undefined;
    }
    return taken.map((line) => {
      const [partition = "", key = ""] = line.split(" ");
      return { partition, key };
    });
  }

  #openDue(now: number): { file: string; lines: string[] } | undefined {
    const days = readdirSync(this.#directory).filter((name) => name.endsWith(extension));
    const first = days.toSorted()[0];
    if (first === undefined || first.slice(0, -extension.length) >= dayOf(now)) return undefined;
    const file = join(this.#directory, first);
    return { file, lines: readFileSync(file, "utf8").split("\n").filter(isLine) };
  }
}

function isLine(line: string): boolean {
  return /^\S* \S*$/.test(line);
}

/** Returns the number of a day, padded so that text order is the order of the days. */
function dayOf(time: number): string {
  return String(Math.floor(Math.max(0, time) / day)).padStart(12, "0");
}
