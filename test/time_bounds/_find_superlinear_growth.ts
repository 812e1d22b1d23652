import { countSteps } from "./_count_steps.ts";

/** Maximum growth of the steps when the input doubles. */
const GROWTH = 2.2;

/** Allowance for steps that do not depend on the input, so small counts are not compared. */
const FIXED = 2000;

/**
 * Compares the steps for an input with the steps for twice the input. Returns a message if they more than double.
 *
 * @param make creates the input of a size
 * @param run the code to measure; it may return a promise
 * @param size the smaller size, large enough to reveal quadratic growth
 */
export async function findSuperlinearGrowth<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
  size = 500,
): Promise<string | undefined> {
  const [small, large] = [make(size), make(2 * size)];
  // The first run fills caches and tables.
  await run(small);
  const once = await countSteps(() => run(small));
  const twice = await countSteps(() => run(large));
  for (const kind of ["script", "native"] as const) {
    if (twice[kind] > GROWTH * once[kind] + FIXED)
      return `${kind} steps: ${once[kind]} for size ${size}, ${twice[kind]} for size ${2 * size}`;
  }
  return undefined;
}
