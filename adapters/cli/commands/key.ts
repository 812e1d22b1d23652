import { type KeyStatus, keyStatuses } from "../../../lib/access/mod.ts";
import type { ListedApiKey, Permission } from "../../../lib/mod.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printDone, printList, printRecord } from "../frame/output/output.ts";
import { organizationArguments } from "../store/store_arguments.ts";
import { findUser, given, toInteger, toList, withOrganization } from "../store/with_api.ts";

const keyId = { type: "positional", description: "Id of the key", required: true } as const;

const generate: CliCommand = cliCommand({
  meta: { name: "generate", description: "Generate a key; its value is shown only once" },
  args: {
    name: { type: "positional", description: "Name of the key", required: true },
    user: { type: "string", description: "Id or email address of the key's user", required: true },
    "expires-in": { type: "string", description: "Duration such as 30d, 12h or P30D (default: no expiry)" },
    permissions: {
      type: "string",
      description: "Permissions, separated by commas (default: all of the user's)",
    },
    networks: {
      type: "string",
      description: "Networks from which the key works, separated by commas (default: all)",
    },
    "rate-limit-per-day": {
      type: "string",
      description: "Requests per UTC day (default: the organization's)",
    },
    ...organizationArguments,
  },
  examples: [
    { line: "postern key generate website --user ada@acme.example --expires-in 90d", does: "generate a key" },
    {
      line: "postern key generate crawler --user ada@acme.example --permissions posts:read --json | jq -r .key",
      does: "generate a read-only key, and print its value",
    },
    {
      line: "postern key generate backend --user ada@acme.example --networks 203.0.113.0/24,2001:db8::/32",
      does: "generate a key that works only in two networks",
    },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const limit = args["rate-limit-per-day"];
      const key = await api.apiKeys.generate({
        organizationSlug,
        userId: (await findUser(api, args.user)).id,
        name: args.name,
        ...given({
          expiresIn: args["expires-in"],
          permissions:
            args.permissions === undefined ? undefined : (toList(args.permissions) as Permission[]),
          networks: args.networks === undefined ? undefined : toNetworks(args.networks),
          rateLimit: limit === undefined ? undefined : { perDay: toInteger("rate-limit-per-day", limit) },
        }),
      });
      await printRecord(key, args);
      console.error("The key's value is shown only here");
    }),
});

/** Refuses an empty list, because an unset variable of a shell script would otherwise allow all networks. */
function toNetworks(text: string): string[] {
  if (text === "all") return [];
  const networks = toList(text);
  if (networks.length > 0) return networks;
  throw new CliError("--networks is empty: name networks such as 203.0.113.0/24, or all");
}

const list: CliCommand = cliCommand({
  meta: { name: "list", description: "List the keys of the organization, without their values" },
  args: {
    status: {
      type: "enum",
      description:
        "Only keys that work, newest first, or only revoked and expired keys, the last ended first",
      options: [...keyStatuses],
    },
    ...organizationArguments,
  },
  examples: [
    { line: "postern key list", does: "list keys and their use, also expired and revoked keys" },
    { line: "postern key list --status live", does: "list the keys that work" },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) =>
      printList<ListedApiKey>(api.apiKeys.iterate(organizationSlug, statusOf(args.status)), {
        json: args.json,
        columns: [
          { header: "ID", value: ({ id }) => id },
          { header: "NAME", value: ({ name }) => name, least: 10 },
          { header: "USER", value: ({ userId }) => userId, least: 8 },
          { header: "STATE", value: stateOf },
          { header: "EXPIRES", value: ({ expiresAt }) => expiresAt ?? "never", least: 11 },
          { header: "TODAY", value: ({ requestsToday }) => requestsToday },
          { header: "LAST USED", value: ({ lastUsedOn }) => lastUsedOn ?? "-" },
        ],
      }),
    ),
});

function statusOf(text: string | undefined): { status?: KeyStatus } {
  const status = keyStatuses.find((one) => one === text);
  return status === undefined ? {} : { status };
}

function stateOf({ revokedAt, expiresAt }: ListedApiKey): string {
  if (revokedAt !== undefined) return "revoked";
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now() ? "expired" : "live";
}

const show: CliCommand = cliCommand({
  meta: { name: "show", description: "Show a key, without its value" },
  args: { id: keyId, ...organizationArguments },
  examples: [{ line: "postern key show abcdefgh23456777", does: "show a key and its use" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const key = await api.apiKeys.get({ organizationSlug, keyId: args.id });
      if (key === null) throw new CliError(`"${organizationSlug}" has no key "${args.id}"`);
      await printRecord(key, args);
    }),
});

const update: CliCommand = cliCommand({
  meta: { name: "update", description: "Change the networks from which a key works" },
  args: {
    id: keyId,
    networks: {
      type: "string",
      description: "Networks or addresses, separated by commas; all allows all networks",
      required: true,
    },
    ...organizationArguments,
  },
  examples: [
    {
      line: "postern key update abcdefgh23456777 --networks 203.0.113.0/24",
      does: "refuse requests with the key from other networks",
    },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const networks = toNetworks(args.networks);
      await printRecord(await api.apiKeys.update({ organizationSlug, keyId: args.id }, { networks }), args);
    }),
});

const roll: CliCommand = cliCommand({
  meta: { name: "roll", description: "Replace a key; the old key keeps working for a while" },
  args: {
    id: keyId,
    overlap: {
      type: "string",
      description: "How long the old key keeps working; 0 revokes it immediately",
      default: "24h",
    },
    "expires-in": { type: "string", description: "Duration (default: the old key's lifetime)" },
    ...organizationArguments,
  },
  examples: [
    { line: "postern key roll abcdefgh23456777 --overlap 1h", does: "replace a key within an hour" },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const input = { overlap: args.overlap, ...given({ expiresIn: args["expires-in"] }) };
      await printRecord(await api.apiKeys.roll({ organizationSlug, keyId: args.id }, input), args);
      console.error("The key's value is shown only here");
    }),
});

const revoke: CliCommand = cliCommand({
  meta: { name: "revoke", description: "Revoke a key: every server refuses it immediately" },
  args: { id: keyId, ...organizationArguments },
  examples: [{ line: "postern key revoke abcdefgh23456777", does: "revoke a key" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      const key = await api.apiKeys.revoke({ organizationSlug, keyId: args.id });
      await printDone(`Revoked the key ${key.id}`, key, args);
    }),
});

export const keyCommand: CliCommand = commandGroup("key", "API keys", {
  generate,
  list,
  show,
  update,
  roll,
  revoke,
});
