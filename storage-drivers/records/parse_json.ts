/** @throws {TypeError} when a text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error of JSON.parse quotes the text, which does not belong in a log.
    throw new TypeError("it is not JSON");
  }
}
