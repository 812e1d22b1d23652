import { type Toggle, toggle } from "../../frame/arguments/argument_definition.ts";
import { DamagedRecordError } from "../../../../lib/mod.ts";
import type { TransferSummary } from "../../../../lib/moving/mod.ts";
import { CliError } from "../../frame/exit/cli_error.ts";
import type { ProgressDisplay } from "../../frame/output/progress.ts";
import { printableLine } from "../../frame/output/printable.ts";

/** Flag of the commands that can leave out damaged records. */
export const keepGoingArgument: { "keep-going": Toggle } = {
  "keep-going": toggle("Leave out damaged records, and name them"),
};

/** Collects the damaged records that a command has left out. */
export class SkippedRecords {
  readonly #places = new Set<string>();

  get size(): number {
    return this.#places.size;
  }

  /** Returns a function that adds a record, and shows it the first time. */
  addTo(display: ProgressDisplay): (error: DamagedRecordError) => void {
    return ({ place, message }) => {
      if (this.#places.has(place)) return;
      this.#places.add(place);
      display.line(`left out: ${message}`);
    };
  }
}

/** Runs an action, and adds a hint about `--keep-going` to the error of a damaged record. */
export async function suggestKeepGoing<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof DamagedRecordError)) throw error;
    throw new CliError(`${error.message}. Use --keep-going to leave out damaged records`, { cause: error });
  }
}

/** Returns "1 damaged record was left out", or the plural. */
export function skippedLine(count: number): string {
  return count === 1 ? "1 damaged record was left out" : `${count} damaged records were left out`;
}

/** Maximum number of named redirects. The output of `--json` has all of them. */
const mostNamed = 10;

/** Returns the end of a summary that names redirects that an import has left out, or an empty text. */
export function skippedRedirects({ redirectsLeftOut }: TransferSummary): string {
  if (redirectsLeftOut.length === 0) return "";
  const names = redirectsLeftOut.slice(0, mostNamed).map(({ from }) => printableLine(from));
  const more = redirectsLeftOut.length - names.length;
  const rest = more === 0 ? "" : ` and ${more} more`;
  return `; left out redirects whose address is the page of a post, or has a newer redirect: ${names.join(", ")}${rest}`;
}

/** Returns the end of a summary that counts records that a copy has left behind, or an empty text. */
export function leftBehindLine({ leftBehind }: Pick<TransferSummary, "leftBehind">): string {
  const counts = Object.entries(leftBehind).map(([name, count]) => `${printableLine(name)} (${count})`);
  return counts.length === 0 ? "" : `; left behind: ${counts.join(", ")}`;
}
