import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromiumPath } from "../browser.ts";

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string; title: string }>;
}

/** Scores of a page, 0 to 100, and the titles of the failed audits. */
export interface LighthouseResult {
  scores: Record<string, number>;
  failed: string[];
}

/** Runs the Lighthouse command line at `program` on a page. */
export async function runLighthouse(
  program: string,
  url: string,
  categories: readonly string[],
): Promise<LighthouseResult> {
  const args = [
    program,
    url,
    `--only-categories=${categories.join(",")}`,
    "--output=json",
    "--quiet",
    "--chrome-flags=--headless=new --no-sandbox",
  ];
  const env = { ...process.env, CHROME_PATH: chromiumPath };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 });
  const { categories: scored, audits } = JSON.parse(stdout) as Report;
  const scores = Object.entries(scored).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]);
  const failed = Object.values(audits).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === "binary" && score === 0,
  );
  return { scores: Object.fromEntries(scores), failed: failed.map(({ title }) => title) };
}
