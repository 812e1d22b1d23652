import {
  type AddressFlags,
  addressArguments,
  addressOf,
  adminAddressArguments,
  adminAddressOf,
  localUrlOf,
  socketArguments,
} from "./address_arguments.ts";
import { UsageError } from "../frame/exit/cli_error.ts";
import { checkPort } from "./listen.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { text, type TextFlag } from "../frame/arguments/argument_definition.ts";

/** Arguments of the commands that print a dashboard address: `--origin`, and the settings that its default is built from. */
export const dashboardOriginArguments: typeof addressArguments &
  typeof socketArguments &
  typeof adminAddressArguments & { origin: TextFlag } = {
  ...addressArguments,
  ...socketArguments,
  ...adminAddressArguments,
  ...asSettings({
    origin: text(
      "Origin of the dashboard in a browser (default: the admin port on this machine, else the public port)",
    ),
  }),
};

/**
 * Returns the given origin of the dashboard, or the origin that the settings of `postern serve` give it on this machine.
 *
 * @throws {UsageError} when the origin is missing, and the port is 0 or the server listens on a Unix socket
 */
export function dashboardOriginOf({
  origin,
  ...flags
}: AddressFlags & { origin?: string | undefined }): string {
  if (origin !== undefined) return origin;
  const address = adminAddressOf(flags) ?? addressOf(flags);
  if (address.socket !== undefined) {
    throw new UsageError("Name the dashboard's address with --origin: a Unix socket has none");
  }
  checkPort(address);
  if (Number(address.port) !== 0) return localUrlOf(address);
  throw new UsageError("Name the dashboard's address with --origin: port 0 changes at each start");
}
