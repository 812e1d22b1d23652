import type { Stored } from "../store/mod.ts";
import type { Credential } from "./credential.ts";

const most = 10_000;

/** A credential under the version it was read at, with the daily limit that was in force then. */
export interface KnownCredential {
  stored: Stored<Credential>;
  limit: number;
}

/** The credentials used last, each under the version it was read at. The least recently used goes first. */
export class CredentialCache {
  readonly #credentials = new Map<string, KnownCredential>();

  /** Looks at a credential, which is no use of it. */
  peek(keyId: string): KnownCredential | undefined {
    return this.#credentials.get(keyId);
  }

  get(keyId: string): KnownCredential | null {
    const credential = this.#credentials.get(keyId);
    if (credential === undefined) return null;
    this.#credentials.delete(keyId);
    this.#credentials.set(keyId, credential);
    return credential;
  }

  set(credential: KnownCredential): void {
    this.#credentials.set(credential.stored.data.id, credential);
    const [oldest] = this.#credentials.keys();
    if (this.#credentials.size > most && oldest !== undefined) this.#credentials.delete(oldest);
  }

  delete(keyId: string): void {
    this.#credentials.delete(keyId);
  }
}
