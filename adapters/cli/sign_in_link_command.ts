import { createDashboard } from "../../lib/dashboard/mod.ts";
import {
  addressArguments,
  type AddressFlags,
  addressOf,
  adminAddressArguments,
  adminAddressOf,
  localUrlOf,
} from "./address_arguments.ts";
import { UsageError } from "./cli_error.ts";
import { type CliCommand, cliCommand } from "./cli_command.ts";
import { checkPort } from "./listen.ts";
import { printDone } from "./output.ts";
import { asSettings } from "./settings.ts";
import { storeArguments } from "./store_arguments.ts";
import { findUser, withApi } from "./with_api.ts";

/** `postern user sign-in-link`: prints a link by which a user signs in to the dashboard, once. */
export const signInLinkCommand: CliCommand = cliCommand({
  meta: { name: "sign-in-link", description: "Print a link by which a user signs in to the dashboard, once" },
  args: {
    user: { type: "positional", description: "Id or email address of the user", required: true },
    "expires-in": {
      type: "string",
      description: "How long the link is good: 15m, at most 7d",
      default: "15m",
    },
    ...storeArguments,
    ...addressArguments,
    ...adminAddressArguments,
    ...asSettings({
      origin: {
        type: "string",
        description:
          "Where browsers see the dashboard (default: the admin port of this machine, else the port)",
      },
    }),
  },
  examples: [
    { line: "postern user sign-in-link ada@acme.example", does: "let a user in who has no session yet" },
  ],
  run: async ({ args }) =>
    withApi(args, async (api) => {
      const origin = args.origin ?? localOriginOf(args);
      const dashboard = createDashboard(api, { origin });
      const user = await findUser(api, args.user);
      const { token, expiresAt } = await api.sessions.createLink(user.id, { expiresIn: args["expires-in"] });
      const url = dashboard.signInUrl(token, origin);
      await printDone(url, { url, userId: user.id, expiresAt }, args);
      console.error(`For ${user.name}, once, until ${expiresAt}`);
    }),
});

/** The origin of the dashboard on this machine, by the same settings as those of `postern serve`. */
function localOriginOf(flags: AddressFlags): string {
  const address = adminAddressOf(flags) ?? addressOf(flags);
  checkPort(address);
  if (Number(address.port) !== 0) return localUrlOf(address);
  throw new UsageError("Name the dashboard's address with --origin: port 0 is another one at each start");
}
