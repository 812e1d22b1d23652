import { createRequire } from "node:module";
import type { Result } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Returns axe's violations on a page with their elements. The page's context allows scripts despite the page's policy. */
export async function findingsOf(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axePath });
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Result[] }> } };
    return (await axe.run()).violations;
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Returns the pixels by which a page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

/** Expects that axe finds nothing on a page in a state, and that the page fits in its window. */
export async function expectAccessible(page: Page, state = ""): Promise<void> {
  expect.soft([state, await findingsOf(page)]).toEqual([state, []]);
  expect.soft([state, await overflowOf(page)]).toEqual([state, 0]);
}
