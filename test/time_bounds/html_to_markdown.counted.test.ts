import { countSteps } from "./_count_steps.ts";
import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "../../lib/publishing/html_to_markdown/mod.ts";
import { HOSTILE_HTML, type HtmlShape } from "./_hostile_html.ts";

/** Longest HTML that is converted in the event loop if a worker is available; see `lib/import/text_work/text_work.ts`. */
const inline = 32_768;

/** Number of steps that take less than 250 ms. The slowest shape took 1.3e9 steps in 114 ms. */
const mostSteps = 3e9;

/** Shapes that take quadratic time. Longer ones go to a worker with a deadline. */
const squares: readonly HtmlShape[] = [
  ["tables with misplaced elements", (size) => `<table>${"<b>x".repeat(size)}`],
  ["emphasis that does not end", (size) => "<em>x".repeat(size)],
  ["tables in tables", (size) => "<table>".repeat(size)],
  ["quotations in quotations", (size) => "<blockquote>".repeat(size)],
  ["details in details", (size) => "<details>".repeat(size)],
];

describe("converting HTML to Markdown in the event loop takes few steps with many", () => {
  it.each([...HOSTILE_HTML, ...squares])("%s", async (_name, make) => {
    const html = make(inline).slice(0, inline);
    htmlToMarkdown(html);
    const { script, native } = await countSteps(() => htmlToMarkdown(html));
    expect(script + native).toBeLessThan(mostSteps);
  });
});
