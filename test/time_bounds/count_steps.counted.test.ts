import { countSteps } from "./_count_steps.ts";
import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { parseFragment } from "parse5";
import { describe, expect, it } from "vitest";

/** Compiles code outside of the files that the instrument does not count. */
function compile(body: string): (input: number) => unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- the code of this file is not counted
  return new Function("n", `${body}\n//# sourceURL=/measured.js`) as (input: number) => unknown;
}

const WORD = '"word "';

describe("the number of steps", () => {
  it("is the same for the same input", async () => {
    const html = "<p>a<b>c</b><!-- d -->".repeat(50);
    parseFragment(html);
    const first = await countSteps(() => parseFragment(html));
    expect(first.script).toBeGreaterThan(10_000);
    expect(first.native).toBeGreaterThan(0);
    await expect(countSteps(() => parseFragment(html))).resolves.toEqual(first);
  });

  it("is counted without permanently changing native functions", async () => {
    const slice = (): unknown => Object.getOwnPropertyDescriptor(String.prototype, "slice")?.value;
    const before = slice();
    let during: unknown;
    await countSteps(() => (during = slice()));
    expect(during).not.toBe(before);
    expect(slice()).toBe(before);
  });
});

describe("linear code", () => {
  it.each(
    Object.entries({
      "a loop": "let sum = 0; for (let i = 0; i < n; i++) sum += i; return sum",
      "joined strings, read once": `let text = ""; for (let i = 0; i < n; i++) text += ${WORD}; return text.trim()`,
      "one string, read often": `const t = ${WORD}.repeat(n); for (let i = 0; i < n; i++) t.charCodeAt(i)`,
      "slices of slices": `let t = ${WORD}.repeat(n); while (t.length > 5) t = t.slice(5)`,
      "searches from place to place": `const t = ${WORD}.repeat(n); let i = 0; while ((i = t.indexOf("w", i + 1)) > 0);`,
      "a global expression": `const t = ${WORD}.repeat(n), r = /w/g; while (r.exec(t));`,
      "replaced matches": `${WORD}.repeat(n).replace(/w/g, "v")`,
      "a stack": "const s = []; for (let i = 0; i < n; i++) s.push(i); while (s.length > 0) s.splice(-1, 1)",
    }),
  )("passes: %s", async (_name, body) => {
    expect(await findSuperlinearGrowth((size) => size, compile(body))).toBeUndefined();
  });

  it("passes: a parser of the packages", async () => {
    expect(await findSuperlinearGrowth((size) => "<p>a<b>c</b>".repeat(size), parseFragment)).toBeUndefined();
  });

  it("passes: code that waits", async () => {
    const run = compile("return (async () => { for (let i = 0; i < n; i++) await i })()");
    expect(await findSuperlinearGrowth((size) => size, run)).toBeUndefined();
  });
});

describe("code that takes quadratic time", () => {
  it.each(
    Object.entries({
      loops: "let sum = 0; for (let i = 0; i < n; i++) for (let k = 0; k < i; k++) sum += k; return sum",
      "a joined string read as it grows": `let t = ""; for (let i = 0; i < n; i++) { t += ${WORD}; t.slice(-1) }`,
      "equal joined strings": `const t = ${WORD}.repeat(n); for (let i = 0; i < n; i++) { const u = t + ${WORD}; u.charCodeAt(9) }`,
      "a search to the end": `const t = ${WORD}.repeat(n); for (let i = 0; i < n; i++) t.indexOf("x", i)`,
      "an expression to the end": `const t = ${WORD}.repeat(n); for (let i = 0; i < n; i++) t.search(/x/)`,
      "a queue": "const q = []; for (let i = 0; i < n; i++) q.push(i); while (q.length > 0) q.shift()",
      "a list as a set": "const s = []; for (let i = 0; i < n; i++) if (!s.includes(i)) s.push(i)",
      "code that waits": "return (async () => { for (let i = 0; i < n * n; i++) await i })()",
    }),
  )("fails: %s", async (_name, body) => {
    expect(await findSuperlinearGrowth((size) => size, compile(body), 100)).toMatch(/for size 100/);
  });
});
