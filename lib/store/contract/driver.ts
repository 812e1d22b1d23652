import type { AtomicOperations } from "./atomic_driver.ts";

/**
 * The part of an unstorage `Driver` that every driver of Postern implements. It is declared here so that Postern's types do not depend on
 * unstorage's.
 */
export interface Driver {
  name?: string;
  hasItem(key: string): boolean | Promise<boolean>;
  getItem(key: string): string | null | Promise<string | null>;
  setItem?(key: string, value: string): void | Promise<void>;
  removeItem?(key: string): void | Promise<void>;
  /** `base` is missing or empty for all keys. */
  getKeys(base?: string): string[] | Promise<string[]>;
  clear?(base?: string): void | Promise<void>;
  dispose?(): void | Promise<void>;
}

/** An unstorage driver that also implements the storage contract. */
export interface AtomicDriver extends Driver {
  atomic: AtomicOperations;
}

/** The part of an unstorage `Storage` that Postern uses. */
export interface Storage {
  getMount(key?: string): { base: string; driver: object };
  getItem(key: string): Promise<unknown>;
  // Method syntax, because unstorage's own parameter types are narrower.
  setItem(key: string, value: JsonRecord): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(base?: string): Promise<string[]>;
  dispose?(): void | Promise<void>;
}

type JsonRecord = { [name: string]: unknown };
