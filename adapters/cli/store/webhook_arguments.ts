import { text, type TextFlag } from "../frame/arguments/argument_definition.ts";
import type { PublicApiOptions } from "../../../lib/mod.ts";
import { webhookSender } from "../../node/webhook_sender.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { asSecrets } from "../frame/arguments/secret_settings.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { type SwitchArgument, switchArgument } from "../frame/arguments/switch_value.ts";

/** Minimum number of characters of a secret. */
const shortestSecret = 32;

/** Settings of webhooks, for the server and for the commands that send. */
export const webhookArguments: {
  secret: TextFlag;
  "webhooks-allow-http": SwitchArgument;
  "webhooks-allow-private-networks": SwitchArgument;
} = asSettings({
  ...asSecrets({
    secret: text(
      "At least 32 random characters, which encrypt the secrets of webhooks. Several, separated by commas, rotate it: the first encrypts (default: no webhook can be created)",
    ),
  }),
  "webhooks-allow-http": switchArgument("Webhooks may have http URLs", "off"),
  "webhooks-allow-private-networks": switchArgument(
    "Webhooks may have URLs in private networks, such as 127.0.0.1, but not of cloud metadata",
    "off",
  ),
});

/** The given values of {@link webhookArguments}. */
export type WebhookFlags = { [Name in keyof typeof webhookArguments]?: string | undefined };

/**
 * Returns the options of webhooks.
 *
 * @throws {CliError} when a value is invalid
 */
export function webhookOptionsOf(flags: WebhookFlags): Pick<PublicApiOptions, "secret" | "webhooks"> {
  const secret = flags.secret?.split(",").map((one) => one.trim());
  if (secret?.some((one) => one.length < shortestSecret)) {
    throw new CliError(
      `Cannot set up webhooks: POSTERN_SECRET must be at least ${shortestSecret} characters, or several such texts separated by commas`,
    );
  }
  return {
    ...(secret === undefined ? {} : { secret }),
    webhooks: {
      send: webhookSender(),
      allowHttp: flags["webhooks-allow-http"] === "on",
      allowPrivateNetworks: flags["webhooks-allow-private-networks"] === "on",
    },
  };
}
