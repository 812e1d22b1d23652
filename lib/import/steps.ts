/** Work in small steps. The event loop can run between two steps. */
export type Steps<Result> = Generator<undefined, Result>;

/** Time in milliseconds after which the event loop runs, and the number of steps between two looks at the clock. */
const longestRun = 20;
const stepsBetweenLooks = 16;

/** Does work in steps, and lets the event loop run again and again. */
export async function runSteps<Result>(steps: Steps<Result>): Promise<Result> {
  let start = performance.now();
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (count % stepsBetweenLooks !== 0 || performance.now() - start < longestRun) continue;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    start = performance.now();
  }
}
