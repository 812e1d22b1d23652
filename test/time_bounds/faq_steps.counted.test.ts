import { longestStep } from "./_longest_step.ts";
import { describe, expect, it } from "vitest";
import { faqEntrySteps } from "../../lib/faq/reading.ts";
import { entrySteps } from "../../lib/faq/outline_entries.ts";
import { fullSettingsOf } from "../../lib/faq/options/full_settings.ts";
import { parse5Adapter } from "../../lib/faq/tree/parse5_adapter.ts";
import { parseInBody, parseInSteps } from "../../lib/faq/tree/parse5_tree.ts";
import { ALL_OPTIONS } from "./_all_options.ts";
import { HOSTILE_HTML } from "./_hostile_html.ts";

const SIZE = 5000;
/** Growth of the longest step that is allowed when the input doubles, and an allowance for short steps. */
const GROWTH = 1.3;
const FIXED = 1_000_000;
const SETTINGS = fullSettingsOf(ALL_OPTIONS);

/** Shapes with many elements. They took the most time in one step. */
const MANY_ELEMENTS = [
  "links around paragraphs",
  "nobr",
  "list items",
  "questions at the ends of nested wrappers",
  "empty paragraphs after a question",
  "buttons of panels",
  "items in items",
];

const shapes = HOSTILE_HTML.filter(([name]) => MANY_ELEMENTS.includes(name));

async function growth(
  steps: (size: number) => Generator<void, unknown>,
  size = SIZE,
): Promise<string | undefined> {
  const once = await longestStep(steps(size));
  const twice = await longestStep(steps(2 * size));
  return twice > GROWTH * once + FIXED
    ? `${once} for size ${size}, ${twice} for size ${2 * size}`
    : undefined;
}

it("has a shape for each name", () => {
  expect(shapes.map(([name]) => name).toSorted()).toEqual(MANY_ELEMENTS.toSorted());
});

describe.each(shapes)("the longest step does not grow with %s", (_name, make) => {
  it("for entries with all options", async () => {
    const steps = (size: number): Generator<void, unknown> =>
      entrySteps(parse5Adapter, parseInBody(make(size)), SETTINGS);
    expect(await growth(steps)).toBeUndefined();
  });
});

describe("the longest step does not grow with", () => {
  it("formatting elements that each paragraph opens again", async () => {
    const html = (size: number): string =>
      Array.from({ length: size }, (_, index) => `<p><b a${index}>x`).join("");
    expect(await growth((size) => parseInSteps(html(size)), 5 * SIZE)).toBeUndefined();
  });

  it("questions, if the scanner falls back to a tree", async () => {
    const html = (size: number): string => `<template></template>${"<h2>Why?</h2><p>So.</p>".repeat(size)}`;
    expect(await growth((size) => faqEntrySteps(html(size)))).toBeUndefined();
  });
});
