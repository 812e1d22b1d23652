import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { commentFaults, type Fault, proseFaults, subjectFaults } from "./english_faults.ts";

/** The last commit before the rule about subjects. */
const beforeRule = "19f974d";

function git(...args: string[]): string[] {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .split("\n")
    .filter((line) => line !== "");
}

function subjects(): string[] {
  try {
    return git("log", "--no-merges", "--format=%s", `${beforeRule}..HEAD`);
  } catch {
    console.log("The subjects of commits are not checked: this clone lacks the history");
    return [];
  }
}

function faultsOf(path: string): Fault[] {
  const text = readFileSync(path, "utf8");
  return path.endsWith(".md") ? proseFaults(path, text) : commentFaults(path, text);
}

const paths = git("ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.js", "*.mjs", "*.md");
const checked = paths.filter(
  (path) => existsSync(path) && !path.startsWith("test/fixtures/") && !path.startsWith("examples/content/"),
);
const faults = [...checked.flatMap(faultsOf), ...subjectFaults(subjects())];
for (const { path, line, rule, sentence } of faults) {
  console.error(`${path}:${line}: ${rule}: ${sentence.slice(0, 200)}`);
}
if (faults.length > 0) {
  console.error(`${faults.length} sentences break the rules of CONTRIBUTING.md, "Plain English"`);
  process.exitCode = 1;
}
