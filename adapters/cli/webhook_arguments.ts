import type { PublicApiOptions } from "../../lib/mod.ts";
import { webhookSender } from "../node/webhook_sender.ts";
import { CliError } from "./cli_error.ts";
import { asSecrets } from "./secret_settings.ts";
import { asSettings } from "./settings.ts";

interface StringArgument<Default extends string | undefined> {
  type: "string";
  description: string;
  default: Default;
}

/** Minimum number of characters of a secret. */
const shortestSecret = 32;

/** Settings of webhooks, for the server and for the commands that send. */
export const webhookArguments: {
  secret: { type: "string"; description: string };
  "webhooks-allow-http": StringArgument<string>;
  "webhooks-allow-private-networks": StringArgument<string>;
} = asSettings({
  ...asSecrets({
    secret: {
      type: "string",
      description:
        "At least 32 random characters, which encrypt the secrets of webhooks. Several, separated by commas, rotate it: the first encrypts (default: no webhook can be created)",
    },
  }),
  "webhooks-allow-http": {
    type: "string",
    description: "on or off: webhooks may have http URLs",
    default: "off",
  },
  "webhooks-allow-private-networks": {
    type: "string",
    description:
      "on or off: webhooks may have URLs in private networks, such as 127.0.0.1, but not of cloud metadata",
    default: "off",
  },
});

/** The given values of {@link webhookArguments}. */
export type WebhookFlags = { [Name in keyof typeof webhookArguments]?: string | undefined };

/**
 * Returns the options of webhooks.
 *
 * @throws {CliError} when a value is invalid
 */
export function webhookOptionsOf(flags: WebhookFlags): Pick<PublicApiOptions, "secret" | "webhooks"> {
  const secret = flags.secret?.split(",").map((text) => text.trim());
  if (secret?.some((text) => text.length < shortestSecret)) {
    throw new CliError(
      `Cannot set up webhooks: POSTERN_SECRET must be at least ${shortestSecret} characters, or several such texts separated by commas`,
    );
  }
  return {
    ...(secret === undefined ? {} : { secret }),
    webhooks: {
      send: webhookSender(),
      allowHttp: isOn("webhooks-allow-http", flags),
      allowPrivateNetworks: isOn("webhooks-allow-private-networks", flags),
    },
  };
}

function isOn(name: keyof WebhookFlags, flags: WebhookFlags): boolean {
  const value = flags[name] ?? "off";
  if (value === "on" || value === "off") return value === "on";
  throw new CliError(`Cannot set up webhooks: --${name} must be on or off, and is "${value}"`);
}
