/**
 * How fast the FAQ extractor is beside what else one could use: `npm run bench:faq`, with `POSTERN_CORPUS` set for real
 * pages. Writes `bench/results/faq.md`.
 *
 * Every contestant takes each document of a set in turn, one contestant after the other, in rounds, so that whatever
 * the machine does meanwhile meets all of them. What counts is the median of the rounds.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { extractFaqEntries } from "../lib/faq/mod.ts";
import { corpusPages } from "../test/faq/_corpus.ts";
import { CONTESTANTS, type Contestant } from "./faq_contestants.ts";
import { generatedPost } from "./faq_posts.ts";

const SECONDS = Number(process.argv[2] ?? 20);

/** So many characters a contestant takes at a time at least, for the first it takes find the caches cold. */
const BATCH = 200_000;

/** Who takes longer than this for a set, in milliseconds, takes it once and is left out of those after it. */
const PATIENCE = 2000;
const slow = new Set<Contestant>();

interface DocumentSet {
  name: string;
  documents: string[];
}

interface Result {
  contestant: string;
  /** Median microseconds a document. */
  time: number;
  /** Million UTF-16 code units a second. */
  speed: number;
  /** How many questions were found in the set. */
  questions: number;
}

function documentSets(): DocumentSet[] {
  const corpus = process.env["POSTERN_CORPUS"];
  const sets: DocumentSet[] = [1, 10, 100, 1000, 5000].map((kilobytes) => ({
    name: `generated, ${kilobytes} KB`,
    documents: [generatedPost(kilobytes * 1000)],
  }));
  if (corpus === undefined) console.log("POSTERN_CORPUS is not set: no real pages");
  else sets.unshift({ name: "real pages", documents: corpusPages(corpus).map(({ html }) => html) });
  return sets;
}

async function measure({ documents }: DocumentSet): Promise<Result[]> {
  const length = documents.reduce((sum, html) => sum + html.length, 0);
  const repeats = Math.ceil(BATCH / length);
  const rounds = new Map<Contestant, number[]>(
    CONTESTANTS.filter((contestant) => !slow.has(contestant)).map((contestant) => [contestant, []]),
  );
  const questions = new Map<Contestant, number>();
  const end = performance.now() + SECONDS * 1000;
  for (let round = 0; round < 5 || performance.now() < end; round++) {
    for (const [contestant, times] of rounds) {
      if (slow.has(contestant)) continue;
      // What the last one left to collect is not to be paid for by the next.
      globalThis.gc?.();
      const started = performance.now();
      let found = 0;
      for (let repeat = 0; repeat < repeats; repeat++) {
        found = 0;
        for (const html of documents) found += await contestant.run(html);
      }
      const time = (performance.now() - started) / repeats;
      times.push(time);
      if (time > PATIENCE) slow.add(contestant);
      questions.set(contestant, found);
    }
  }
  return [...rounds].map(([contestant, times]) => {
    const median = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
    return {
      contestant: contestant.name,
      time: (median * 1000) / documents.length,
      speed: length / median / 1000,
      questions: questions.get(contestant) ?? 0,
    };
  });
}

function table({ name, documents }: DocumentSet, results: Result[]): string {
  const ours = results.find(({ contestant }) => contestant === "postern/faq")?.time ?? NaN;
  let fallbacks = 0;
  for (const html of documents) extractFaqEntries(html, { onFallback: () => fallbacks++ });
  const length = documents.reduce((sum, html) => sum + html.length, 0);
  const lines = results.map(
    ({ contestant, time, speed, questions }) =>
      `| ${contestant} | ${time.toFixed(1)} | ${speed.toFixed(0)} | ${(time / ours).toFixed(2)} | ${questions} |`,
  );
  return [
    `## ${name}`,
    "",
    `${documents.length} documents of ${Math.round(length / documents.length)} characters in the mean, ` +
      `${fallbacks} of them for the tree.`,
    "",
    "| | us a document | million characters a second | times ours | questions |",
    "|---|---:|---:|---:|---:|",
    ...lines,
    "",
  ].join("\n");
}

const parts = [
  "# The FAQ extractor, measured",
  "",
  `Node ${process.version}, ${cpus()[0]?.model ?? "unknown"}. Medians; each contestant in turn, in rounds.`,
  "",
];
for (const set of documentSets()) {
  const part = table(set, await measure(set));
  console.log(part);
  parts.push(part);
}
mkdirSync("bench/results", { recursive: true });
writeFileSync("bench/results/faq.md", parts.join("\n"));
