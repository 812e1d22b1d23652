import type { PublicApi, User, UserMerge, UserRecord } from "../../../lib/mod.ts";
import { type CliCommand, commandGroup } from "../frame/cli_command.ts";
import { confirm, yesArgument } from "../frame/input/confirm.ts";
import { openOrCreateStorage } from "../store/open_storage.ts";
import { printDone, printList } from "../frame/output/output.ts";
import { printableLine } from "../frame/output/printable.ts";
import { withCount } from "../frame/output/progress.ts";
import { findUser } from "../store/with_api.ts";
import { createDashboard } from "../../../lib/dashboard/mod.ts";
import { dashboardOriginOf, dashboardOriginArguments } from "../serve/dashboard_origin.ts";
import { positional, text, toggle } from "../frame/arguments/argument_definition.ts";
import { storeCommand } from "../store/store_command.ts";
import { given } from "../../../lib/base/given.ts";

const user = positional("Id or email address of the user");

/** `postern user sign-in-link`: prints a link that signs a user in to the dashboard once. */
const signInLinkCommand: CliCommand = storeCommand({
  description: "Print a link that signs a user in to the dashboard once",
  args: {
    user,
    "expires-in": text("Lifetime of the link, such as 15m; at most 7d", "15m"),
  },
  settings: dashboardOriginArguments,
  examples: { "postern user sign-in-link ada@acme.example": "sign in a user without a session" },
  run: async ({ api, args }) => {
    const origin = dashboardOriginOf(args);
    const dashboard = createDashboard(api, { origin });
    const user = await findUser(api, args.user);
    const { token, expiresAt } = await api.sessions.createLink(user.id, { expiresIn: args["expires-in"] });
    const url = dashboard.signInUrl(token, origin);
    await printDone(url, { url, userId: user.id, expiresAt }, args);
    console.error(`The link works once, for ${user.name}, until ${expiresAt}`);
  },
});

const create: CliCommand = storeCommand({
  description: "Create a user",
  args: {
    name: positional("Name of the user"),
    email: text("Email address"),
    id: text("The user's id in the host's system (default: a random id)"),
  },
  examples: {
    'postern user create "Ada Lovelace" --email ada@acme.example': "create a user",
    'postern user create "Ada Lovelace" --id 7': "create a user with the host's id",
  },
  open: openOrCreateStorage,
  run: async ({ api, args }) => {
    const { name, email, id } = args;
    const created = await api.users.create({ name, ...given({ email, id }) });
    await printDone(`Created the user ${created.id}`, created, args);
  },
});

const list: CliCommand = storeCommand({
  description: "List the users",
  examples: { "postern user list": "list all users, in the order of their ids" },
  run: async ({ api, args }) =>
    printList<User>(api.users.iterate(), args, [
      { header: "ID", value: ({ id }) => id },
      { header: "NAME", value: ({ name }) => name, least: 10 },
      { header: "EMAIL", value: ({ email }) => email, least: 16 },
      { header: "STATUS", value: ({ status }) => status },
    ]),
});

function statusCommand(name: string, status: User["status"], description: string): CliCommand {
  return storeCommand({
    description,
    args: { user },
    examples: { [`postern user ${name} ada@acme.example`]: description.toLowerCase() },
    run: async ({ api, args }) => {
      const changed = await api.users.setStatus((await findUser(api, args.user)).id, status);
      await printDone(`The user ${changed.id} is ${changed.status}`, changed, args);
    },
  });
}

const operator: CliCommand = storeCommand({
  description: "Let a user create organizations in the dashboard",
  args: { user, end: toggle("End it instead") },
  examples: {
    "postern user operator ada@acme.example": "let a user create organizations in the dashboard",
    "postern user operator ada@acme.example --end": "end it",
  },
  run: async ({ api, args }) => {
    const { id } = await findUser(api, args.user);
    const isOperator = !args.end;
    await (await api.people()).setOperator(id, isOperator);
    await printDone(`The user ${id} is ${isOperator ? "an" : "no"} operator`, { id, isOperator }, args);
  },
});

