import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { describe, expect, it } from "vitest";
import { explainFaq } from "../../lib/faq/mod.ts";
import { fullSettingsOf } from "../../lib/faq/options/full_settings.ts";
import { outlineEntries } from "../../lib/faq/outline_entries.ts";
import { textOfTree, scanText } from "../../lib/faq/html_to_text.ts";
import { parse5Adapter } from "../../lib/faq/tree/parse5_adapter.ts";
import { parseInBody } from "../../lib/faq/tree/parse5_tree.ts";
import { scanFaqEntries } from "../../lib/faq/scanner/scan_faq_entries.ts";
import { settingsOf } from "../../lib/faq/options/settings.ts";
import { faqEntriesOfTree } from "../../lib/faq/tree.ts";
import { ALL_OPTIONS } from "./_all_options.ts";
import { HOSTILE_HTML } from "./_hostile_html.ts";

/** Repetitions of a unit. A size of 2000 finds no additional failures and takes three minutes. */
const SIZE = 150;

const ALL_SETTINGS = fullSettingsOf(ALL_OPTIONS);
const SETTINGS = [settingsOf({}), settingsOf({ unwrapHeadings: true, questionMarks: ["?", "so.", "¶ y"] })];

function scan(html: string): void {
  for (const settings of SETTINGS) scanFaqEntries(html, settings);
  scanText(html);
}

function readTree(tree: ReturnType<typeof parseInBody>): void {
  for (const settings of SETTINGS) faqEntriesOfTree(parse5Adapter, tree, settings);
}

function readOutline(tree: ReturnType<typeof parseInBody>): void {
  outlineEntries(parse5Adapter, tree, ALL_SETTINGS);
}

// The extractor can fall back to a tree, so the scanner and the tree are tested separately.
describe.each(HOSTILE_HTML)("%s", (_name, make) => {
  it("are scanned in linear time", async () => {
    expect(await findSuperlinearGrowth(make, scan, SIZE)).toBeUndefined();
  });

  it("are parsed into a tree and converted to text in linear time", async () => {
    expect(await findSuperlinearGrowth(make, textOfTree, SIZE)).toBeUndefined();
  });

  it("are searched for questions as a tree in linear time", async () => {
    expect(await findSuperlinearGrowth((size) => parseInBody(make(size)), readTree, SIZE)).toBeUndefined();
  });

  it("are searched with all options in linear time", async () => {
    expect(await findSuperlinearGrowth((size) => parseInBody(make(size)), readOutline, SIZE)).toBeUndefined();
  });

  it("are explained in linear time", async () => {
    expect(await findSuperlinearGrowth(make, (html) => explainFaq(html), SIZE)).toBeUndefined();
  });
});
