/** An entry of a Deno KV database. Its versionstamp is null if the entry does not exist. */
export interface DenoKvEntry {
  key: readonly unknown[];
  value: unknown;
  versionstamp: string | null;
}

/** A Deno KV transaction. */
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

/** The part of a Deno KV database that the driver uses. Hosts do not need Deno's types. */
export interface DenoKv {
  // Method syntax, because its parameters are bivariant: Deno's own types are narrower.
  getMany(keys: readonly string[][]): Promise<DenoKvEntry[]>;
  list(selector: Selector, options: { reverse: boolean; batchSize: number }): AsyncIterable<DenoKvEntry>;
  atomic(): DenoKvAtomic;
  close(): void;
}
