import type { Address } from "./listen.ts";
import { asSettings } from "./settings.ts";

interface StringArgument {
  type: "string";
  description: string;
  default: string;
}

/** The arguments of every command that serves. */
export const addressArguments: Record<"port" | "host", StringArgument> = asSettings(
  {
    port: { type: "string", description: "TCP port to listen on; 0 takes a free one", default: "3000" },
    host: { type: "string", description: "Address to listen on", default: "127.0.0.1" },
  },
  { port: ["PORT"], host: ["HOST"] },
);

/** Where to listen. */
export function addressOf({ port, host }: Address): Address {
  return { port, host };
}
