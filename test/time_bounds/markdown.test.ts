import { countSteps } from "./_count_steps.ts";
import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { describe, expect, it } from "vitest";
import { readMarkdownPost } from "../../lib/import/mod.ts";
import { HOSTILE_MARKDOWN } from "./_hostile_markdown.ts";

/** Longest Markdown that is read in the event loop if a worker is available; see `lib/text_work/text_work.ts`. */
const inline = 16_384;

/** Number of steps that take less than 250 ms. The slowest shape took 1.9e9 steps in 119 ms. */
const mostSteps = 3e9;

const read = (markdown: string): unknown => readMarkdownPost({ markdown, slug: "a", now: 0 });

describe("reading Markdown in the event loop takes few steps with many", () => {
  it.each(HOSTILE_MARKDOWN)("%s", async (_name, make) => {
    const text = make(inline).slice(0, inline);
    await read(text);
    const { script, native } = await countSteps(() => read(text));
    expect(script + native).toBeLessThan(mostSteps);
  });
});

describe("Markdown is read in linear time with many", () => {
  it.each(HOSTILE_MARKDOWN)("%s", async (_name, make) => {
    expect(await findSuperlinearGrowth(make, read, inline / 2)).toBeUndefined();
  });
});
