/**
 * How fast the FAQ extractor is beside what else one could use: `npm run bench:faq`, with `POSTERN_CORPUS` set for real
 * pages. Writes `bench/results/faq.md`.
 *
 * The contestants take turns, in rounds, so that whatever the machine does meanwhile meets all of them. In its turn each
 * takes all documents of a set as often as the time allows. What counts is the median of these passes, in the time the
 * process has had of the processors, since others may want them too.
 */
import { extractFaqEntries } from "../lib/faq/mod.ts";
import { corpusPages } from "../test/faq/_corpus.ts";
import { CONTESTANTS, type Contestant } from "./faq_contestants.ts";
import { generatedPost } from "./faq_posts.ts";
import { median } from "./median.ts";
import { keepReport, measuredOn } from "./report.ts";

const SECONDS = Number(process.argv[2] ?? 20);

/** How long a contestant's turn is, in milliseconds; a pass over the documents that has begun is ended. */
const TURN = 300;

/** The passes of so much of a turn do not count, where others follow: the caches, and the compiler, are cold. */
const WARM_UP = 150;

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
  const passes = new Map<Contestant, number[]>();
  const questions = new Map<Contestant, number>();
  const end = performance.now() + SECONDS * 1000;
  for (let round = 0; round < 2 || performance.now() < end; round++) {
    for (const contestant of CONTESTANTS) {
      const times = passes.get(contestant) ?? [];
      if (slow.has(contestant)) continue;
      // The first round is for the engine to compile what it finds to be hot.
      if (round === 1) times.length = 0;
      passes.set(contestant, times);
      questions.set(contestant, await takeTurn(contestant, documents, times));
    }
  }
  return [...passes].map(([contestant, times]) => {
    const middle = median(times);
    return {
      contestant: contestant.name,
      time: (middle * 1000) / documents.length,
      speed: length / middle / 1000,
      questions: questions.get(contestant) ?? 0,
    };
  });
}

/** The time the process has had of the processors, its collector of garbage included, in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Lets a contestant take the documents over and over for its turn. Answers how many questions it found in them. */
async function takeTurn(contestant: Contestant, documents: string[], times: number[]): Promise<number> {
  const begun = cpuTime();
  const before = times.length;
  let found = 0;
  do {
    const started = cpuTime();
    found = 0;
    for (const html of documents) {
      const count = contestant.run(html);
      found += typeof count === "number" ? count : await count;
    }
    const time = cpuTime() - started;
    if (started < begun + WARM_UP) times.length = before;
    times.push(time);
    if (time > PATIENCE) slow.add(contestant);
  } while (cpuTime() < begun + TURN);
  return found;
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
  `Medians of passes, in processor time; the contestants take turns. ${measuredOn()}`,
  "",
];
for (const set of documentSets()) {
  const part = table(set, await measure(set));
  console.log(part);
  parts.push(part);
}
keepReport("faq", parts.join("\n"));
