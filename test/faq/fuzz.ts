/**
 * The long comparison of the scanner with the tree: `npm run fuzz:faq`, `npm run fuzz:faq -- 50000 1234` for so many
 * documents from that seed. It fails at the first difference, after telling it.
 */
import * as fc from "fast-check";
import { CORPUS, corpusPages, NO_CORPUS } from "./_corpus.ts";
import { compare, OPTIONS } from "./_difference.ts";
import { mutatedPage, randomHtml } from "./_random_html.ts";

const CHUNK = 2000;
const total = Number(process.argv[2] ?? 1_000_000);
const firstSeed = Number(process.argv[3] ?? Date.now() % 0x7fffffff);
const pages = CORPUS === undefined ? [] : corpusPages(CORPUS).map(({ html }) => html);
if (CORPUS === undefined) console.log(NO_CORPUS);
const documents = pages.length === 0 ? randomHtml : fc.oneof(randomHtml, mutatedPage(pages));

const started = Date.now();
const reasons = new Map<string, number>();
let differences = 0;
let spared = 0;
for (let done = 0, seed = firstSeed; done < total; done += CHUNK, seed++) {
  const numRuns = Math.min(CHUNK, total - done);
  fc.sample(documents, { numRuns, seed }).forEach((html, index) => {
    const { reason, difference, isSpared } = compare(html, OPTIONS[index % OPTIONS.length]);
    if (isSpared && /<h[23]/i.test(html)) spared++;
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (difference === undefined) return;
    differences++;
    if (differences <= 10) console.log(`difference at seed ${seed}, document ${index}:\n${difference}`);
  });
}

console.log(`seed ${firstSeed}, ${total} documents, ${Math.round((Date.now() - started) / 1000)} s`);
for (const [reason, count] of [...reasons].toSorted((a, b) => b[1] - a[1]))
  console.log(`${count} for the tree: ${reason}`);
console.log(`${spared} with headings, but without a pass`);
console.log(`${differences} differences`);
process.exitCode = differences === 0 ? 0 : 1;
