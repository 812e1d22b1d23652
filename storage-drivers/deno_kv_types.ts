/** An entry of a Deno KV database; its version is null where there is none. */
export interface DenoKvEntry {
  key: readonly unknown[];
  value: unknown;
  versionstamp: string | null;
}

/** Changes that Deno KV makes all together. */
export interface DenoKvAtomic {
  check(...checks: { key: string[]; versionstamp: string | null }[]): this;
  set(key: string[], value: unknown, options?: { expireIn?: number }): this;
  delete(key: string[]): this;
  commit(): Promise<{ ok: true; versionstamp: string } | { ok: false }>;
}

type Selector =
  | { prefix: string[]; start?: string[] }
  | { prefix: string[]; end: string[] }
  | { start: string[]; end: string[] };

/** The part of a Deno KV database that the driver uses, so that nobody needs Deno's types. */
export interface DenoKv {
  // Method syntax on purpose: Deno's own types are narrower than these.
  getMany(keys: readonly string[][]): Promise<DenoKvEntry[]>;
  list(selector: Selector, options: { reverse: boolean; batchSize: number }): AsyncIterable<DenoKvEntry>;
  atomic(): DenoKvAtomic;
  close(): void;
}
