import { type CliCommand, cliCommand } from "../cli_command.ts";
import { completionScript, shells } from "./completion_script.ts";
import { write } from "../output/output.ts";
import { UsageError } from "../exit/cli_error.ts";
import { positional } from "../arguments/argument_definition.ts";

/** `postern completion SHELL`: writes a completion script for a shell, generated from the command definitions. */
export function completionCommand(commands: () => CliCommand): CliCommand {
  return cliCommand({
    description: "Write the completion script of a shell",
    args: { shell: positional(`One of ${shells.join(", ")}`) },
    examples: {
      "postern completion bash > ~/.local/share/bash-completion/completions/postern": "bash",
      'postern completion zsh > "${fpath[1]}/_postern"': "zsh",
      "postern completion fish > ~/.config/fish/completions/postern.fish": "fish",
    },
    run: async ({ args }) => {
      const shell = shells.find((name) => name === args.shell);
      if (shell === undefined)
        throw new UsageError(`The shell must be one of ${shells.join(", ")}, and is ${args.shell}`);
      const script = completionScript(shell, commands());
      await write(args.json ? `${JSON.stringify({ shell, script })}\n` : script);
    },
  });
}
