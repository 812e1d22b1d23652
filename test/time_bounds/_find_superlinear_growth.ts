import { countSteps } from "./_count_steps.ts";

/** Twice the input may take this many times the steps. */
const GROWTH = 2.2;

/** Steps that do not depend on the input, so that small counts are not compared. */
const FIXED = 2000;

/**
 * Compares the steps for an input with those for twice the input. Returns a message if they more than double.
 *
 * @param make makes the input of a size
 * @param run the code to measure; it may return a promise
 * @param size the smaller size; large enough for steps that grow with its square to show
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
