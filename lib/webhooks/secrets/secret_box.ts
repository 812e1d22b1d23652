import type { RandomBytes } from "../../base/secrets/random.ts";
import { fromBase64, toBase64 } from "../../base/text/base64.ts";

const version = "v1";
const nonceBytes = 12;

/** A stored secret cannot be decrypted, because the option `secret` has changed. */
export class SecretUnreadableError extends Error {
  override name = "SecretUnreadableError";

  constructor() {
    super(
      'Cannot decrypt the secret of the webhook: no text of the option "secret" (POSTERN_SECRET) encrypted it. Add the former text, or roll the secret',
    );
  }
}

interface BoxKey {
  id: string;
  key: CryptoKey;
}

/** Encrypts secrets with AES-256-GCM, by a key that is derived from a text of the host. */
export class SecretBox {
  readonly #keys: Promise<BoxKey[]>;
  readonly #randomBytes: RandomBytes;

  /** @param texts the first encrypts; all decrypt */
  constructor(texts: readonly string[], randomBytes: RandomBytes) {
    this.#keys = Promise.all(texts.map(deriveKey));
    this.#randomBytes = randomBytes;
  }

  /**
   * Encrypts a text.
   *
   * @param context place of the text. The encrypted text is valid only there.
   */
  async seal(text: string, context: string): Promise<string> {
    const [first] = await this.#keys;
    if (first === undefined) throw new SecretUnreadableError();
    const iv = Uint8Array.from(this.#randomBytes(nonceBytes));
    const bytes = new TextEncoder().encode(text);
    const sealed = await crypto.subtle.encrypt(gcm(iv, context), first.key, bytes);
    return [version, first.id, toBase64(iv), toBase64(new Uint8Array(sealed))].join(".");
  }

  /**
   * Decrypts a text.
   *
   * @throws {SecretUnreadableError} if a different key encrypted it, or if it was changed or moved
   */
  async open(sealed: string, context: string): Promise<string> {
    const [found, id, iv, bytes] = sealed.split(".");
    const key = (await this.#keys).find((one) => one.id === id)?.key;
    const nonce = fromBase64(iv ?? "");
    const data = fromBase64(bytes ?? "");
    if (found !== version || key === undefined || nonce === undefined || data === undefined) {
      throw new SecretUnreadableError();
    }
    try {
      return new TextDecoder().decode(await crypto.subtle.decrypt(gcm(nonce, context), key, data));
    } catch {
      throw new SecretUnreadableError();
    }
  }

  /** True if the first text encrypted it. */
  async isCurrent(sealed: string): Promise<boolean> {
    const [first] = await this.#keys;
    return sealed.split(".")[1] === first?.id;
  }
}

function gcm(iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(context) };
}

async function deriveKey(text: string): Promise<BoxKey> {
  const encoder = new TextEncoder();
  const base = await crypto.subtle.importKey("raw", encoder.encode(text), "HKDF", false, ["deriveBits"]);
  const info = encoder.encode("postern webhook secrets");
  const salt = new Uint8Array();
  const bits = new Uint8Array(
    await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, base, 320),
  );
  const key = await crypto.subtle.importKey("raw", bits.slice(0, 32), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
  return { id: toBase64(bits.slice(32)), key };
}
