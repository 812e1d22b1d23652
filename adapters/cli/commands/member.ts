import { defaultRole, roles } from "../../../lib/access/mod.ts";
import { createDashboard } from "../../../lib/dashboard/mod.ts";
import type { Invitation, Membership } from "../../../lib/mod.ts";
import { type CliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { printDone, printList } from "../frame/output/output.ts";
import { dashboardOriginOf, dashboardOriginArguments } from "../serve/dashboard_origin.ts";
import { findUser } from "../store/with_api.ts";
import { choice, positional, text } from "../frame/arguments/argument_definition.ts";
import { organizationCommand } from "../store/store_command.ts";

const user = positional("Id or email address of the user");

const role = choice("Role of the member", roles, defaultRole);

const add: CliCommand = organizationCommand({
  description: "Add a user to the organization",
  args: { user, role },
  examples: { "postern member add ada@acme.example --role editor": "let a user write all posts" },
  run: async ({ api, organizationSlug, args }) => {
    const { id: userId } = await findUser(api, args.user);
    await api.users.addToOrganization(userId, { organizationSlug, role: args.role });
    const done = `${userId} is ${args.role} of ${organizationSlug}`;
    await printDone(done, { userId, organizationSlug, role: args.role }, args);
  },
});

const change: CliCommand = organizationCommand({
  description: "Change the role of a member",
  args: { user, role: positional(`One of ${roles.join(", ")}`) },
  examples: { "postern member role ada@acme.example admin": "let a member manage keys" },
  run: async ({ api, organizationSlug, args }) => {
    const role = roles.find((name) => name === args.role);
    if (role === undefined)
      throw new UsageError(`The role must be one of ${roles.join(", ")}, and is ${args.role}`);
    const { id: userId } = await findUser(api, args.user);
    if ((await api.users.roleIn({ userId, organizationSlug })) === null)
      throw new CliError(`"${args.user}" is not a member of "${organizationSlug}"`);
    await api.users.addToOrganization(userId, { organizationSlug, role });
    const done = `${userId} is ${role} of ${organizationSlug}`;
    await printDone(done, { userId, organizationSlug, role }, args);
  },
});

const remove: CliCommand = organizationCommand({
  description: "End a membership; the user's keys are refused immediately",
  args: { user },
  examples: { "postern member remove ada@acme.example": "refuse the user's keys in the organization" },
  run: async ({ api, organizationSlug, args }) => {
    const { id: userId } = await findUser(api, args.user);
    await api.users.removeFromOrganization({ userId, organizationSlug });
    await printDone(
      `${userId} is no longer a member of ${organizationSlug}`,
      { userId, organizationSlug },
      args,
    );
  },
});

const list: CliCommand = organizationCommand({
  description: "List the members of the organization",
  examples: { "postern member list --org acme": "list members and roles" },
  run: async ({ api, organizationSlug, args }) =>
    printList<Membership>(api.users.iterateMembers(organizationSlug), args, [
      { header: "USER", value: ({ userId }) => userId },
      { header: "ROLE", value: ({ role }) => role },
    ]),
});

const invite: CliCommand = organizationCommand({
  description: "Invite an email address or a user; accepting the invitation creates the membership",
  args: {
    user: positional("Email address, or id of a user"),
    role,
    "expires-in": text("Lifetime of the invitation, at most 30d", "7d"),
  },
  settings: dashboardOriginArguments,
  examples: { "postern member invite bob@acme.example --role editor": "print the link where Bob accepts" },
  run: async ({ api, organizationSlug, args }) => {
    const invitee = args.user.includes("@") ? { email: args.user } : { userId: args.user };
    const { role, "expires-in": expiresIn } = args;
    const origin = dashboardOriginOf(args);
    const invitation = await api.invitations.create(organizationSlug, { ...invitee, role, expiresIn });
    const url = createDashboard(api, { origin }).invitationsUrl(origin);
    await printDone(url, { ...invitation, url }, args);
    console.error(`The link is for ${args.user}, until ${invitation.expiresAt}`);
  },
});

const invitations: CliCommand = organizationCommand({
  description: "List the pending invitations to the organization",
  examples: { "postern member invitations": "list the invited addresses and users" },
  run: async ({ api, organizationSlug, args }) =>
    printList<Invitation>(api.invitations.iterate(organizationSlug), args, [
      { header: "ID", value: ({ id }) => id },
      { header: "INVITED", value: ({ email, userId }) => email ?? userId, least: 16 },
      { header: "ROLE", value: ({ role }) => role },
      { header: "EXPIRES", value: ({ expiresAt }) => expiresAt, least: 11 },
    ]),
});

const uninvite: CliCommand = organizationCommand({
  description: "Revoke a pending invitation",
  args: { invitation: positional("Id of the invitation") },
  examples: { "postern member uninvite m2w7dzk4yq5tnbc3": "revoke the invitation of this id" },
  run: async ({ api, organizationSlug, args }) => {
    await api.invitations.revoke({ organizationSlug, id: args.invitation });
    const done = `Revoked the invitation ${args.invitation}`;
    await printDone(done, { id: args.invitation, organizationSlug }, args);
  },
});

export const memberCommand: CliCommand = commandGroup("Members of an organization, and their roles", {
  add,
  list,
  role: change,
  remove,
  invite,
  invitations,
  uninvite,
});
