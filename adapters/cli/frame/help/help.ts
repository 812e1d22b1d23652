import type { ArgumentDefinition } from "../arguments/argument_definition.ts";
import type { CliCommand } from "../cli_command.ts";
import { withoutSecretSettings } from "../arguments/secret_settings.ts";
import { settingsOf } from "../arguments/settings.ts";
import { isTerminal, styled } from "../output/terminal.ts";
import { wrapped } from "../output/display_width.ts";

type Row = readonly [name: string, description: string];

/** Maximum characters of a line, also on wider terminals. */
const maxLineWidth = 100;
/** Maximum characters of a name beside its description; a longer name gets its own line. */
const maxNameWidth = 30;

/**
 * Returns the `--help` text of a command.
 *
 * @param path the words of the command: `["postern", "org", "list"]`
 */
export function helpOf(command: CliCommand, path: readonly string[]): string {
  const args = Object.entries(withoutSecretSettings(command.args ?? {}));
  const commands = Object.entries(command.subCommands ?? {});
  const settings = settingsOf(command.args ?? {});
  const parts = [
    command.description,
    `${heading("USAGE")}\n\n  ${usageOf(command, path)}`,
    section(
      "COMMANDS",
      commands.map(([name, child]) => [name, child.description]),
    ),
    section("ARGUMENTS", args.filter(([, { type }]) => type === "positional").map(argumentRow)),
    section("OPTIONS", args.filter(([, { type }]) => type !== "positional").map(optionRow)),
    examplesOf(command),
    section(
      "SETTINGS",
      settings.map(({ flag, isSecret, environment, fileVariable, name }) => [
        isSecret ? "no flag" : `--${flag}`,
        `${[...environment, ...(fileVariable === undefined ? [] : [fileVariable])].join(", ")}; ${name} in postern.config`,
      ]),
      " (a flag overrides the environment, which overrides the file)",
    ),
    commands.length === 0 ? "" : `"${path.join(" ")} COMMAND --help" shows more.`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function usageOf(command: CliCommand, path: readonly string[]): string {
  const group = [...path, "COMMAND"].join(" ");
  if (command.subCommands !== undefined && command.run === undefined) return group;
  const args = Object.entries(withoutSecretSettings(command.args ?? {}));
  const positionals = args.filter(([, { type }]) => type === "positional");
  const last = positionals.at(-1)?.[0];
  const words = positionals.map(([name, definition]) => {
    const word = `${valueName(name)}${command.isRepeated === true && name === last ? "..." : ""}`;
    return definition.required === true ? word : `[${word}]`;
  });
  const required = args
    .filter(([, definition]) => definition.type !== "positional" && definition.required === true)
    .map(([name]) => `--${name} VALUE`);
  const usage = [...path, ...words, ...required, "[OPTIONS]"].join(" ");
  return command.subCommands === undefined ? usage : `${usage}\n  ${group}`;
}

function argumentRow([name, definition]: [string, ArgumentDefinition]): Row {
  return [valueName(name), definition.description ?? ""];
}

function optionRow([name, definition]: [string, ArgumentDefinition]): Row {
  const { type, description = "", default: value, required } = definition;
  const choices = definition.type === "enum" ? definition.options : [];
  const given = type === "boolean" ? "" : ` ${choices.join("|") || "VALUE"}`;
  const notes = [
    required === true ? " (required)" : "",
    value === undefined || value === false ? "" : ` (default: ${String(value)})`,
  ];
  return [`--${name}${given}`, `${description}${notes.join("")}`];
}

function section(title: string, rows: readonly Row[], more = ""): string {
  if (rows.length === 0) return "";
  const names = rows.map(([name]) => name.length).filter((length) => length <= maxNameWidth);
  const width = Math.max(...names, 0);
  const indent = " ".repeat(width + 4);
  const room = Math.max(30, Math.min(maxLineWidth, process.stdout.columns || maxLineWidth) - indent.length);
  const lines = rows.map(([name, description]) => {
    const text = wrapped(description, room).join(`\n${indent}`);
    return name.length <= width ? `  ${name.padEnd(width)}  ${text}` : `  ${name}\n${indent}${text}`;
  });
  return `${heading(title)}${more}\n\n${lines.join("\n")}`;
}

function examplesOf({ examples }: CliCommand): string {
  if (examples === undefined) return "";
  const lines = Object.entries(examples).map(([line, does]) => `  # ${does}\n  ${line}`);
  return `${heading("EXAMPLES")}\n\n${lines.join("\n\n")}`;
}

function heading(text: string): string {
  return styled("bold", text, isTerminal(process.stdout));
}

function valueName(name: string): string {
  return name.replaceAll("-", "_").toUpperCase();
}
