import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { postern } from "../adapters/start_process.ts";
import { wordpressExport } from "../import/generators.ts";
import { programIsMissing } from "../program_is_missing.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

const pages = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`)
  .filter((page) => readFileSync(page, "utf8").includes("```console"));

const isMissing = programIsMissing({ command: "script", install: "bsdutils" });

/** Text that differs from run to run: keys, ids, times, durations, sizes, rates. */
const changing = [
  /postern_[a-z2-7]{4,16}(?:_\w+)?/,
  /\b(?=[a-z]*\d)[a-z2-7]{16}\b|\b[a-z]{16}\b/,
  /\d{4}-\d{2}-\d{2}T[\d:.]+Z/,
  /(?<![\d.])\d{1,9}(?:\.\d)? (?:ms|MiB)/,
  /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}/,
];
const anyChanging = new RegExp(changing.map(({ source }) => source).join("|"), "g");

/** The end of clearLine and cursorTo, which erase a bar that was drawn before. */
const erased = "\u001b[1G";

// `npx vitest run test/docs/captures.test.ts -u` takes those that differ anew.
describe.skipIf(isMissing).each(pages)("the captures of %s", (page) => {
  it("are what the commands print at a terminal", async () => {
    const directory = scratchDirectory();
    prepare(directory);
    const text = readFileSync(page, "utf8");
    const session = new Session(directory);
    const blocks = text.replace(/^```console\n([^]*?)^```$/gm, (_block, capture: string) => {
      return `\`\`\`console\n${session.renewed(capture)}\`\`\``;
    });
    expect(session.commands).toBeGreaterThan(0);
    await expect(blocks).toMatchFileSnapshot(join("../..", page));
  }, 120_000);
});

function prepare(path: string): void {
  mkdirSync(join(path, "posts"));
  writeFileSync(
    join(path, "posts/hello.md"),
    "---\ntitle: Hello\ndate: 2026-11-20\n---\n\n## Why?\n\nBecause.\n",
  );
  writeFileSync(join(path, "posts/broken.md"), "---\ntitle: [Broken\n---\n\nText\n");
  const whole = [...wordpressExport({ posts: 3 })].join("");
  writeFileSync(join(path, "wordpress.xml"), whole);
  writeFileSync(join(path, "cut_off.xml"), whole.slice(0, whole.indexOf("When does shop 3")));
  const shim = join(path, "postern");
  writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${postern}' "$@"\n`);
  chmodSync(shim, 0o755);
}

/** Runs the commands of a page one after the other, at a terminal of 120 columns. */
class Session {
  commands = 0;
  readonly #path: string;
  /** Ids as the page has them, and those that stand for them now. */
  readonly #names = new Map<string, string>();

  constructor(path: string) {
    this.#path = path;
  }

  /** A capture as it would be now; as it is where nothing differs but what always does. */
  renewed(capture: string): string {
    const [, ...steps] = capture.split(/^\$ /m);
    return steps.map((step) => this.#step(step)).join("");
  }

  #step(step: string): string {
    const end = step.indexOf("\n") + 1;
    const shown = step.slice(end);
    const command = step.slice(0, end - 1).replaceAll(anyChanging, (name) => this.#names.get(name) ?? name);
    const printed = this.#run(command);
    const before = shown.match(anyChanging) ?? [];
    const now = printed.match(anyChanging) ?? [];
    const isSame = withoutChanging(shown) === withoutChanging(printed);
    if (isSame) before.forEach((name, index) => this.#names.set(name, now[index] ?? name));
    return `$ ${step.slice(0, end)}${isSame ? shown : this.#asOnPage(printed)}`;
  }

  /** Replaces changing texts by those of the page. */
  #asOnPage(printed: string): string {
    const shown = new Map([...this.#names].map(([before, now]) => [now, before]));
    return printed.replaceAll(anyChanging, (name) => shown.get(name) ?? name);
  }

  #run(command: string): string {
    this.commands++;
    const env = { ...process.env, PATH: `${this.#path}:${process.env["PATH"] ?? ""}`, NO_COLOR: "1" };
    const line = `stty cols 120; ${command}`;
    const args = ["--quiet", "--command", line, "/dev/null"];
    const output = execFileSync("script", args, { cwd: this.#path, env, encoding: "utf8" });
    const lines = output.replaceAll("\r\n", "\n").replaceAll(this.#path, "/srv/acme");
    return lines
      .split("\n")
      .map((each) => each.split(erased).at(-1) ?? "")
      .join("\n");
  }
}

/** Columns are as wide as what is in them. */
function withoutChanging(text: string): string {
  return text.replaceAll(anyChanging, "…").replaceAll(/ {2,}/g, "  ");
}
