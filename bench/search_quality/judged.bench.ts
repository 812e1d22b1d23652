/**
 * Measures search on ten public documentation sites: nDCG@5 of judged queries beside other engines, and the rank of a page whose title is
 * the query. It also types titles letter by letter, and gets the contexts of questions.
 *
 * Run it with `npm run bench:judged -- DIRECTORY`. The directory has clones of the repositories: `DIRECTORY/owner/name`. Without a clone,
 * the command prints the commands that are missing. The report is written to `bench/results/judged.md`.
 *
 * `SITES=react,uv` and `ENGINES=Postern,Lunr` choose sites and engines. `STORAGE=postgres` searches in tables of PostgreSQL.
 * `DETAILS=FILE` writes the results of each query and title as JSON. With any of these, no report is written, but printed only.
 */
import { writeFileSync } from "node:fs";
import { argv, env, exit, stderr, stdout } from "node:process";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { keepReport } from "../report.ts";
import { startDurablePostgres } from "../start_durable_postgres.ts";
import { testContexts } from "./context_test.ts";
import { depth, type Engine } from "./engine.ts";
import { readQueries } from "./judged_query.ts";
import { testKeystrokes } from "./keystroke_test.ts";
import { lunrEngine } from "./lunr_engine.ts";
import { measureQueries, type QueryScore } from "./measure_queries.ts";
import { miniSearchEngines } from "./mini_search_engine.ts";
import { openPostern } from "./open_postern.ts";
import { oramaEngine } from "./orama_engine.ts";
import { postgresEngine } from "./postgres_engine.ts";
import { missingSites, readSite } from "./read_site.ts";
import { reportJudged, type SiteResults } from "./report_judged.ts";
import { type Site, sites as allSites } from "./sites.ts";
import { testTitles } from "./title_test.ts";

/** Titles of a site that are typed. */
const typedTitles = 20;

const [directory] = argv.slice(2);
if (directory === undefined) {
  stderr.write("Cannot start: name the directory of the repositories: npm run bench:judged -- DIRECTORY\n");
  exit(1);
}
const wantedSites = env["SITES"]?.split(",");
const sites = allSites.filter(({ name }) => wantedSites?.includes(name) ?? true);
const missing = missingSites(directory, sites);
if (missing.length > 0) {
  stderr.write(`Cannot start: repositories are missing in the directory "${directory}". Run:\n`);
  stderr.write(missing.map((command) => `  ${command}\n`).join(""));
  exit(1);
}
const wantedEngines = env["ENGINES"]?.split(",");
const engines: readonly Engine[] = [...miniSearchEngines, oramaEngine, lunrEngine, postgresEngine()].filter(
  ({ name }) => wantedEngines?.includes(name) ?? true,
);
const postgres = env["STORAGE"] === "postgres" ? await startDurablePostgres() : undefined;
const scores: QueryScore[] = [];
const results: SiteResults[] = [];
for (const site of sites) results.push(await measure(site, directory));
for (const engine of engines) await engine.stop?.();
await postgres?.stop();

// The scores of an engine are together, so that engines are compared query by query.
const names = [...new Set(scores.map(({ engine }) => engine))];
const ordered = names.flatMap((name) => scores.filter(({ engine }) => engine === name));
const report = `${reportJudged(ordered, results)}\n`;
stdout.write(report);
const isWhole = [wantedSites, wantedEngines, env["STORAGE"], env["DETAILS"]].every(
  (set) => set === undefined,
);
if (isWhole) keepReport("judged", report);
if (env["DETAILS"] !== undefined)
  writeFileSync(env["DETAILS"], JSON.stringify({ scores, results }, undefined, 1));

async function measure(site: Site, directory: string): Promise<SiteResults> {
  const { name, language } = site;
  const documents = readSite(directory, site);
  const queries = readQueries(site);
  const of = { site: name, language };
  const storage = postgres && postgresDriver({ url: postgres.urlOf(name) });
  const postern = await openPostern(documents, language, storage);
  const { search, suggest } = postern;
  const find = (query: string): Promise<string[]> => search(query, depth);
  scores.push(...(await measureQueries(queries, { engine: "Postern", ...of }, find)));
  for (const engine of engines) {
    const own = await engine.index(documents, language);
    scores.push(...(await measureQueries(queries, { engine: engine.name, ...of }, own)));
  }
  const noAnswer = { queries: 0, refused: 0 };
  for (const { query, kind } of queries) {
    if (kind !== "no-answer") continue;
    noAnswer.queries++;
    if (await postern.hasNoMatch(query)) noAnswer.refused++;
  }
  return {
    ...of,
    pages: documents.length,
    titles: await testTitles(documents, language, search),
    keystrokes: {
      search: await testKeystrokes(documents, typedTitles, find),
      suggest: await testKeystrokes(documents, typedTitles, suggest),
    },
    contexts: await testContexts(queries, language, postern.context),
    noAnswer,
  };
}
