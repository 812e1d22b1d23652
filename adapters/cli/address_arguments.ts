import type { Address } from "./listen.ts";

interface StringArgument {
  type: "string";
  description: string;
  default?: string;
}

/** The arguments of every command that serves. */
export const addressArguments: Record<"port" | "host", StringArgument> = {
  port: { type: "string", description: "TCP port; 0 takes a free one (default: $PORT or 3000)" },
  host: { type: "string", description: "Address to listen on (default: $HOST or 127.0.0.1)" },
};

/** Where to listen: flags before environment before defaults. */
export function addressOf(args: { port?: string | undefined; host?: string | undefined }): Address {
  return {
    port: args.port ?? process.env["PORT"] ?? "3000",
    host: args.host ?? process.env["HOST"] ?? "127.0.0.1",
  };
}
