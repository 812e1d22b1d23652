/** Returns the name of the error that a promise rejects with, or undefined if it resolves. */
export async function nameOfError(done: Promise<unknown>): Promise<string | undefined> {
  return done.then(
    () => undefined,
    (error: Error) => error.name,
  );
}
