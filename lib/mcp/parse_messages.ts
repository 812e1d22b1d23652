/** Maximum number of messages in a batch. */
export const mostMessages = 100;

/** An `id` whose number has a fraction or an exponent, which JavaScript may round. */
const unusualId = /"id"\s*:\s*-?\d+[.eE]/;

/** A number that is an integer as it is written. */
const integerForm = /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/;

/** Parses a message or a batch of JSON-RPC. Returns undefined if it is not JSON in UTF-8. A rounded `id` becomes `NaN`, which is no id. */
export function parseMessages(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return JSON.parse(text, unusualId.test(text) ? withoutRoundedId : undefined);
  } catch {
    return undefined;
  }
}

/** A reviver of `JSON.parse`. Runtimes without the source of a number keep the rounded id. */
function withoutRoundedId(key: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = key === "id" && typeof value === "number" && !integerForm.test(context?.source ?? "1");
  return isRounded ? Number.NaN : value;
}
