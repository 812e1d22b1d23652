import { DamagedRecordError } from "../../lib/mod.ts";
import { CliError } from "./cli_error.ts";

/** The flag of commands that can leave damaged records out. */
export const keepGoingArgument = {
  "keep-going": {
    type: "boolean",
    description: "Leave damaged records out, and name them",
    default: false,
  },
} as const;

/** Collects the damaged records that a command leaves out. */
export class LeftOut {
  readonly #places = new Set<string>();
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Names a record once. */
  readonly add = ({ place, message }: DamagedRecordError): void => {
    if (this.#places.has(place)) return;
    this.#places.add(place);
    this.#print(`left out: ${message}`);
  };
}

/** Runs an action, and adds to the error of a damaged record how to go on without it. */
export async function suggestKeepGoing<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof DamagedRecordError)) throw error;
    throw new CliError(`${error.message}. Use --keep-going to leave damaged records out`, { cause: error });
  }
}

/** "1 damaged record was left out" */
export function leftOutLine(count: number): string {
  return count === 1 ? "1 damaged record was left out" : `${count} damaged records were left out`;
}
