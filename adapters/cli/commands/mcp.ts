import { serveStdio } from "../mcp/serve_stdio.ts";
import { type CliCommand, serverCommand } from "../frame/cli_command.ts";
import { asSecrets } from "../frame/arguments/secret_settings.ts";
import { withOrganization } from "../store/with_api.ts";
import { text } from "../frame/arguments/argument_definition.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { organizationArguments } from "../store/store_arguments.ts";

/** `postern mcp`: serves the Model Context Protocol over standard input and output. */
export const mcpCommand: CliCommand = serverCommand({
  description: "Let an assistant search and read the posts, over standard input and output",
  args: {
    ...organizationArguments,
    ...asSettings(asSecrets({ key: text("API key for the knowledge base (default: only reading posts)") })),
  },
  examples: {
    "postern mcp --org acme": "serve the published posts of an organization",
    "POSTERN_KEY=postern_... postern mcp --org acme": "serve also its knowledge base",
  },
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) =>
      serveStdio({ api, organizationSlug, key: args.key }),
    ),
});
