import type { Clock } from "./time/clock.ts";

/** Work in steps. Other requests can run between two steps. */
export type Steps<Result> = Generator<void, Result>;

/** Number of nodes or items of a text that are read in a step. */
export const itemsAtOnce = 2000;

/** Longest time for which a loop runs before other requests have their turn, in milliseconds. */
const longestTurn = 5;
/** Number of items that are sorted or merged before other work runs. */
const sortedAtOnce = 5000;

/**
 * Yields to the event loop, so that work on many records with immediate reads does not block other requests. Then throws the reason of the
 * signal if it has aborted.
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

/** The turns of a loop. Other requests run between two turns. */
export class Turns {
  readonly #clock: Clock;
  #startedAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** True if the present turn has lasted long enough. */
  get isOver(): boolean {
    return Math.abs(this.#clock.now() - this.#startedAt) >= longestTurn;
  }

  /** Yields to the event loop, and starts the next turn. */
  async next(): Promise<void> {
    await yieldToEventLoop();
    this.#startedAt = this.#clock.now();
  }
}

/** Runs steps, and calls `pause` after each. By default, other requests run in each pause. */
export async function runSteps<Result>(
  steps: Steps<Result>,
  pause: () => Promise<void> | undefined = () => yieldToEventLoop(),
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const paused = pause();
    if (paused !== undefined) await paused;
  }
}

/** Runs many short steps, and lets other requests run every few milliseconds. */
export async function runShortSteps<Result>(steps: Steps<Result>): Promise<Result> {
  const turns = new Turns(performance);
  return runSteps(steps, () => (turns.isOver ? turns.next() : undefined));
}

/** Runs steps without a pause. */
export function runStepsSync<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Sorts a list of any length, and lets other work run in between. Equal items keep their order. */
export async function sortInSteps<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += sortedAtOnce) {
    if (start > 0) await yieldToEventLoop();
    runs.push(items.slice(start, start + sortedAtOnce).toSorted(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await runSteps(mergeSteps(runs[index] ?? [], runs[index + 1] ?? [], compare)));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Steps<Item[]> {
  const merged: Item[] = [];
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    const [first, second] = [one[left] as Item, other[right] as Item];
    const isFirst = compare(first, second) <= 0;
    merged.push(isFirst ? first : second);
    if (isFirst) left++;
    else right++;
    if (merged.length % sortedAtOnce === 0) yield;
  }
  return merged.concat(one.slice(left), other.slice(right));
}
