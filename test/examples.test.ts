import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("../examples/", import.meta.url));
const expected: Record<string, RegExp> = {
  "bring_your_own_database.js":
    /articles\/we-open[^]*answer: 'On Monday.'[^]*401 once the account is disabled/,
  "bring_your_own_posts.js": /we-moved<\/loc><lastmod>2026-03-04T04:53:20.000Z/,
  "embed_in_your_server.js": /The host's own page[^]*faqEntries: \[ \{ question: 'Is it open\?'/,
  "extract_faq.js": /question: 'What does it read\?'[^]*<script type="application\/ld\+json">/,
};

describe("examples", () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith(".js")))("%s runs", async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [folder + name]);
    expect(stdout).toMatch(expected[name] ?? /nothing is expected of this example yet/);
  });
});
