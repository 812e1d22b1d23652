import type { CommandDef } from "citty";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type PublicApi, type User } from "../../lib/mod.ts";
import { cliCommand } from "./cli_command.ts";
import { CliError } from "./cli_error.ts";
import { openStorage, storageForms } from "./open_storage.ts";

/** `postern user sign-in-link`: prints a link by which a user signs in to the dashboard, once. */
export const signInLinkCommand: CommandDef = cliCommand({
  meta: { name: "sign-in-link", description: "Print a link by which a user signs in to the dashboard, once" },
  args: {
    email: { type: "positional", description: "The user's email address, or id", required: true },
    storage: {
      type: "string",
      description: `Where the data is: ${storageForms}`,
      default: "lmdb:.postern/data",
    },
    origin: {
      type: "string",
      description: "Where browsers see the server",
      default: "http://127.0.0.1:3000",
    },
    "expires-in": {
      type: "string",
      description: "How long the link is good: 15m, at most 7d",
      default: "15m",
    },
  },
  async run({ args }) {
    const storage = await openStorage(args.storage);
    try {
      const api = createPublicApi({ storage });
      const dashboard = createDashboard(api, { origin: args.origin });
      const user = await findUser(api, args.email);
      const { token, expiresAt } = await api.sessions.createLink(user.id, { expiresIn: args["expires-in"] });
      console.log(dashboard.signInUrl(token, args.origin));
      console.error(`For ${user.name}, once, until ${expiresAt}`);
    } finally {
      await storage.dispose?.();
    }
  },
});

async function findUser({ users }: PublicApi, emailOrId: string): Promise<User> {
  const byId = await users.get(emailOrId);
  if (byId !== null) return byId;
  const found: User[] = [];
  for await (const user of users.list()) {
    if (user.email?.toLowerCase() === emailOrId.toLowerCase()) found.push(user);
  }
  const [user] = found;
  if (user === undefined) throw new CliError(`Cannot create the link: there is no user "${emailOrId}"`);
  if (found.length === 1) return user;
  const ids = found.map(({ id }) => id).join(", ");
  throw new CliError(
    `Cannot create the link: several users have the address "${emailOrId}"; name one of ${ids}`,
  );
}
