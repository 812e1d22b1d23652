/** Maximum number of messages in a batch. */
export const mostMessages = 100;

/** An `id` whose number has a fraction or an exponent. Inside of a JSON text, the quotes of such a member are escaped. */
const unusualId = /(?<!\\)("id"\s*:\s*)(-?\d+[.eE][\d.eE+-]*)/g;

/** An integer with a fraction of zeros or an exponent. */
const integerForm = /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/;

/** Parses a message or a batch of JSON-RPC. An `id` that JavaScript would round becomes null. Returns undefined if the text is not JSON in UTF-8. */
export function parseMessages(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return JSON.parse(text.replace(unusualId, withoutFraction));
  } catch {
    return undefined;
  }
}

function withoutFraction(member: string, name: string, number: string): string {
  return integerForm.test(number) ? member : `${name}null`;
}
