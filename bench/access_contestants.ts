import { Redis } from "ioredis";
import type { AtomicDriver } from "../lib/store/mod.ts";
import { betterAuthOnMemory, betterAuthOnSqlite } from "./better_auth.ts";
import { openVerifierOn } from "./open_verifier_on.ts";

/** One way to let a request in or not. */
export interface Contestant {
  name: string;
  /** Prepares it, and answers what lets one request in; the number chooses one of the keys. */
  open: () => Promise<Checker>;
}

/** A contestant that is ready. */
export interface Checker {
  /** @throws {Error} when the request is not let in */
  check: (index: number) => unknown;
  close: () => unknown;
}

/** The parts of rate-limiter-flexible that are used. */
interface RateLimiters {
  RateLimiterMemory: new (options: object) => { consume(key: string): Promise<unknown> };
  RateLimiterRedis: new (options: object) => { consume(key: string): Promise<unknown> };
}

/** How many keys take turns. */
const keys = 100;
const limit = 1_000_000_000;
const day = 86_400;

/** Its name is no literal, since it is installed for the benchmark only: bench/README.md. */
const rateLimiterPackage: string = "rate-limiter-flexible";

/** All contestants; those on a store get where it is. */
export function accessContestants(stores: {
  memory: () => AtomicDriver;
  lmdb: () => AtomicDriver;
  redis: () => AtomicDriver;
  redisPort: number;
  sqliteFile: string;
}): Contestant[] {
  return [
    { name: "postern, memory", open: () => openVerifier(stores.memory()) },
    { name: "rate-limiter-flexible, memory: counts only", open: openMemoryLimiter },
    { name: "better-auth verifyApiKey, memory", open: () => betterAuthOnMemory(keys) },
    { name: "postern, LMDB", open: () => openVerifier(stores.lmdb()) },
    { name: "better-auth verifyApiKey, SQLite", open: () => betterAuthOnSqlite(keys, stores.sqliteFile) },
    { name: "postern, Redis", open: () => openVerifier(stores.redis()) },
    {
      name: "rate-limiter-flexible, Redis: counts only",
      open: () => openRedisLimiter(stores.redisPort),
    },
  ];
}

async function openVerifier(storage: AtomicDriver): Promise<Checker> {
  const { verifier, texts, context } = await openVerifierOn(storage, keys);
  const check = (index: number): unknown => {
    const verification = verifier.verify(texts[index % keys] ?? "", context());
    return verification instanceof Promise
      ? verification.then(({ accepted }) => requireAccepted(accepted))
      : requireAccepted(verification.accepted);
  };
  return { check, close: () => storage.dispose?.() };
}

async function openMemoryLimiter(): Promise<Checker> {
  const { RateLimiterMemory } = (await import(rateLimiterPackage)) as RateLimiters;
  const limiter = new RateLimiterMemory({ points: limit, duration: day });
  return { check: (index) => limiter.consume(`key ${index % keys}`), close: () => undefined };
}

async function openRedisLimiter(port: number): Promise<Checker> {
  const { RateLimiterRedis } = (await import(rateLimiterPackage)) as RateLimiters;
  const storeClient = new Redis({ port });
  const limiter = new RateLimiterRedis({ storeClient, points: limit, duration: day });
  return { check: (index) => limiter.consume(`key ${index % keys}`), close: () => storeClient.disconnect() };
}

function requireAccepted(accepted: boolean): void {
  if (!accepted) throw new Error("Cannot measure: a key was refused");
}
