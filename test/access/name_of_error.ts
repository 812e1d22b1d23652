/** The name of the error by which something fails, or undefined when it does not. */
export async function nameOfError(done: Promise<unknown>): Promise<string | undefined> {
  return done.then(
    () => undefined,
    (error: Error) => error.name,
  );
}
