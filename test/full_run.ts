/** True in the nightly run (`npm run test:all`): each suite runs whole over each store, and random trials are repeated most. */
export const isFullRun: boolean = process.env["POSTERN_TEST_ALL"] === "1";

/** Returns how often a random trial is repeated: in the nightly run as often as given, otherwise a fifth of it. */
export function trials(all: number): number {
  return isFullRun ? all : Math.max(1, Math.ceil(all / 5));
}
