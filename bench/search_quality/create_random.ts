/** Creates a generator of whole numbers from 0 to below `limit`. The same seed gives the same numbers. */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
