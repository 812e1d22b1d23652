import type { Awaitable } from "../../base/awaitable.ts";
import { runSteps } from "../../base/yielding.ts";
import { TextTooLargeError } from "../../base/text_work_errors.ts";
import type { TextTaskInput, TextTaskName, TextTaskOutput, TextWorker } from "./text_worker.ts";

/** Maximum text lengths of a task, in characters. */
interface TextBounds {
  /** Longest text processed in the event loop if a worker is available. */
  inline: number;
  /** Longest text processed if no worker is available. */
  alone: number;
}

/**
 * No text within these bounds blocks the event loop for 250 ms, except the scan of the longest HTML without a worker. For
 * the worst cases found, see `bench/results/text_work.md`.
 */
const bounds: Readonly<Record<TextTaskName, TextBounds>> = {
  readMarkdown: { inline: 16_384, alone: 65_536 },
  readPostFile: { inline: 16_384, alone: 32_768 },
  readPostFiles: { inline: 0, alone: Infinity },
  checkSiteFiles: { inline: 0, alone: 32_768 },
  toMarkdown: { inline: 32_768, alone: 262_144 },
  countWords: { inline: 131_072, alone: Infinity },
  extractFaq: { inline: 131_072, alone: Infinity },
  readSections: { inline: 32_768, alone: Infinity },
  explainFaq: { inline: 8192, alone: 16_384 },
};

export interface TextWorkRequest<Name extends TextTaskName> {
  name: Name;
  input: TextTaskInput<Name>;
  /** Length of the text in characters. */
  length: number;
  /** The work for each character, as a multiple of the task's usual work. Default: 1. */
  weight?: number;
  /** Does the work in the event loop. */
  inline: () => Awaitable<TextTaskOutput<Name>>;
  /** Does the work of a long text in steps. Other requests run between them. Without it, `inline` does the work. */
  steps?: () => Awaitable<Generator<void, TextTaskOutput<Name>>>;
}

/** Processes texts of an organization's users: short texts in the event loop, long texts in the host's worker. */
export class TextWork {
  readonly #worker: TextWorker | undefined;
  readonly #organizationSlug: string;

  /** @param organizationSlug default: a text without an organization */
  constructor(worker: TextWorker | undefined, organizationSlug = "") {
    this.#worker = worker;
    this.#organizationSlug = organizationSlug;
  }

  /** True if long texts are read outside the event loop, where a deadline ends them. */
  get hasWorker(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Runs a task on a text.
   *
   * @throws {TextTooLargeError} if the text is too long and no worker is available
   * @throws {TextWorkStoppedError} if the work takes too long
   * @throws {TextWorkerBusyError} if too many texts are waiting
   */
  run<Name extends TextTaskName>({
    name,
    input,
    length,
    weight = 1,
    inline,
    steps,
  }: TextWorkRequest<Name>): Awaitable<TextTaskOutput<Name>> {
    const { [name]: bound } = bounds;
    if (length * weight <= bound.inline) return inline();
    if (this.#worker !== undefined) return this.#worker.run(name, input, this.#organizationSlug);
    if (length > bound.alone) throw new TextTooLargeError(length, bound.alone);
    return steps === undefined ? inline() : doInTurns(steps());
  }
}

async function doInTurns<Result>(steps: Awaitable<Generator<void, Result>>): Promise<Result> {
  return runSteps(await steps);
}

/** The text work of all organizations. They share the worker. */
export class TextWorks {
  readonly #worker: TextWorker | undefined;

  constructor(worker: TextWorker | undefined) {
    this.#worker = worker;
  }

  of(organizationSlug: string): TextWork {
    return new TextWork(this.#worker, organizationSlug);
  }
}
