import type { Collection } from "./collections.ts";
import type { Engine } from "./engine.ts";
import type { KnownItemQuery } from "./make_queries.ts";
import { measureEngine, type Quality } from "./measure_engine.ts";

/** Runs the queries of all collections on each engine, one engine after another, and stops it. */
export async function measureEngines(
  engines: readonly Engine[],
  collections: readonly Collection[],
  queries: readonly KnownItemQuery[],
): Promise<Quality[]> {
  const qualities: Quality[] = [];
  for (const engine of engines) {
    try {
      for (const collection of collections) {
        const own = queries.filter(
          ({ language, kind }) => language === collection.language && kind === collection.kind,
        );
        if (own.length > 0) qualities.push(await measureEngine(engine, collection, own));
      }
    } finally {
      await engine.stop?.();
    }
  }
  return qualities;
}
