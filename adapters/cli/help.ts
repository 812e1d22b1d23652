import { stripVTControlCharacters } from "node:util";
import { renderUsage } from "citty";
import type { CliCommand } from "./cli_command.ts";
import { settingsOf } from "./settings.ts";

/**
 * What `--help` shows of a command.
 *
 * @param path the names before the command's: `["postern", "org"]`
 */
export async function helpOf(command: CliCommand, path: readonly string[]): Promise<string> {
  const parent = path.length === 0 ? undefined : { meta: { name: path.join(" ") } };
  const usage = await renderUsage(command, parent);
  const parts = [usage.trimEnd(), examplesOf(command), settingsNote(command)];
  const whole = parts.filter((part) => part !== "").join("\n\n");
  const lines = whole.split("\n").map((line) => line.trimEnd());
  const text = `${lines.join("\n")}\n`;
  return process.stdout.isTTY ? text : stripVTControlCharacters(text);
}

function examplesOf({ examples = [] }: CliCommand): string {
  if (examples.length === 0) return "";
  const lines = examples.map(({ line, does }) => `  # ${does}\n  ${line}`);
  return `EXAMPLES\n\n${lines.join("\n\n")}`;
}

function settingsNote({ args = {} }: CliCommand): string {
  const settings = settingsOf(args);
  if (settings.length === 0) return "";
  const width = Math.max(...settings.map(({ flag }) => flag.length)) + 2;
  const lines = settings.map(({ flag, environment, name }) => {
    return `  ${`--${flag}`.padEnd(width)}  ${environment.join(", ")}; ${name} in postern.config`;
  });
  return `SETTINGS (a flag counts before the environment, that before the file)\n\n${lines.join("\n")}`;
}
