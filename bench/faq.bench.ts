/**
 * Compares the speed of the FAQ extractor with alternatives: `npm run bench:faq`. Set `POSTERN_CORPUS` for real pages. Writes
 * `bench/results/faq.md`.
 *
 * The contestants take turns in rounds, so that other load on the machine affects all of them. In its turn, a contestant reads all
 * documents of a set as often as possible. The result is the median of these passes in processor time, because other processes also
 * need the processors.
 */
import { extractFaqEntries } from "../lib/faq/mod.ts";
import { corpusPages } from "../test/faq/_corpus.ts";
import { CONTESTANTS, type Contestant } from "./faq_contestants.ts";
import { generatedPost } from "./faq_posts.ts";
import { Passes } from "./faq_passes.ts";
import { median } from "./median.ts";
import { keepReport } from "./report.ts";

const SECONDS = Number(process.argv[2] ?? 20);

/** Length of a contestant's turn in milliseconds. It ends after the current pass over the documents. */
const TURN = 300;

/** Milliseconds at the start of a turn whose passes do not count if more follow, because caches and compiler are cold. */
const WARM_UP = 150;

/** Maximum milliseconds for a set. A slower contestant reads the set once, and skips the following sets. */
const PATIENCE = 2000;
const slow = new Set<Contestant>();

interface DocumentSet {
  name: string;
  documents: string[];
}

interface Result {
  contestant: string;
  /** Median microseconds per document. */
  time: number;
  /** Median microseconds for each document, in wall-clock time. */
  timeOfEach: number[];
  /** Million UTF-16 code units per second. */
  speed: number;
  /** Number of questions in the set. */
  questions: number;
}

function documentSets(): DocumentSet[] {
  const corpus = process.env["POSTERN_CORPUS"];
  const sets: DocumentSet[] = [1, 10, 100, 1000, 5000].map((kilobytes) => ({
    name: `generated, ${kilobytes} KB`,
    documents: [generatedPost(kilobytes * 1000)],
  }));
  if (corpus === undefined) {
    console.log("POSTERN_CORPUS is not set: no real pages");
    return sets;
  }
  const pages = corpusPages(corpus).map(({ html }) => html);
  const hasEntries = (html: string): boolean => extractFaqEntries(html).length > 0;
  return [
    { name: "real pages as they come", documents: pages },
    { name: "real pages with entries", documents: pages.filter(hasEntries) },
    { name: "real pages without entries", documents: pages.filter((html) => !hasEntries(html)) },
    { name: "real pages that need a tree", documents: pages.map(needingTree) },
    ...sets,
  ];
}

/** Returns a page with formatting that is not well nested, which a browser reopens. */
function needingTree(html: string): string {
  return `<p><b>1</p>2</b>${html}`;
}

async function measure({ documents }: DocumentSet): Promise<Result[]> {
  const length = documents.reduce((sum, html) => sum + html.length, 0);
  const passes = new Map<Contestant, Passes>();
  const questions = new Map<Contestant, number>();
  const end = performance.now() + SECONDS * 1000;
  for (let round = 0; round < 2 || performance.now() < end; round++) {
    for (const contestant of CONTESTANTS) {
      const own = passes.get(contestant) ?? new Passes(documents.length);
      if (slow.has(contestant)) continue;
      // The first round lets the engine compile hot code.
      if (round === 1) own.forgetAfter(0);
      passes.set(contestant, own);
      questions.set(contestant, await takeTurn(contestant, documents, own));
    }
  }
  return [...passes].map(([contestant, { times, timesOfEach }]) => {
    const middle = median(times);
    return {
      contestant: contestant.name,
      time: (middle * 1000) / documents.length,
      timeOfEach: timesOfEach.map((own) => median(own) * 1000),
      speed: length / middle / 1000,
      questions: questions.get(contestant) ?? 0,
    };
  });
}

/** Returns the processor time of this process in milliseconds, including garbage collection. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs a contestant on the documents repeatedly during its turn. Returns the number of questions in a pass. */
async function takeTurn(contestant: Contestant, documents: string[], passes: Passes): Promise<number> {
  const begun = cpuTime();
  const before = passes.times.length;
  let found = 0;
  do {
    const started = cpuTime();
    if (started < begun + WARM_UP) passes.forgetAfter(before);
    found = 0;
    let last = performance.now();
    for (const [index, html] of documents.entries()) {
      const count = contestant.run(html);
      found += typeof count === "number" ? count : await count;
      const after = performance.now();
      passes.noteDocument(index, after - last);
      last = after;
    }
    const time = cpuTime() - started;
    passes.times.push(time);
    if (time > PATIENCE) slow.add(contestant);
  } while (cpuTime() < begun + TURN);
  return found;
}

function table({ name, documents }: DocumentSet, results: Result[]): string {
  const ours = results.find(({ contestant }) => contestant === "postern/faq");
  let fallbacks = 0;
  for (const html of documents) extractFaqEntries(html, { onFallback: () => fallbacks++ });
  const length = documents.reduce((sum, html) => sum + html.length, 0);
  const lines = results.map(({ contestant, time, timeOfEach, speed, questions }) => {
    const ratios = timeOfEach.map((own, index) => own / (ours?.timeOfEach[index] ?? NaN));
    const cells = [
      time.toFixed(1),
      speed.toFixed(0),
      (time / (ours?.time ?? NaN)).toFixed(2),
      median(ratios).toFixed(2),
      questions,
    ];
    return `| ${contestant} | ${cells.join(" | ")} |`;
  });
  return [
    `## ${name}`,
    "",
    `${documents.length} documents of ${Math.round(length / documents.length)} characters in the mean, ` +
      `${fallbacks} of them for the tree.`,
    "",
    "| | us a document | million characters a second | times ours | times ours, median document | questions |",
    "|---|---:|---:|---:|---:|---:|",
    ...lines,
    "",
  ].join("\n");
}

const parts = [
  "# The FAQ extractor, measured",
  "",
  `Medians of passes, in processor time; the contestants take turns.`,
  "",
];
for (const set of documentSets()) {
  const part = table(set, await measure(set));
  console.log(part);
  parts.push(part);
}
keepReport("faq", parts.join("\n"));
