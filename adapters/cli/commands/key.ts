import { keyStatuses } from "../../../lib/access/mod.ts";
import type { KeyRateLimit, ListedApiKey, Permission } from "../../../lib/mod.ts";
import { type CliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printDone, printList, printRecord } from "../frame/output/output.ts";
import { findUser, toInteger, toList } from "../store/with_api.ts";
import { choice, positional, requiredText, text } from "../frame/arguments/argument_definition.ts";
import { organizationCommand } from "../store/store_command.ts";
import { given } from "../../../lib/base/given.ts";

const keyId = positional("Id of the key");

const generate: CliCommand = organizationCommand({
  description: "Generate a key; its value is shown only once",
  args: {
    name: positional("Name of the key"),
    user: requiredText("Id or email address of the key's user"),
    "expires-in": text("Duration such as 30d, 12h or P30D (default: no expiry)"),
    permissions: text("Permissions, separated by commas (default: all of the user's)"),
    networks: text("Networks from which the key works, separated by commas (default: all)"),
    "rate-limit-per-day": text("Requests per UTC day (default: the organization's)"),
  },
  examples: {
    "postern key generate website --user ada@acme.example --expires-in 90d": "generate a key",
    "postern key generate crawler --user ada@acme.example --permissions posts:read --json | jq -r .key":
      "generate a read-only key, and print its value",
    "postern key generate backend --user ada@acme.example --networks 203.0.113.0/24,2001:db8::/32":
      "generate a key that works only in two networks",
  },
  run: async ({ api, organizationSlug, args }) => {
    const key = await api.apiKeys.generate({
      organizationSlug,
      userId: (await findUser(api, args.user)).id,
      name: args.name,
      ...given({
        expiresIn: args["expires-in"],
        permissions: args.permissions === undefined ? undefined : (toList(args.permissions) as Permission[]),
        networks: args.networks === undefined ? undefined : toNetworks(args.networks),
        rateLimit: toLimit(args["rate-limit-per-day"]),
      }),
    });
    await printRecord(key, args);
    console.error("The key's value is shown only here");
  },
});

function toLimit(text: string | undefined): KeyRateLimit | undefined {
  return text === undefined ? undefined : { perDay: toInteger("rate-limit-per-day", text) };
}

/** Refuses an empty list, because an unset variable of a shell script would otherwise allow all networks. */
function toNetworks(text: string): string[] {
  if (text === "all") return [];
  const networks = toList(text);
  if (networks.length > 0) return networks;
  throw new CliError("--networks is empty: name networks such as 203.0.113.0/24, or all");
}

const list: CliCommand = organizationCommand({
  description: "List the keys of the organization, without their values",
  args: {
    status: choice(
      "Only keys that work, newest first, or only revoked and expired keys, the last ended first",
      [...keyStatuses],
    ),
  },
  examples: {
    "postern key list": "list keys and their use, also expired and revoked keys",
    "postern key list --status live": "list the keys that work",
  },
  run: async ({ api, organizationSlug, args }) =>
    printList<ListedApiKey>(api.apiKeys.iterate(organizationSlug, given({ status: args.status })), args, [
      { header: "ID", value: ({ id }) => id },
      { header: "NAME", value: ({ name }) => name, least: 10 },
      { header: "USER", value: ({ userId }) => userId, least: 8 },
      { header: "STATE", value: stateOf },
      { header: "EXPIRES", value: ({ expiresAt }) => expiresAt ?? "never", least: 11 },
      { header: "TODAY", value: ({ requestsToday }) => requestsToday },
      { header: "LAST USED", value: ({ lastUsedOn }) => lastUsedOn ?? "-" },
    ]),
});

function stateOf({ revokedAt, disabledAt, expiresAt }: ListedApiKey): string {
  if (revokedAt !== undefined) return "revoked";
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()) return "expired";
  return disabledAt === undefined ? "live" : "disabled";
}

const show: CliCommand = organizationCommand({
  description: "Show a key, without its value",
  args: { id: keyId },
  examples: { "postern key show abcdefgh23456777": "show a key and its use" },
  run: async ({ api, organizationSlug, args }) => {
    const key = await api.apiKeys.get({ organizationSlug, keyId: args.id });
    if (key === null) throw new CliError(`"${organizationSlug}" has no key "${args.id}"`);
    await printRecord(key, args);
  },
});

const update: CliCommand = organizationCommand({
  description: "Change the networks or the daily limit of a key",
  args: {
    id: keyId,
    networks: text("Networks or addresses, separated by commas; all allows all networks"),
    "rate-limit-per-day": text("Requests per UTC day; default restores the organization's limit"),
  },
  examples: {
    "postern key update abcdefgh23456777 --networks 203.0.113.0/24":
      "refuse requests with the key from other networks",
    "postern key update abcdefgh23456777 --rate-limit-per-day 500": "change the limit of the key",
  },
  run: async ({ api, organizationSlug, args }) => {
    const limit = args["rate-limit-per-day"];
    const changes = given({
      networks: args.networks === undefined ? undefined : toNetworks(args.networks),
      rateLimit: limit === "default" ? null : toLimit(limit),
    });
    if (Object.keys(changes).length === 0) {
      throw new CliError("Nothing to change: set --networks or --rate-limit-per-day");
    }
    await printRecord(await api.apiKeys.update({ organizationSlug, keyId: args.id }, changes), args);
  },
});

const disable: CliCommand = organizationCommand({
  description: "Disable a key: every server refuses it until it is enabled",
  args: { id: keyId },
  examples: { "postern key disable abcdefgh23456777": "refuse requests with a key for a while" },
  run: async ({ api, organizationSlug, args }) => {
    const key = await api.apiKeys.update({ organizationSlug, keyId: args.id }, { isDisabled: true });
    await printDone(`Disabled the key ${key.name}`, key, args);
  },
});

const enable: CliCommand = organizationCommand({
  description: "Enable a disabled key",
  args: { id: keyId },
  examples: { "postern key enable abcdefgh23456777": "accept requests with a key again" },
  run: async ({ api, organizationSlug, args }) => {
    const key = await api.apiKeys.update({ organizationSlug, keyId: args.id }, { isDisabled: false });
    await printDone(`Enabled the key ${key.name}`, key, args);
  },
});

const roll: CliCommand = organizationCommand({
  description: "Replace a key; the old key keeps working for a while",
  args: {
    id: keyId,
    overlap: text("How long the old key keeps working; 0 revokes it immediately", "24h"),
    "expires-in": text("Duration (default: the old key's lifetime)"),
  },
  examples: { "postern key roll abcdefgh23456777 --overlap 1h": "replace a key within an hour" },
  run: async ({ api, organizationSlug, args }) => {
    const input = { overlap: args.overlap, ...given({ expiresIn: args["expires-in"] }) };
    await printRecord(await api.apiKeys.roll({ organizationSlug, keyId: args.id }, input), args);
    console.error("The key's value is shown only here");
  },
});

const revoke: CliCommand = organizationCommand({
  description: "Revoke a key: every server refuses it immediately",
  args: { id: keyId },
  examples: { "postern key revoke abcdefgh23456777": "revoke a key" },
  run: async ({ api, organizationSlug, args }) => {
    const key = await api.apiKeys.revoke({ organizationSlug, keyId: args.id });
    await printDone(`Revoked the key ${key.name === "" ? key.id : key.name}`, key, args);
  },
});

export const keyCommand: CliCommand = commandGroup("API keys", {
  generate,
  list,
  show,
  update,
  disable,
  enable,
  roll,
  revoke,
});
