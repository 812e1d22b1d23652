import { type CliCommand, cliCommand } from "../cli_command.ts";
import { completionScript, shells } from "./completion_script.ts";
import { write } from "../output/output.ts";
import { UsageError } from "../exit/cli_error.ts";

/** `postern completion SHELL`: writes a completion script for a shell, generated from the command definitions. */
export function completionCommand(commands: () => CliCommand): CliCommand {
  return cliCommand({
    meta: { name: "completion", description: "Write the completion script of a shell" },
    args: { shell: { type: "positional", description: `One of ${shells.join(", ")}`, required: true } },
    examples: [
      { line: "postern completion bash > ~/.local/share/bash-completion/completions/postern", does: "bash" },
      { line: 'postern completion zsh > "${fpath[1]}/_postern"', does: "zsh" },
      { line: "postern completion fish > ~/.config/fish/completions/postern.fish", does: "fish" },
    ],
    run: async ({ args }) => {
      const shell = shells.find((name) => name === args.shell);
      if (shell === undefined)
        throw new UsageError(`The shell must be one of ${shells.join(", ")}, and is ${args.shell}`);
      const script = completionScript(shell, commands());
      await write(args.json ? `${JSON.stringify({ shell, script })}\n` : script);
    },
  });
}
