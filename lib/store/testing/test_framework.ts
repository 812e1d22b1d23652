/** Functions of the test framework. vitest, Jest, `bun:test` and others have them. */
export interface TestFramework {
  describe: (name: string, body: () => void) => unknown;
  it: (name: string, body: () => void | Promise<void>) => unknown;
  beforeEach: (body: () => Promise<void>) => unknown;
  afterEach: (body: () => Promise<void>) => unknown;
  expect: (value: unknown) => Expectation;
}

/** Assertions on a value. */
export interface Expectation {
  toBe: (expected: unknown) => void;
  toBeUndefined: () => void;
  toContain: (expected: unknown) => void;
  toEqual: (expected: unknown) => void;
  toHaveLength: (expected: number) => void;
  toMatchObject: (expected: object) => void;
}
