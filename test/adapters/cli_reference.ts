import type { ArgumentDefinition } from "../../adapters/cli/frame/arguments/argument_definition.ts";
import type { CliCommand } from "../../adapters/cli/frame/cli_command.ts";
import { exitCodes } from "../../adapters/cli/frame/exit/exit_codes.ts";
import { type Setting, settingsOf } from "../../adapters/cli/frame/arguments/settings.ts";

/** Returns the page with all commands, settings and exit codes, from their definitions. */
export function cliReference(commands: CliCommand): string {
  return `# Reference of the command line

This page is generated from the definitions of the commands. \`npx vitest run test/adapters/cli_reference.test.ts -u\` updates it.
[cli.md](cli.md) explains how to use the commands.

## Settings

A flag overrides the environment, and the environment overrides the configuration file. \`--config\` or \`POSTERN_CONFIG\` names the
file. Its default is \`postern.config.ts\`, \`.mjs\`, \`.js\` or \`.json\` in the working directory. [cli.md](cli.md#variables) has the rules of variables.

| Flag | Environment | In the file | Default | Description |
| --- | --- | --- | --- | --- |
${allSettings(commands).map(settingRow).join("\n")}

## Exit codes

| Code | Meaning |
| --- | --- |
${Object.values(exitCodes)
  .map(({ code, meaning }) => `| ${code} | ${meaning} |`)
  .join("\n")}

## Commands

Every command accepts \`--help\`. Every command except \`serve\`, \`demo\` and \`help\` also accepts \`--json\`. \`-- \` ends the flags.

${commandSections(commands, ["postern"]).join("\n\n")}
`;
}

function allSettings(command: CliCommand): Setting[] {
  const found = new Map<string, Setting>();
  for (const { args = {} } of leavesOf(command)) {
    for (const setting of settingsOf(args)) if (!found.has(setting.flag)) found.set(setting.flag, setting);
  }
  return [...found.values()];
}

export function leavesOf(command: CliCommand): CliCommand[] {
  const children = Object.values(command.subCommands ?? {});
  const own = command.run === undefined ? [] : [command];
  return [...own, ...children.flatMap(leavesOf)];
}

function settingRow(setting: Setting): string {
  const { flag, isSecret, environment, fileVariable, name, default: value, description } = setting;
  const own = environment.map(code).join(", then ");
  const variables = fileVariable === undefined ? own : `${own}, or the file of ${code(fileVariable)}`;
  return `| ${isSecret ? "none" : code(`--${flag}`)} | ${variables} | ${code(name)} | ${value === "" ? "" : code(value)} | ${cell(description)} |`;
}

function commandSections(command: CliCommand, path: readonly string[]): string[] {
  const children = Object.entries(command.subCommands ?? {});
  const later = children.flatMap(([name, child]) => commandSections(child, [...path, name]));
  if (command.run === undefined) return later;
  const { args = {}, examples = {}, isRepeated = false } = command;
  const known = settingsOf(args);
  const settings = new Set(known.map(({ flag }) => flag));
  const own = Object.entries(args).filter(
    ([name]) => !settings.has(name) && name !== "json" && name !== "config",
  );
  const positionals = own.filter(([, { type }]) => type === "positional");
  const flags = own.filter(([, { type }]) => type !== "positional");
  const usage = [
    ...path,
    ...positionals.map(([name, { required }]) => positional(name, required !== false, isRepeated)),
  ];
  const taken = known
    .map(({ flag, isSecret, environment }) => code(isSecret ? (environment[0] ?? "") : `--${flag}`))
    .join(", ");
  const parts = [
    `### ${path.join(" ")}`,
    `${command.description}.`,
    code(usage.join(" ")),
    [...positionals, ...flags].map(([name, definition]) => argumentLine(name, definition)).join("\n"),
    taken === "" ? "" : `Settings: ${taken}.`,
    `\`\`\`bash\n${Object.entries(examples)
      .map(([line, does]) => `# ${does}\n${line}`)
      .join("\n")}\n\`\`\``,
  ];
  return [parts.filter((part) => part !== "").join("\n\n"), ...later];
}

function positional(name: string, isRequired: boolean, isRepeated: boolean): string {
  const text = `${name.toUpperCase()}${isRepeated ? "..." : ""}`;
  return isRequired ? text : `[${text}]`;
}

function argumentLine(name: string, definition: ArgumentDefinition): string {
  const { type, description = "", default: value } = definition;
  const choices = type === "enum" ? `: ${(definition.options ?? []).join(", ")}` : "";
  const label = type === "positional" ? name.toUpperCase() : `--${name}`;
  const byDefault = value === undefined || value === false ? "" : ` (default: ${String(value)})`;
  return `- ${code(label)}: ${cell(description)}${choices}${byDefault}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
