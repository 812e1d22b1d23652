/** True in `npm run test:all`: each suite runs over each store, and random trials run in full. */
export const isFullRun: boolean = process.env["POSTERN_TEST_ALL"] === "1";

/** Returns the number of repetitions of a random trial: all of them in `npm run test:all`, otherwise a fifth. */
export function trials(all: number): number {
  return isFullRun ? all : Math.max(1, Math.ceil(all / 5));
}
