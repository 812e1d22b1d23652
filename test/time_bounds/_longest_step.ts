import { countSteps } from "./_count_steps.ts";

/** Returns the number of executed characters of the longest step. The event loop is held for one step at a time. */
export async function longestStep(steps: Generator<void, unknown>): Promise<number> {
  let longest = 0;
  for (;;) {
    let step: IteratorResult<void, unknown> | undefined;
    const { script } = await countSteps(() => {
      step = steps.next();
    });
    longest = Math.max(longest, script);
    if (step?.done === true) return longest;
  }
}
