import { othersTurn } from "./others_turn.ts";

/** Runs work in steps, and lets other requests run between them. */
export async function inTurns<Result>(
  steps: Generator<void, Result>,
  pause: () => Promise<void> = () => othersTurn(),
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
