type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Reads until the text of a stream matches, and returns it. */
export async function readUntil(reader: Reader, form: RegExp): Promise<string> {
  let text = "";
  while (!form.test(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended after ${JSON.stringify(text)}`);
    text += new TextDecoder().decode(value);
  }
  return text;
}

/** Reads the rest of a stream, and returns its text. */
export async function readToEnd(reader: Reader): Promise<string> {
  let text = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += new TextDecoder().decode(next.value);
  }
  return text;
}
