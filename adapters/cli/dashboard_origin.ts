import {
  type AddressFlags,
  addressArguments,
  addressOf,
  adminAddressArguments,
  adminAddressOf,
  localUrlOf,
} from "./address_arguments.ts";
import { UsageError } from "./cli_error.ts";
import { checkPort } from "./listen.ts";
import { asSettings } from "./settings.ts";

/** The argument of the commands that print an address of the dashboard, and the settings that it is made of by default. */
export const dashboardOriginArguments: typeof addressArguments &
  typeof adminAddressArguments & { origin: { type: "string"; description: string } } = {
  ...addressArguments,
  ...adminAddressArguments,
  ...asSettings({
    origin: {
      type: "string",
      description:
        "Where browsers see the dashboard (default: the admin port of this machine, else the port)",
    },
  }),
};

/**
 * Returns the origin of the dashboard: the given one, or that of this machine by the settings of `postern serve`.
 *
 * @throws {UsageError} when the port is chosen at each start
 */
export function dashboardOriginOf({
  origin,
  ...flags
}: AddressFlags & { origin?: string | undefined }): string {
  if (origin !== undefined) return origin;
  const address = adminAddressOf(flags) ?? addressOf(flags);
  checkPort(address);
  if (Number(address.port) !== 0) return localUrlOf(address);
  throw new UsageError("Name the dashboard's address with --origin: port 0 is another one at each start");
}
