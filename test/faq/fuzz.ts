/**
 * Long comparison of the scanner, the trees and the options. Run `npm run fuzz:faq`, or `npm run fuzz:faq -- 50000 1234`
 * for 50,000 documents from the seed 1234. Each document has its own option sets. Any difference makes the exit code 1.
 */
import * as fc from "fast-check";
import { CORPUS, corpusPages, NO_CORPUS } from "./_corpus.ts";
import { testSeed } from "../test_seed.ts";
import { compare } from "./_difference.ts";
import { brokenProperty, documentDifference, outlineDifference } from "./_option_difference.ts";
import { randomPost } from "./_random_blocks.ts";
import { mutatedPage } from "./_random_html.ts";
import { anyOptions, scannedOptions } from "./_random_options.ts";

const CHUNK = 1000;
/** One in this many documents is also compared with a DOM document, which is slow. */
const DOCUMENTS_FOR_A_DOM = 20;
const total = Number(process.argv[2] ?? 1_000_000);
const firstSeed = Number(process.argv[3] ?? testSeed);
const pages = CORPUS === undefined ? [] : corpusPages(CORPUS).map(({ html }) => html);
if (CORPUS === undefined) console.log(NO_CORPUS);
const documents = pages.length === 0 ? randomPost : fc.oneof(randomPost, mutatedPage(pages));
const cases = fc.tuple(documents, scannedOptions, anyOptions);

const started = Date.now();
const reasons = new Map<string, number>();
const counts = { differences: 0, withoutPass: 0, doms: 0 };
for (let done = 0, seed = firstSeed; done < total; done += CHUNK, seed++) {
  const numRuns = Math.min(CHUNK, total - done);
  fc.sample(cases, { numRuns, seed }).forEach(([html, scanned, any], index) => {
    const { reason, difference, needsNoPass } = compare(html, scanned);
    if (needsNoPass && /<h[23]/i.test(html)) counts.withoutPass++;
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    note(seed, index, difference ?? outlineDifference(html, scanned) ?? brokenProperty(html, any));
    if (index % DOCUMENTS_FOR_A_DOM !== 0) return;
    counts.doms++;
    note(seed, index, documentDifference(html, any));
  });
}

function note(seed: number, index: number, difference: string | undefined): void {
  if (difference === undefined) return;
  counts.differences++;
  if (counts.differences <= 10) {
    console.log(`difference at seed ${seed}, document ${index}:\n${difference}`);
  }
}

console.log(`seed ${firstSeed}, ${total} documents, ${Math.round((Date.now() - started) / 1000)} s`);
for (const [reason, count] of [...reasons].toSorted((a, b) => b[1] - a[1]))
  console.log(`${count} needed a tree: ${reason}`);
console.log(`${counts.withoutPass} with headings needed no pass`);
console.log(`${counts.doms} compared with a DOM document`);
console.log(`${counts.differences} differences`);
process.exitCode = counts.differences === 0 ? 0 : 1;
