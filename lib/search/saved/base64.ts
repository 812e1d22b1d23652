const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const codes: Uint8Array = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
const values = new Uint8Array(256);
for (const [value, code] of codes.entries()) values[code] = value;
const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

/** Encodes bytes as base64 without padding. */
export function toBase64(bytes: Uint8Array): string {
  const encoded = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let to = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let shift = 18; shift >= 0 && to < encoded.length; shift -= 6) {
      encoded[to++] = codes[(bits >> shift) & 63] as number;
    }
  }
  return decoder.decode(encoded);
}

/** Decodes base64 without padding. Invalid characters give wrong bytes. */
export function fromBase64(text: string): Uint8Array {
  const codesOf = encoder.encode(text);
  const bytes = new Uint8Array(Math.floor((codesOf.length * 3) / 4));
  let to = 0;
  for (let at = 0; at < codesOf.length; at += 4) {
    const bits =
      (valueOf(codesOf[at]) << 18) |
      (valueOf(codesOf[at + 1]) << 12) |
      (valueOf(codesOf[at + 2]) << 6) |
      valueOf(codesOf[at + 3]);
    bytes[to++] = bits >> 16;
    bytes[to++] = bits >> 8;
    bytes[to++] = bits;
  }
  return bytes;
}

function valueOf(code: number | undefined): number {
  return values[code ?? 0] as number;
}
