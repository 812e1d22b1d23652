import type { ArgumentDefinition } from "./argument_definition.ts";
import type { CliCommand } from "./cli_command.ts";
import { withoutSecretSettings } from "./secret_settings.ts";

/** The shells that there is a script for. */
export const shells = ["bash", "zsh", "fish"] as const;

/** A command at its place: what may follow its words. */
interface Place {
  /** The command's words after `postern`: `org create`. */
  words: string;
  subCommands: { name: string; description: string }[];
  flags: { name: string; description: string; choices: readonly string[]; takesValue: boolean }[];
}

/** The completion script of a shell for a tree of commands. */
export function completionScript(shell: (typeof shells)[number], commands: CliCommand): string {
  const places = placesOf(commands, []);
  if (shell === "fish") return fishScript(places);
  const script = bashScript(places);
  // zsh runs the completion functions of bash.
  return shell === "bash"
    ? script
    : `#compdef postern\nautoload -U +X bashcompinit && bashcompinit\n${script}`;
}

function placesOf(command: CliCommand, words: readonly string[]): Place[] {
  const children = Object.entries(command.subCommands ?? {});
  const place: Place = {
    words: words.join(" "),
    subCommands: children.map(([name, child]) => ({ name, description: child.meta.description })),
    flags: Object.entries(withoutSecretSettings(command.args ?? {})).flatMap(([name, definition]) =>
      toFlag(name, definition),
    ),
  };
  return [place, ...children.flatMap(([name, child]) => placesOf(child, [...words, name]))];
}

function toFlag(name: string, definition: ArgumentDefinition): Place["flags"] {
  if (definition.type === "positional") return [];
  const choices = definition.type === "enum" ? definition.options : [];
  return [
    { name, description: definition.description ?? "", choices, takesValue: definition.type !== "boolean" },
  ];
}

function bashScript(places: readonly Place[]): string {
  const cases = places.map(({ words, subCommands, flags }) => {
    const candidates = [
      ...subCommands.map(({ name }) => name),
      ...flags.map(({ name }) => `--${name}`),
      "--help",
    ];
    return `    "${words}") candidates="${candidates.join(" ")}" ;;`;
  });
  const choices = places.flatMap(({ words, flags }) =>
    flags
      .filter((flag) => flag.choices.length > 0)
      .map((flag) => `    "${words} --${flag.name}") candidates="${flag.choices.join(" ")}" ;;`),
  );
  const groups = places.filter(({ subCommands }) => subCommands.length > 0).map(({ words }) => `"${words}"`);
  return `# Completion of postern, made by "postern completion".
_postern() {
  local word current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" place="" candidates=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place" in
    ${groups.join("|")}) case "$word" in -*) ;; *) place="\${place:+$place }$word" ;; esac ;;
    esac
  done
  case "$place $previous" in
${choices.join("\n")}
    *)
    case "$place" in
${cases.join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _postern postern
`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ words, subCommands, flags }) => {
    const condition = conditionOf(words, subCommands);
    return [
      ...subCommands.map(
        ({ name, description }) =>
          `complete -c postern -f -n ${condition} -a ${name} -d ${quoted(description)}`,
      ),
      ...flags.map(({ name, description, choices, takesValue }) => {
        const values = choices.length === 0 ? "" : ` -f -a ${quoted(choices.join(" "))}`;
        return `complete -c postern -n ${condition} -l ${name}${takesValue ? " -r" : ""}${values} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# Completion of postern, made by "postern completion".\n${lines.join("\n")}\n`;
}

function conditionOf(words: string, subCommands: Place["subCommands"]): string {
  if (words === "") return "__fish_use_subcommand";
  const seen = words.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`);
  const later = subCommands.map(({ name }) => name).join(" ");
  if (later !== "") seen.push(`not __fish_seen_subcommand_from ${later}`);
  return quoted(seen.join("; and "));
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
