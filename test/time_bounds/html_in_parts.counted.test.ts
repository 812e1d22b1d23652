import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { describe, expect, it } from "vitest";
import { runStepsSync } from "../../lib/base/yielding.ts";
import { parseInSteps } from "../../lib/faq/tree/parse5_tree.ts";
import { absoluteAddresses } from "../../lib/publishing/mod.ts";

/** Repetitions of a unit, so that the HTML has several parts. */
const size = 10_000;

const numbered = (unit: string) => (count: number) =>
  Array.from({ length: count }, (_, index) => unit.replace("#", String(index))).join("");

/** HTML whose last tag, text or comment spans all parts. */
const shapes: [name: string, make: (count: number) => string][] = [
  ["attributes of a tag that does not end", (count) => `<a ${numbered("b#=x ")(count)}`],
  ["attributes of a tag that ends", (count) => `<a ${numbered("b#=x ")(count)}>`],
  ["an address that does not end", (count) => `<a href="${"/a/b/c/d".repeat(count)}`],
  ["an address that ends", (count) => `<a href="${"/a/b/c/d".repeat(count)}">`],
  ["addresses in a set", (count) => `<img srcset="${"/a 1x, ".repeat(count)}">`],
  ["commas in a set", (count) => `<img srcset="a${",".repeat(8 * count)}">`],
  ["links", numbered("<a href=b#>")],
  ["a text", (count) => "a text. ".repeat(count)],
  ["a comment that does not end", (count) => `<!--${"a text. ".repeat(count)}`],
  ["a script that does not end", (count) => `<script>${"a = b < c".repeat(count)}`],
];

describe.each(shapes)("HTML that is read in parts, with %s", (_name, make) => {
  it("is searched for addresses in linear time", async () => {
    const read = (html: string): string =>
      runStepsSync(absoluteAddresses(html, "https://acme.example/blog/fish"));
    expect(await findSuperlinearGrowth(make, read, size)).toBeUndefined();
  });

  it("is parsed in linear time", async () => {
    expect(
      await findSuperlinearGrowth(make, (html) => runStepsSync(parseInSteps(html)), size),
    ).toBeUndefined();
  });
});
