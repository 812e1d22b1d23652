import { readFileSync } from "node:fs";
import type { Client, ClientConfig } from "pg";
import { EncodingError } from "../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../lib/base/text/file_decoder.ts";
import { environmentValue } from "../../opening/environment_value.ts";
import type { PostgresAddress } from "./parse_postgres_url.ts";
import { given } from "../../../lib/base/given.ts";

/** Creates a client with the settings of a driver. The argument takes precedence. */
export type NewClient = (more: ClientConfig) => Client;

/** Values of `sslmode`. */
export const sslModes: readonly string[] = ["disable", "require", "verify-full"];

/** The settings of `pg` for every connection to an address. */
export function clientSettings(
  address: PostgresAddress & { sslmode?: string },
  connectTimeoutMs: number,
  more: ClientConfig,
): ClientConfig {
  // `pg` reads these variables itself, with the white space around their values.
  const { user = environmentValue("PGUSER"), password, host = environmentValue("PGHOST"), port } = address;
  const { database = environmentValue("PGDATABASE") } = address;
  return {
    ...given({ user, password, host, port, database }),
    ssl: tlsOf(address),
    application_name: environmentValue("PGAPPNAME") ?? "postern",
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...more,
  };
}

/**
 * Returns the TLS settings. A connection without TLS, or to a server that is not verified, must be requested. Only a Unix socket and the
 * machine itself need no TLS.
 */
function tlsOf({
  host = environmentValue("PGHOST") ?? "localhost",
  sslmode,
  sslrootcert,
}: PostgresAddress): ClientConfig["ssl"] {
  if (host.startsWith("/")) return false;
  const mode = sslmode ?? environmentMode() ?? (isLoopback(host) ? "disable" : "verify-full");
  if (mode === "disable") return false;
  const authorities = sslrootcert === undefined ? {} : { ca: certificatesIn(sslrootcert) };
  // Without a host, early versions of pg compare the certificate with "localhost" if the host is an IP address.
  if (mode === "verify-full") return { ...authorities, rejectUnauthorized: true, host };
  process.emitWarning(
    "The connection to PostgreSQL is encrypted, but the server is not verified. Use sslmode=verify-full",
    { code: "POSTERN_POSTGRES_UNVERIFIED" },
  );
  return { rejectUnauthorized: false };
}

/** Returns the mode of PGSSLMODE as `pg` reads it: every mode with TLS verifies the server, except its own mode `no-verify`. */
function environmentMode(): string | undefined {
  const mode = environmentValue("PGSSLMODE");
  if (mode === undefined || mode === "disable") return mode;
  return mode === "no-verify" ? "require" : "verify-full";
}

function certificatesIn(file: string): string {
  try {
    return new FileDecoder().decode(readFileSync(file));
  } catch (cause) {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new RangeError(
      `Cannot read the certificates of sslrootcert: ${file} is not in PEM: ${cause.message}`,
      {
        cause,
      },
    );
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
