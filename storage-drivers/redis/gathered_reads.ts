import type { KnownAddress } from "../../lib/store/mod.ts";

/** Reads each of the addresses; none is given twice. */
type ReadAll<Result> = (addresses: readonly KnownAddress[]) => Promise<Result[]>;

interface Call<Result> {
  addresses: readonly KnownAddress[];
  resolve: (results: Result[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends reads together: those of one turn, and those that come while others are under way. A read never joins one that was sent before it
 * was asked for, so it sees every commit that was acknowledged before.
 */
export class GatheredReads<Result> {
  readonly #readAll: ReadAll<Result>;
  #waiting: Call<Result>[] = [];
  #isSending = false;

  constructor(readAll: ReadAll<Result>) {
    this.#readAll = readAll;
  }

  /** The results in the order of the addresses. */
  read(addresses: readonly KnownAddress[]): Promise<Result[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ addresses, resolve, reject });
      if (this.#isSending) return;
      this.#isSending = true;
      queueMicrotask(() => void this.#send());
    });
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const calls = this.#waiting;
      this.#waiting = [];
      try {
        await this.#answer(calls);
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    this.#isSending = false;
  }

  async #answer(calls: readonly Call<Result>[]): Promise<void> {
    const places = new Map<string, number>();
    const addresses: KnownAddress[] = [];
    for (const call of calls) {
      for (const address of call.addresses) {
        const name = nameOf(address);
        if (places.has(name)) continue;
        places.set(name, addresses.length);
        addresses.push(address);
      }
    }
    const results = await this.#readAll(addresses);
    for (const { addresses: own, resolve } of calls) {
      resolve(own.map((address) => results[places.get(nameOf(address)) ?? -1] as Result));
    }
  }
}

function nameOf({ partition, key, version = "" }: KnownAddress): string {
  return `${partition} ${key} ${version}`;
}
