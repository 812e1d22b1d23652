import { countSteps } from "./_count_steps.ts";
import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { describe, expect, it } from "vitest";
import { type GeneratorName, readMarkdown, readMarkdownPost, readSiteConfig } from "../../lib/import/mod.ts";
import { HOSTILE_MARKDOWN, HOSTILE_TEMPLATES } from "./_hostile_markdown.ts";

/** Longest Markdown that is read in the event loop if a worker is available; see `lib/import/text_work/text_work.ts`. */
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

/** Files whose dialects have templates. */
const templateFiles = [
  ["Jekyll", (text: string) => readFile(`---\nlayout: post\n---\n${text}\n{: .a}`, "_posts/2026-01-01-a.md")],
  ["Hugo", (text: string) => readFile(`+++\n+++\n${text}`, "a.md")],
  ["MDX", (text: string) => readFile(text, "a.mdx")],
  ["MkDocs", (text: string) => readFile(text, "docs/a.md", "mkdocs")],
  ["VitePress", (text: string) => readFile(text, "a.md", "vitepress")],
] as const;

function readFile(text: string, path: string, generator?: GeneratorName): unknown {
  const site = generator && readSiteConfig([], { generator });
  return [...readMarkdown(text, path, { path, siteUrl: "https://a.example", now: 0, ...(site && { site }) })];
}

describe.each(templateFiles)("a file of %s is read in linear time with many", (_system, readText) => {
  it.each(HOSTILE_TEMPLATES)("%s", async (_name, make) => {
    const { script, native } = await countSteps(() => readText(make(inline)));
    expect(script + native).toBeLessThan(mostSteps);
    expect(await findSuperlinearGrowth(make, readText, inline / 2)).toBeUndefined();
  });
});
