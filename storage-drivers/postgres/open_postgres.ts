import type { Client } from "pg";
import {
  choice,
  clockCheck,
  fields,
  flag,
  integer,
  rule,
  textRule,
} from "../../lib/base/input/check_options.ts";
import { type Clock, systemClock } from "../../lib/base/time/clock.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { clientSettings, type NewClient, sslModes } from "./connection/client_settings.ts";
import { defaultSchema, isSchemaName } from "./sql/migrations.ts";
import { parsePostgresUrl, parseReplicaUrl, type PostgresAddress } from "./connection/parse_postgres_url.ts";
import { PostgresEngine } from "./postgres_engine.ts";
import { unstorageDriver } from "../unstorage_driver.ts";

/** Options of `postgresDriver`. An option takes precedence over the URL's parameter of the same name. */
export interface PostgresDriverOptions {
  /**
   * URL of the database: `postgres://[USER[:PASSWORD]@][HOST[:PORT]]/DATABASE[?PARAMETERS]`. The parameters are `host` (directory of a Unix
   * socket), `schema`, `sslmode`, `sslrootcert`, `pool`, `migrate`, `readReplica` and `maxReplicaLagMs`. Missing parts come from the variables
   * `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD` and `PGDATABASE`. Default: `postgres://`.
   */
  url?: string;
  /** Name of the schema that has the tables: lowercase letters, digits and `_`. Default: `postern`. */
  schema?: string;
  /**
   * `verify-full`: TLS, and the server's certificate must be valid for its host. `require`: TLS without this check, and a process warning.
   * `disable`: no TLS. Default: `PGSSLMODE` as `pg` reads it, or `verify-full`; on the machine itself, `disable`.
   */
  sslmode?: "verify-full" | "require" | "disable";
  /** Maximum number of connections of this process, 2 to 100. Half of them are for reads. Default: 6. */
  pool?: number;
  /** True to create and migrate the tables when the store is opened, false to refuse tables that are missing or old. Default: true. */
  migrate?: boolean;
  /** False to refuse tables that are missing or empty. Default: true. */
  create?: boolean;
  /**
   * URL of a replica for the reads of requests without a key. Its user, password, database and TLS settings are those of `url`, unless it has
   * its own. It needs a host, and may have the parameters `host`, `sslmode` and `sslrootcert`. Default: none.
   */
  readReplica?: string;
  /**
   * Maximum age of the state that the replica may have, in milliseconds, 250 to 3,600,000. If it lags more, is down or was promoted, the
   * primary reads instead. Default: 3000.
   */
  maxReplicaLagMs?: number;
  /** More options of `pg`'s `Client` for every connection, such as certificates. */
  clientOptions?: object;
  /** Milliseconds to wait for a connection, 1 to 600,000. Default: 5000. */
  connectTimeoutMs?: number;
  /** Milliseconds to wait for a response, 1 to 600,000. Default: 2000. */
  commandTimeoutMs?: number;
  /** Decides when records expire. Default: the system's clock. */
  clock?: Clock;
}

/** A store in PostgreSQL. */
export interface PostgresDriver extends AtomicDriver {
  /**
   * Waits up to 5 s until the replica has received a change. Returns the reason why the replica cannot be used, or undefined. Only with the
   * option `readReplica`.
   */
  findReplicaProblem?(): Promise<string | undefined>;
}

const action = "use PostgreSQL";
const timeoutCheck = integer(1, 600_000);
const optionsCheck = fields<PostgresDriverOptions>({
  url: textRule("a URL such as postgres://postern@127.0.0.1/postern", () => true),
  schema: textRule(
    "a name of up to 63 lowercase letters, digits and _, without pg_ at its beginning",
    isSchemaName,
  ),
  sslmode: choice(...sslModes),
  pool: integer(2, 100),
  migrate: flag,
  create: flag,
  readReplica: textRule("a URL such as postgres://replica.example", () => true),
  maxReplicaLagMs: integer(250, 3_600_000),
  clientOptions: rule("an object", (value) => typeof value === "object" && value !== null),
  connectTimeoutMs: timeoutCheck,
  commandTimeoutMs: timeoutCheck,
  clock: clockCheck,
});

/** Opens the store of {@link PostgresDriverOptions} with the class of the package `pg`. */
export function openPostgres(PgClient: typeof Client, options: PostgresDriverOptions): PostgresDriver {
  optionsCheck(options, { action, option: "" });
  const { url = "postgres://", clientOptions = {}, clock = systemClock } = options;
  const { connectTimeoutMs = 5000, commandTimeoutMs = 2000 } = options;
  const address = parsePostgresUrl(url);
  const { schema = address.schema ?? defaultSchema, pool = address.pool ?? 6 } = options;
  const { sslmode = address.sslmode, migrate = address.migrate ?? true } = options;
  const { maxReplicaLagMs = address.maxReplicaLagMs ?? 3000, readReplica = address.readReplica } = options;
  const mode = sslmode === undefined ? {} : { sslmode };
  // The URL can also set these.
  const merged = { schema, pool, migrate, maxReplicaLagMs, ...mode };
  optionsCheck(merged, { action, option: "" });
  const primary = { ...address, ...mode };
  const clientsOf = (place: PostgresAddress): NewClient => {
    const settings = clientSettings(place, connectTimeoutMs, clientOptions);
    return (more) => new PgClient({ ...settings, ...more });
  };
  const replicaClients =
    readReplica === undefined ? undefined : clientsOf(parseReplicaUrl(readReplica, primary));
  const engine = new PostgresEngine({
    newClient: clientsOf(primary),
    schema,
    migrate,
    create: options.create ?? true,
    pool,
    commandTimeoutMs,
    clock,
    ...(replicaClients && { replica: { newClient: replicaClients, maxLagMs: maxReplicaLagMs } }),
  });
  const driver = unstorageDriver("postgres", engine, () => engine.close());
  return readReplica === undefined
    ? driver
    : { ...driver, findReplicaProblem: () => engine.findReplicaProblem() };
}
