/**
 * Tests whether the time of a verification reveals if a key is unknown or its secret is wrong. Both are measured one by one, in random
 * order, in the same process. The report has medians and interquartile ranges.
 *
 * Run it with `npm run bench:access-timing`. The first argument is the number of verifications of each kind.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatApiKey, newApiKeyText, parseApiKey } from "../lib/access/api_keys/api_key_text.ts";
import { systemRandomBytes } from "../lib/base/secrets/random.ts";
import type { AtomicDriver } from "../lib/store/mod.ts";
import { lmdbDriver } from "../storage-drivers/lmdb.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";
import { keyPrefix, openVerifierOn } from "./open_verifier_on.ts";

const kinds = ["unknown id", "wrong secret", "wrong secret of a key seen before"] as const;
type Kind = (typeof kinds)[number];

const count = Number(process.argv[2] ?? 20_000);
const warmUp = 5000;
const keys = 1000;

/** Returns an invalid key of a kind. The verifier has not seen the first half of the keys, but has seen the second half. */
function forge(kind: Kind, texts: readonly string[]): string {
  const forged = newApiKeyText(systemRandomBytes);
  if (kind === "unknown id") return formatApiKey(keyPrefix, forged);
  const half = texts.length / 2;
  const index = Math.floor(Math.random() * half) + (kind === "wrong secret" ? 0 : half);
  const { keyId, quotaId } = parseApiKey(keyPrefix, texts[index] ?? "") ?? forged;
  return formatApiKey(keyPrefix, { keyId, quotaId, secret: forged.secret });
}

/** Creates the keys before the measurement, in pairs of both kinds in random order. */
function plan(texts: readonly string[]): { kind: Kind; text: string }[] {
  return Array.from({ length: warmUp + count }).flatMap(() =>
    kinds
      .map((kind) => ({ kind, text: forge(kind, texts), place: Math.random() }))
      .toSorted((one, other) => one.place - other.place),
  );
}

async function measure(storage: AtomicDriver): Promise<Map<Kind, number[]>> {
  const { verifier, texts, context: contextNow } = await openVerifierOn(storage, keys);
  const context = contextNow();
  for (const text of texts.slice(keys / 2)) await verifier.verify(text, context);
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (const { kind, text } of plan(texts)) {
    const start = process.hrtime.bigint();
    const { accepted } = await verifier.verify(text, context);
    const time = Number(process.hrtime.bigint() - start);
    if (accepted) throw new Error("Cannot measure: a forged key was let in");
    times.get(kind)?.push(time);
  }
  return new Map([...times].map(([kind, all]) => [kind, all.slice(warmUp)]));
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

function report(name: string, times: Map<Kind, number[]>): void {
  const micro = (nanoseconds: number): string => `${(nanoseconds / 1000).toFixed(2)} us`;
  let unknown: { median: number; spread: number } | undefined;
  for (const [kind, all] of times) {
    const sorted = all.toSorted((one, other) => one - other);
    const median = quantile(sorted, 0.5);
    const spread = quantile(sorted, 0.75) - quantile(sorted, 0.25);
    const line = `${name}: ${kind}: median ${micro(median)}, spread ${micro(spread)}`;
    unknown ??= { median, spread };
    const difference = Math.abs(median - unknown.median);
    const isLess = difference < Math.min(spread, unknown.spread);
    console.log(
      kind === "unknown id"
        ? line
        : `${line}; differs from an unknown id by ${micro(difference)}, ${isLess ? "less" : "MORE"} than the lesser spread`,
    );
  }
}

report("memory", await measure(memoryDriver()));
const path = mkdtempSync(join(tmpdir(), "postern-bench-"));
const lmdb = lmdbDriver({ path });
report("lmdb", await measure(lmdb));
await lmdb.dispose?.();
rmSync(path, { recursive: true, force: true });
