/** Seed of every random choice in the tests. A fixed seed makes a failure repeatable. `POSTERN_TEST_SEED=2 npm test` makes other choices. */
export const testSeed: number = Number(process.env["POSTERN_TEST_SEED"] ?? 1);
