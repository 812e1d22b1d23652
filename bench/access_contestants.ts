import { join } from "node:path";
import { Redis } from "ioredis";
import { Pool } from "pg";
import type { AtomicDriver } from "../lib/store/mod.ts";
import { lmdbDriver } from "../storage-drivers/lmdb.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";
import { postgresDriver } from "../storage-drivers/postgres.ts";
import { redisDriver } from "../storage-drivers/redis.ts";
import { parsePostgresUrl } from "../storage-drivers/postgres/connection/parse_postgres_url.ts";
import { betterAuthOnMemory, betterAuthOnSqlite } from "./better_auth.ts";
import { openVerifierOn } from "./open_verifier_on.ts";

/** Location of a contestant's store. */
export interface Place {
  /** Folder for stores in files. */
  folder: string;
  redisPort: number;
  postgresUrl: string;
}

/** A ready contestant. */
export interface Checker {
  /** @throws {Error} when the request is refused */
  check: (index: number) => unknown;
  close: () => unknown;
}

/** The used parts of rate-limiter-flexible. */
interface RateLimiters {
  RateLimiterMemory: new (options: object) => { consume(key: string): Promise<unknown> };
  RateLimiterRedis: new (options: object) => { consume(key: string): Promise<unknown> };
  RateLimiterPostgres: new (
    options: object,
    onReady: (error?: Error) => void,
  ) => { consume(key: string): Promise<unknown> };
}

/** Number of keys that take turns. */
const keys = 100;
const limit = 1_000_000_000;
const day = 86_400;

/** Not a literal type, because the package is installed only for the benchmark: bench/README.md. */
const rateLimiterPackage: string = "rate-limiter-flexible";

/** All contestants, by name. */
export const accessContestants: Readonly<Record<string, (place: Place) => Promise<Checker>>> = {
  "postern, memory": () => openVerifier(memoryDriver()),
  "rate-limiter-flexible, memory: counts only": openMemoryLimiter,
  "better-auth verifyApiKey, memory": () => betterAuthOnMemory(keys),
  "postern, LMDB": ({ folder }) => openVerifier(lmdbDriver({ path: join(folder, "lmdb") })),
  "better-auth verifyApiKey, SQLite": ({ folder }) => betterAuthOnSqlite(keys, join(folder, "auth.sqlite")),
  "postern, Redis": ({ redisPort }) => openVerifier(redisDriver({ url: `redis://127.0.0.1:${redisPort}` })),
  "rate-limiter-flexible, Redis: counts only": ({ redisPort }) => openRedisLimiter(redisPort),
  "postern, PostgreSQL": ({ postgresUrl }) => openVerifier(postgresDriver({ url: postgresUrl })),
  "rate-limiter-flexible, PostgreSQL: counts only": ({ postgresUrl }) => openPostgresLimiter(postgresUrl),
};

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

async function openPostgresLimiter(url: string): Promise<Checker> {
  const { RateLimiterPostgres } = (await import(rateLimiterPackage)) as RateLimiters;
  const { host, port, user, database } = parsePostgresUrl(url);
  const storeClient = new Pool({ host, port, user, database });
  const limiter = await new Promise<{ consume(key: string): Promise<unknown> }>((resolve, reject) => {
    const options = { storeClient, points: limit, duration: day, tableName: "rate_limits" };
    const created = new RateLimiterPostgres(options, (error) =>
      error === undefined ? resolve(created) : reject(error),
    );
  });
  return { check: (index) => limiter.consume(`key ${index % keys}`), close: () => storeClient.end() };
}

function requireAccepted(accepted: boolean): void {
  if (!accepted) throw new Error("Cannot measure: a key was refused");
}
