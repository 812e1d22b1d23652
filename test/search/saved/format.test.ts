import { expect, it } from "vitest";
import { htmlSections } from "../../../lib/faq/html_sections.ts";
import { extractFaqEntries } from "../../../lib/faq/mod.ts";
import { PassageIndex } from "../../../lib/search/index/passage_index.ts";
import { boundedWork } from "../../../lib/search/index/work.ts";
import { postPassages } from "../../../lib/search/passages/post_passages.ts";
import { ByteWriter } from "../../../lib/search/saved/byte_writer.ts";
import { writeIndex } from "../../../lib/search/saved/write_index.ts";
import { foldWord } from "../../../lib/search/words/fold_word.ts";
import { sha256Hex } from "../../../lib/base/secrets/sha256.ts";

const html = `<p>Before the first heading, naïve “text”.</p>
<h2 id="hours">When are you open?</h2><p>From nine to five.<br>Later in summer.</p>
<table><tr><td>a</td><td>b</td></tr></table><ul><li>one</li><li>two</li></ul>
<h3>A section</h3><p>${"A long text, which is split. ".repeat(100)}</p>
<details><summary>Do you ship?</summary><p>Yes.</p></details>`;

// If this test fails, raise `format` in lib/search/saved/index_stamp.ts, and write the new digest here. Otherwise indexes that earlier
// versions saved would keep the passages and words of the earlier rules.
it("the bytes of a saved index change only with its format", async () => {
  const pauses = { work: boundedWork(1_000_000), pause: () => Promise.resolve() };
  const index = new PassageIndex();
  const results = postPassages({
    name: "Straße & Élan",
    description: "About us",
    authors: ["Ada"],
    tags: ["news"],
    sections: htmlSections(html),
    faqEntries: extractFaqEntries(html),
  });
  const fields = { language: "en-US", section: "News", tags: ["news"], updatedAt: 1, publicFrom: 2 };
  const document = await index.add({ key: "1", slug: "visit", ...fields, isFree: true, results }, pauses);
  index.replace([document], []);
  const writer = new ByteWriter();
  const drain = (): Promise<void> => Promise.resolve();
  await writeIndex(index, [{ version: "1", document }], { writer, drain }, pauses);
  expect(sha256Hex(Array.from(writer.take(writer.length)).join())).toBe(
    "8a3d846f4a5bd9117a1c7ddee0f31991f06dd29146bffcfc1d3394904d85799b",
  );
});

it("a word of more than 64 characters has no half of a surrogate pair at its end", () => {
  expect(foldWord(`${"a".repeat(63)}𐐨𐐨`)).toBe("a".repeat(63));
  expect(foldWord(`${"a".repeat(62)}𐐨𐐨`)).toBe(`${"a".repeat(62)}𐐨`);
});
