import type { Stored } from "../store/mod.ts";
import type { Credential } from "./credential.ts";

const most = 10_000;

/** The credentials used last, each under the version it was read at. The least recently used goes first. */
export class CredentialCache {
  readonly #credentials = new Map<string, Stored<Credential>>();

  get(keyId: string): Stored<Credential> | null {
    const credential = this.#credentials.get(keyId);
    if (credential === undefined) return null;
    this.#credentials.delete(keyId);
    this.#credentials.set(keyId, credential);
    return credential;
  }

  set(credential: Stored<Credential>): void {
    this.#credentials.set(credential.data.id, credential);
    const [oldest] = this.#credentials.keys();
    if (this.#credentials.size > most && oldest !== undefined) this.#credentials.delete(oldest);
  }

  delete(keyId: string): void {
    this.#credentials.delete(keyId);
  }
}
