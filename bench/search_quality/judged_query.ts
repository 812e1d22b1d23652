import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "./sites.ts";

/** Kinds of queries, in the order of the report. Queries of the kind `no-answer` ask for something that no page has. */
export const queryKinds = [
  "question",
  "words",
  "identifier",
  "phrase",
  "prefix",
  "typo",
  "inflected",
  "compound",
  "umlaut",
  "accents",
  "width",
  "synonym",
  "no-answer",
] as const;

/** Kind of a query. */
export type QueryKind = (typeof queryKinds)[number];

/** A query with the pages that answer it. */
export interface JudgedQuery {
  query: string;
  kind: QueryKind;
  /** Constants are chosen with one half of the queries. The other half tells whether they hold. */
  half: "tune" | "held-out";
  /** Grade of each judged page: 3 answers the query fully, 2 in part, 1 is related, 0 is not. */
  grades: ReadonlyMap<string, number>;
}

/** The highest grade. */
export const fullGrade = 3;

const queriesFolder = "bench/search_quality/queries";

/** Reads the queries of a site. Their paths begin in the folder of the site. */
export function readQueries({ name, folder }: Site): JudgedQuery[] {
  const texts = readFileSync(join(queriesFolder, `${name}.json`), "utf8");
  const stored = JSON.parse(texts) as (Omit<JudgedQuery, "grades"> & { grades?: Record<string, string[]> })[];
  return stored.map(({ grades = {}, ...query }) => {
    const entries = Object.entries(grades).flatMap(([grade, paths]) =>
      paths.map((path): [string, number] => [`${folder}/${path}`, Number(grade)]),
    );
    return { ...query, grades: new Map(entries) };
  });
}
