import { createDashboard } from "../../../lib/dashboard/mod.ts";
import { dashboardOriginArguments, dashboardOriginOf } from "../serve/dashboard_origin.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { printDone } from "../frame/output/output.ts";
import { storeArguments } from "../store/store_arguments.ts";
import { findUser, withApi } from "../store/with_api.ts";

/** `postern user sign-in-link`: prints a link that signs a user in to the dashboard once. */
export const signInLinkCommand: CliCommand = cliCommand({
  meta: { name: "sign-in-link", description: "Print a link that signs a user in to the dashboard once" },
  args: {
    user: { type: "positional", description: "Id or email address of the user", required: true },
    "expires-in": {
      type: "string",
      description: "Lifetime of the link, such as 15m; at most 7d",
      default: "15m",
    },
    ...storeArguments,
    ...dashboardOriginArguments,
  },
  examples: [
    { line: "postern user sign-in-link ada@acme.example", does: "sign in a user without a session" },
  ],
  run: async ({ args }) =>
    withApi(args, async (api) => {
      const origin = dashboardOriginOf(args);
      const dashboard = createDashboard(api, { origin });
      const user = await findUser(api, args.user);
      const { token, expiresAt } = await api.sessions.createLink(user.id, { expiresIn: args["expires-in"] });
      const url = dashboard.signInUrl(token, origin);
      await printDone(url, { url, userId: user.id, expiresAt }, args);
      console.error(`The link works once, for ${user.name}, until ${expiresAt}`);
    }),
});
