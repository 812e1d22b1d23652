/** Encrypts the texts of a user in this browser. The server gives the key to the user's own sessions only. */
export class TextCipher {
  readonly #key: Promise<CryptoKey>;

  /** @param key 256 bits in hexadecimal */
  constructor(key: string) {
    this.#key = importKey(key);
    // Browsers have no Web Crypto on plain http. Each later use reports it.
    this.#key.catch(() => undefined);
  }

  /**
   * Returns a text as base64, with its initialization vector.
   *
   * @param place belongs to the text: at another place, the text cannot be decrypted
   */
  async encrypt(text: string, place: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
    const sealed = await crypto.subtle.encrypt(algorithm(iv, place), await this.#key, encoder.encode(text));
    return toBase64(iv) + toBase64(new Uint8Array(sealed));
  }

  async decrypt(text: string, place: string): Promise<string> {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const parameters = algorithm(bytes.subarray(0, ivBytes), place);
    const opened = await crypto.subtle.decrypt(parameters, await this.#key, bytes.subarray(ivBytes));
    return new TextDecoder().decode(opened);
  }
}

/** Bytes of an initialization vector. A multiple of 3 has no padding in base64. */
const ivBytes = 12;

const encoder = new TextEncoder();

function algorithm(iv: Uint8Array<ArrayBuffer>, place: string): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(place) };
}

async function importKey(key: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
