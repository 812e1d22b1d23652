import { createRequire } from "node:module";
import { resolve } from "node:path";

/** Loads a package of `bench/search_quality/package.json`, which is not among the project's own packages. */
export function loadPackage(name: string): unknown {
  const require = createRequire(resolve("bench/search_quality/package.json"));
  try {
    return require(name);
  } catch (cause) {
    throw new Error(`Cannot load ${name}: run npm ci --prefix bench/search_quality`, { cause });
  }
}