const merge: CliCommand = storeCommand({
  description: "Move the memberships and keys of a user to another user, and delete the first",
  args: {
    from: positional("Id or email address of the user to delete"),
    into: positional("Id or email address of the user to keep"),
    yes: yesArgument,
  },
  examples: {
    "postern user merge 7kq2mzx4wv5tnbc3 2utqigzgogzwdas3": "merge two users with the same email address",
  },
  run: async ({ api, args }) => {
    const [from, into] = [await findUser(api, args.from), await findUser(api, args.into)];
    const question =
      `Merge ${await described(api, from)} into ${await described(api, into)}? ` +
      "Memberships and keys go to the second user; if both are members, the higher role wins. " +
      "The first user is deleted. This cannot be undone.";
    if (!args.yes) await confirm(question);
    const done = await api.users.merge({ from: from.id, into: into.id });
    const { memberships, movedKeys } = done;
    await printDone(toLine(from, done), { from: from.id, into: into.id, memberships, movedKeys }, args);
  },
});

const remove: CliCommand = storeCommand({
  description: "Delete a user, end the memberships, revoke the keys and erase the email address",
  args: { user, yes: yesArgument },
  examples: { "postern user delete ada@acme.example": "delete a user, after a confirmation" },
  run: async ({ api, args }) => {
    const found = await findUser(api, args.user);
    const question = `Delete ${await described(api, found)}? The keys are revoked, and the email address is erased. This cannot be undone.`;
    if (!args.yes) await confirm(question);
    await withCount("keys", async (onProgress) => api.users.delete(found.id, { onProgress }));
    await printDone(`Deleted the user ${found.id}`, { id: found.id }, args);
  },
});

const exportUser: CliCommand = storeCommand({
  description: "List all records about a user, and content with the email address",
  args: { user, org: text("Slug of an organization (default: all organizations)") },
  examples: {
    "postern user export ada@acme.example --json": "write all data of a user",
    "postern user export ada@acme.example --org acme --json": "write the data of an organization",
  },
  run: async ({ api, args }) => {
    const { id } = await findUser(api, args.user);
    await printList<UserRecord>(api.users.export(id, given({ organizationSlug: args.org })), args, [
      { header: "KIND", value: ({ kind }) => kind },
      { header: "ORGANIZATION", value: ({ organizationSlug }) => organizationSlug, least: 12 },
      { header: "NAMED IN", value: ({ fields }) => fields.join(" "), least: 10 },
      { header: "RECORD", value: ({ record }) => nameOfRecord(record), least: 10 },
    ]);
  },
});

function nameOfRecord({ slug, id, sequence, userId }: UserRecord["record"]): string {
  const name = slug ?? id ?? sequence ?? userId;
  return typeof name === "string" || typeof name === "number" ? String(name) : "";
}

/** Describes a user for a confirmation. */
async function described(api: PublicApi, { id, name, email }: User): Promise<string> {
  const { slugs, next } = await api.users.listOrganizations(id, { limit: 20 });
  const organizations = [...slugs, ...(next === null ? [] : ["others"])].join(", ");
  const place = organizations === "" ? "not a member" : `member of ${organizations}`;
  return printableLine(`the user ${id} (${name}, ${email ?? "no email address"}, ${place})`);
}

function toLine(from: User, { user: { id }, memberships, movedKeys }: UserMerge): string {
  const roles = memberships.map(({ organizationSlug, role }) => `${role} of ${organizationSlug}`);
  const result = roles.length === 0 ? "no new membership" : roles.join(", ");
  return `Merged the user ${from.id} into ${id}: ${result}; keys moved: ${movedKeys}`;
}

export const userCommand: CliCommand = commandGroup("Users", {
  create,
  list,
  "sign-in-link": signInLinkCommand,
  disable: statusCommand("disable", "disabled", "Refuse every key of a user immediately"),
  enable: statusCommand("enable", "active", "Enable a disabled user again"),
  operator,
  merge,
  export: exportUser,
  delete: remove,
});
