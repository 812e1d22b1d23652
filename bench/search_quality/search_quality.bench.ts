/**
 * Measures how well search finds known documents, beside other engines with their default settings: recall@10 and MRR for each language.
 *
 * Run it with `npm run bench:search-quality -- PAGES QUERIES`. `PAGES` is a folder of HTML files with a subfolder for each language.
 * `QUERIES` is a file outside of the project. The first run writes it and stops, so that no result is known when the queries are frozen.
 * `ENGINES=Postern,Lunr` runs only these engines. `RANKS=FILE` writes the rank of each query as JSON.
 */
import { existsSync, writeFileSync } from "node:fs";
import { argv, env, exit, stderr, stdout } from "node:process";
import { collectionsOf } from "./collections.ts";
import { frozenQueries } from "./frozen_queries.ts";
import { lunrEngine } from "./lunr_engine.ts";
import { measureEngines } from "./measure_engines.ts";
import { miniSearchEngine } from "./mini_search_engine.ts";
import { oramaEngine } from "./orama_engine.ts";
import { posternEngine } from "./postern_engine.ts";
import { postgresEngine } from "./postgres_engine.ts";
import { readPages } from "./read_pages.ts";
import { reportQuality } from "./report_quality.ts";

const [pagesFolder = env["POSTERN_CORPUS"], file] = argv.slice(2);
if (pagesFolder === undefined || file === undefined) {
  stderr.write("Cannot start: name the folder of the pages and the file of the queries\n");
  exit(1);
}
const collections = collectionsOf(readPages(pagesFolder));
const isFrozen = existsSync(file);
const queries = frozenQueries(file, collections);
if (!isFrozen) {
  for (const { language, kind, documents } of collections) {
    const { length } = queries.filter((query) => query.language === language && query.kind === kind);
    stdout.write(`${language}, ${kind}: ${length} queries, ${documents.length} documents\n`);
  }
  stdout.write(`Wrote ${file}. Run the command again to search.\n`);
  exit(0);
}
const wanted = env["ENGINES"]?.split(",");
const engines = [posternEngine, miniSearchEngine, oramaEngine, lunrEngine, postgresEngine()].filter(
  ({ name }) => wanted?.includes(name) ?? true,
);
const qualities = await measureEngines(engines, collections, queries);
stdout.write(`${reportQuality(qualities)}\n`);
if (env["RANKS"] !== undefined) writeFileSync(env["RANKS"], JSON.stringify(qualities, undefined, 1));
