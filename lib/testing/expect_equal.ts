/**
 * Compares by what JSON says of the values, so that the suites need no test library.
 *
 * @throws {Error} that says what is not as it should be
 */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [textOf(actual), textOf(expected)];
  if (is !== should) throw new Error(`Expected ${what} to be ${should}, and it is ${is}`);
}

function textOf(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
