import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseArguments } from "../../adapters/cli/frame/arguments/parse_arguments.ts";
import { commands } from "../../adapters/cli/commands.ts";
import { findCommand } from "../../adapters/cli/frame/help/find_command.ts";
import { completionScript } from "../../adapters/cli/frame/help/completion_script.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { cliReference, leavesOf } from "./cli_reference.ts";
import { formatMarkdown } from "../docs/format_markdown.ts";

/** Splits a command line into words. Supports quotes, and ignores everything after a pipe. */
function wordsOf(line: string): string[] {
  const words = line.split(/ [|>] /, 1)[0]?.match(/"[^"]*"|\S+/g) ?? [];
  return words.map((word) => word.replaceAll('"', ""));
}

describe("the commands", () => {
  it("are on the reference page", async () => {
    const page = await formatMarkdown(cliReference(commands));
    await expect(page).toMatchFileSnapshot("../../docs/cli_reference.md");
  });

  it("accept the flags and arguments of their examples", () => {
    for (const command of leavesOf(commands)) {
      const lines = Object.keys(command.examples ?? {});
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        const [, own = line] = /(postern .*)/.exec(line) ?? [];
        const { command: found, rest } = findCommand(commands, wordsOf(own).slice(1));
        expect(found).toBe(command);
        expect(() => parseArguments(rest, command.args ?? {}, command)).not.toThrow();
      }
    }
  });
});

describe("the completion of bash", () => {
  const script = join(scratchDirectory(), "postern.bash");
  writeFileSync(script, completionScript("bash", commands));
  const complete = (...words: string[]): string[] => {
    const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}`;
    const line = `source '${script}'; ${set}; _postern; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", line], { encoding: "utf8" })
      .split("\n")
      .filter((word) => word !== "");
  };

  it("completes commands, subcommands, flags and choices", () => {
    expect(complete("postern", "o")).toEqual(["org"]);
    expect(complete("postern", "post", "p")).toEqual(["preview", "preview-link", "publish"]);
    expect(complete("postern", "post", "list", "--st")).toEqual(["--status", "--storage"]);
    expect(complete("postern", "post", "list", "--status", "d")).toEqual(["draft"]);
    expect(complete("postern", "org", "show", "acme", "--j")).toEqual(["--json"]);
  });
});

describe.each(["zsh", "fish"] as const)("the completion of %s", (shell) => {
  it("has all commands and flags", () => {
    const script = completionScript(shell, commands);
    for (const word of ["doctor", "preview", "dry-run"]) expect(script).toContain(word);
    expect(script).toContain(shell === "zsh" ? "#compdef postern" : "complete -c postern");
  });
});
