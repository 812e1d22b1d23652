import { isIP } from "node:net";
import { bareHost } from "../../serving/serve_options.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { type Address, checkPort } from "./listen.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { isServiceAddress } from "../frame/arguments/unknown_variables.ts";
import { text, type TextFlag } from "../frame/arguments/argument_definition.ts";

/** Arguments of every command that serves. */
export const addressArguments: Record<"port" | "host", TextFlag & { default: string }> = asSettings(
  {
    port: text("TCP port to listen on; 0 selects a free port", "3000"),
    host: text("Address to listen on", "127.0.0.1"),
  },
  {
    port: { also: ["PORT"], ignore: ignoreService },
    host: { also: ["HOST"], ignore: ignoreMachineName },
  },
);

/** Argument of a Unix socket. */
export const socketArguments: Record<"socket", TextFlag> = asSettings({
  socket: text("Path of a Unix socket to listen on, instead of --port and --host (default: none)"),
});

/** Argument of the public API's address. */
export const apiOriginArgument: Record<"api-origin", TextFlag> = asSettings({
  "api-origin": text(
    "Origin of the public API, for the links of llms.txt and the dashboard, and the addresses of files (the dashboard's default: --origin, or the public port's address)",
  ),
});

type AdminAddressFlag = "admin-port" | "admin-host";

/** Arguments of a separate listener for the admin API and the dashboard. */
export const adminAddressArguments: Record<AdminAddressFlag, TextFlag> = asSettings(
  {
    "admin-port": text(
      "Separate TCP port for the admin API and the dashboard; 0 selects a free port (default: they share the public port)",
    ),
    "admin-host": text("Address of the admin port (default: 127.0.0.1)"),
  },
  { "admin-port": { ignore: ignoreService } },
);

/** Ignores what Kubernetes and Docker set beside a service named `postern` or `postern-admin`: `POSTERN_PORT=tcp://10.0.0.7:3000`. */
function ignoreService(_variable: string, value: string): string | undefined {
  return isServiceAddress(value) ? "" : undefined;
}

/** Ignores the name of a machine or a compiler's target in `HOST`, which shells and conda set. */
function ignoreMachineName(variable: string, value: string): string | undefined {
  if (variable !== "HOST" || value === "localhost" || isIP(bareHost(value)) !== 0) return undefined;
  return `the variable HOST is ignored: "${value}" is no IP address. To listen elsewhere than on 127.0.0.1, set POSTERN_HOST`;
}

/** The given values of {@link addressArguments} and {@link adminAddressArguments}. */
export type AddressFlags = Address & { [Name in AdminAddressFlag]?: string | undefined };

/** Returns the address of the public listener. */
export function addressOf({ port, host, socket }: Address): Address {
  return { port, host: bareHost(host), socket };
}

/**
 * Returns the address of the admin listener, or undefined if the admin API and the dashboard share the public listener.
 *
 * @throws {CliError} when the port is missing, out of range, or the public port
 */
export function adminAddressOf(flags: AddressFlags): Address | undefined {
  const { "admin-port": adminPort, "admin-host": adminHost } = flags;
  const { port, host, socket } = addressOf(flags);
  if (adminPort === undefined) {
    if (adminHost === undefined) return undefined;
    throw new CliError("Cannot serve: --admin-host needs --admin-port, the port of the admin API");
  }
  const address = { port: adminPort, host: bareHost(adminHost ?? "127.0.0.1"), flag: "--admin-port" };
  checkPort(address);
  const isSame = socket === undefined && Number(adminPort) === Number(port) && Number(port) !== 0;
  if (isSame && (isEveryAddress(host) || isEveryAddress(address.host) || address.host === host)) {
    throw new CliError(
      `Cannot serve: --port and --admin-port are both ${port}. Choose another port with --admin-port`,
    );
  }
  return address;
}

/** Returns the URL of a listener for a browser on this machine. */
export function localUrlOf({ port, host }: Address): string {
  const name = isEveryAddress(host) ? "127.0.0.1" : host;
  return new URL(`http://${name.includes(":") ? `[${name}]` : name}:${port}`).origin;
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
