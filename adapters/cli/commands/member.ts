import { permissionsOfRole, type Role } from "../../../lib/access/mod.ts";
import { createDashboard } from "../../../lib/dashboard/mod.ts";
import type { Invitation, Membership } from "../../../lib/mod.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { printDone, printList } from "../frame/output/output.ts";
import { organizationArguments } from "../store/store_arguments.ts";
import { dashboardOriginArguments, dashboardOriginOf } from "../serve/dashboard_origin.ts";
import { findUser, withOrganization } from "../store/with_api.ts";

const user = { type: "positional", description: "Id or email address of the user", required: true } as const;
const roles = Object.keys(permissionsOfRole) as Role[];

const role = { type: "enum", description: "Role of the member", options: roles } as const;

const add: CliCommand = cliCommand({
  meta: { name: "add", description: "Add a user to the organization" },
  args: { user, role: { ...role, default: "author" }, ...organizationArguments },
  examples: [{ line: "postern member add ada@acme.example --role editor", does: "let a user write posts" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const { id: userId } = await findUser(api, args.user);
      await api.users.addToOrganization(userId, { organizationSlug, role: args.role });
      const done = `${userId} is ${args.role} of ${organizationSlug}`;
      await printDone(done, { userId, organizationSlug, role: args.role }, args);
    }),
});

const change: CliCommand = cliCommand({
  meta: { name: "role", description: "Change the role of a member" },
  args: {
    user,
    role: { type: "positional", description: `One of ${roles.join(", ")}`, required: true },
    ...organizationArguments,
  },
  examples: [{ line: "postern member role ada@acme.example admin", does: "let a member manage keys" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const role = roles.find((name) => name === args.role);
      if (role === undefined)
        throw new UsageError(`The role must be one of ${roles.join(", ")}, and is ${args.role}`);
      const { id: userId } = await findUser(api, args.user);
      if ((await api.users.roleIn({ userId, organizationSlug })) === null)
        throw new CliError(`"${args.user}" is not a member of "${organizationSlug}"`);
      await api.users.addToOrganization(userId, { organizationSlug, role });
      const done = `${userId} is ${role} of ${organizationSlug}`;
      await printDone(done, { userId, organizationSlug, role }, args);
    }),
});

const remove: CliCommand = cliCommand({
  meta: { name: "remove", description: "End a membership; the user's keys are refused immediately" },
  args: { user, ...organizationArguments },
  examples: [
    { line: "postern member remove ada@acme.example", does: "refuse the user's keys in the organization" },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const { id: userId } = await findUser(api, args.user);
      await api.users.removeFromOrganization({ userId, organizationSlug });
      await printDone(
        `${userId} is no longer a member of ${organizationSlug}`,
        { userId, organizationSlug },
        args,
      );
    }),
});

const list: CliCommand = cliCommand({
  meta: { name: "list", description: "List the members of the organization" },
  args: organizationArguments,
  examples: [{ line: "postern member list --org acme", does: "list members and roles" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) =>
      printList<Membership>(api.users.iterateMembers(organizationSlug), {
        json: args.json,
        columns: [
          { header: "USER", value: ({ userId }) => userId },
          { header: "ROLE", value: ({ role }) => role },
        ],
      }),
    ),
});

const invite: CliCommand = cliCommand({
  meta: {
    name: "invite",
    description: "Invite an email address or a user; accepting the invitation creates the membership",
  },
  args: {
    user: { type: "positional", description: "Email address, or id of a user", required: true },
    role: { ...role, default: "author" },
    "expires-in": { type: "string", description: "Lifetime of the invitation, at most 30d", default: "7d" },
    ...organizationArguments,
    ...dashboardOriginArguments,
  },
  examples: [
    {
      line: "postern member invite bob@acme.example --role editor",
      does: "print the link where Bob accepts",
    },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const invitee = args.user.includes("@") ? { email: args.user } : { userId: args.user };
      const { role, "expires-in": expiresIn } = args;
      const origin = dashboardOriginOf(args);
      const invitation = await api.invitations.create(organizationSlug, { ...invitee, role, expiresIn });
      const url = createDashboard(api, { origin }).invitationsUrl(origin);
      await printDone(url, { ...invitation, url }, args);
      console.error(`The link is for ${args.user}, until ${invitation.expiresAt}`);
    }),
});

const invitations: CliCommand = cliCommand({
  meta: { name: "invitations", description: "List the pending invitations to the organization" },
  args: organizationArguments,
  examples: [{ line: "postern member invitations", does: "list the invited addresses and users" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) =>
      printList<Invitation>(api.invitations.iterate(organizationSlug), {
        json: args.json,
        columns: [
          { header: "ID", value: ({ id }) => id },
          { header: "INVITED", value: ({ email, userId }) => email ?? userId, least: 16 },
          { header: "ROLE", value: ({ role }) => role },
          { header: "EXPIRES", value: ({ expiresAt }) => expiresAt, least: 11 },
        ],
      }),
    ),
});

const uninvite: CliCommand = cliCommand({
  meta: { name: "uninvite", description: "Revoke a pending invitation" },
  args: {
    invitation: { type: "positional", description: "Id of the invitation", required: true },
    ...organizationArguments,
  },
  examples: [{ line: "postern member uninvite m2w7dzk4yq5tnbc3", does: "revoke the invitation of this id" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      await api.invitations.revoke({ organizationSlug, id: args.invitation });
      const done = `Revoked the invitation ${args.invitation}`;
      await printDone(done, { id: args.invitation, organizationSlug }, args);
    }),
});

export const memberCommand: CliCommand = commandGroup(
  "member",
  "Members of an organization, and their roles",
  {
    add,
    list,
    role: change,
    remove,
    invite,
    invitations,
    uninvite,
  },
);
