import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const pages = ["docs", "bench", "examples", "packaging"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
    .map((name) => `${folder}/${name}`),
);
const files = ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...pages];

const perSecond = String.raw`(?:/\s?s(?:ec(?:ond)?)?\b|,? (?:per|a|an|each|every) second\b)`;
/** A number of requests in a second: `3,300 requests per second`, `thousands of requests a second`, `50k req/s`, `900 rps`. */
const rate = new RegExp(
  String.raw`(?:(?<![\d.,])\d[\d.,]{0,15}\s?(?:k|m|thousand|million)?|thousands|millions|hundreds)(?: of)?\s(?:[a-z]{1,20}\s){0,2}(?:requests|req|posts with a key)${perSecond}|(?<![\d.,])\d[\d.,]{0,15}k?\s?rps\b`,
  "i",
);
const rateColumn = new RegExp(String.raw`^(?:requests|req)${perSecond}|^rps$`, "i");

/** Returns the rates in a page that do not stand beside those of the bare server: in a table with a column "of bare". */
function ratesAlone(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const isHead = line.startsWith("|") && /^\|[\s:|-]+$/.test(lines[index + 1] ?? "");
    if (isHead)
      return cells.some((cell) => rateColumn.test(cell)) && !cells.includes("of bare") ? [line] : [];
    return rate.test(line) ? [line] : [];
  });
}

describe("the rates of requests in the docs", () => {
  it.each(files)("stand beside those of a bare server: %s", (file) => {
    expect(ratesAlone(readFileSync(file, "utf8"))).toEqual([]);
  });

  it.each([
    "One core answers thousands of requests per second.",
    "It serves 52,028 requests a second from LMDB.",
    "10,000 hot posts in 20 places are 3,300 requests/s.",
    "50k req/s on one core",
    "It reaches 900 rps.",
    "| One host, up to some thousand requests per second | `lmdb:` |".replace("some", "2"),
    "| server | requests/s | p50 ms |\n| --- | --- | --- |\n| Postern | 9447 | 2.90 |",
    "| minute | Requests per second |\n|---|---:|\n| 1 | 30012 |",
  ])("are found: %j", (text) => {
    expect(ratesAlone(text)).toHaveLength(1);
  });

  it.each([
    "| server | requests/s | of bare |\n| --- | --- | --- |\n| Postern | 9447 | 0.45 |",
    "A core serves `1,000,000 / c` requests per second.",
    "A key has 2,000 requests a day by default.",
    "They look twice a second.",
  ])("are not found: %j", (text) => {
    expect(ratesAlone(text)).toEqual([]);
  });

  it("are not in the README, which has the share of the bare server's rate as measured", () => {
    const readme = readFileSync("README.md", "utf8");
    expect(readme).not.toMatch(new RegExp(perSecond));
    const [, share = ""] =
      /bare `node:http` server's rate \| (0\.\d) from LMDB/.exec(readme.replace(/ +/g, " ")) ?? [];
    const row = /^\| node \| lmdb \| post, with key \| postern \| \d+ \| ([\d.]+) \|/m;
    const [, measured = ""] = row.exec(readFileSync("bench/results/http.md", "utf8")) ?? [];
    expect(share).toBe(Number(measured).toFixed(1));
  });
});
