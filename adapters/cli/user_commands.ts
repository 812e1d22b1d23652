import type { User } from "../../lib/mod.ts";
import { type CliCommand, cliCommand, commandGroup } from "./cli_command.ts";
import { printDone, printList } from "./output.ts";
import { signInLinkCommand } from "./sign_in_link_command.ts";
import { storeArguments } from "./store_arguments.ts";
import { findUser, given, withApi } from "./with_api.ts";

const user = { type: "positional", description: "Id or email address of the user", required: true } as const;

const create: CliCommand = cliCommand({
  meta: { name: "create", description: "Create a user" },
  args: {
    name: { type: "positional", description: "Name of the user", required: true },
    email: { type: "string", description: "Email address" },
    ...storeArguments,
  },
  examples: [{ line: 'postern user create "Ada Lovelace" --email ada@acme.example', does: "create a user" }],
  run: async ({ args }) =>
    withApi(args, async (api) => {
      const created = await api.users.create({ name: args.name, ...given({ email: args.email }) });
      await printDone(`Created the user ${created.id}`, created, args);
    }),
});

const list: CliCommand = cliCommand({
  meta: { name: "list", description: "List the users" },
  args: storeArguments,
  examples: [{ line: "postern user list", does: "list all users, in the order of their ids" }],
  run: async ({ args }) =>
    withApi(args, async (api) =>
      printList<User>(api.users.list(), {
        json: args.json,
        columns: [
          { header: "ID", value: ({ id }) => id },
          { header: "NAME", value: ({ name }) => name },
          { header: "EMAIL", value: ({ email }) => email },
          { header: "STATUS", value: ({ status }) => status },
        ],
      }),
    ),
});

function statusCommand(name: string, status: User["status"], description: string): CliCommand {
  return cliCommand({
    meta: { name, description },
    args: { user, ...storeArguments },
    examples: [{ line: `postern user ${name} ada@acme.example`, does: description.toLowerCase() }],
    run: async ({ args }) =>
      withApi(args, async (api) => {
        const changed = await api.users.setStatus((await findUser(api, args.user)).id, status);
        await printDone(`The user ${changed.id} is ${changed.status}`, changed, args);
      }),
  });
}

/** `postern user …` */
export const userCommand: CliCommand = commandGroup("user", "Users", {
  create,
  list,
  "sign-in-link": signInLinkCommand,
  disable: statusCommand("disable", "disabled", "Refuse every key of a user at once"),
  enable: statusCommand("enable", "active", "Let a disabled user in again"),
});
