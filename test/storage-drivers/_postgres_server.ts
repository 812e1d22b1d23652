import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free_port.ts";
import { askBroker } from "../servers/ask_broker.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { database, programPath, query, schemaName, urlOf } from "./_postgres_client.ts";
import { end, hasEnded, until } from "./_redis_server.ts";

/** A PostgreSQL server of a test. Its superuser is `postgres`, without a password. */
export interface PostgresServer {
  port: number;
  /** Directory of the data, and of the Unix socket. */
  directory: string;
  process: ChildProcess;
  /** Returns the URL of the database, with a schema of its own unless one is named. */
  url(schema?: string): string;
  /** Runs a statement as the superuser, or several without values, on a connection of its own. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Kills the server as in a power cut, and keeps its files. */
  kill(): Promise<void>;
  /** Stops the server as `pg_ctl stop -m immediate` does. */
  stopImmediately(): Promise<void>;
  /** Starts the server again with its files. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface Directory {
  path: string;
  remove: () => void;
}

/** A PgBouncer of a test, in transaction mode. */
export interface PgBouncer {
  port: number;
  process: ChildProcess;
  url(schema?: string): string;
  stop(): Promise<void>;
}

/**
 * Starts a server on a free port of the loopback interface.
 *
 * @param settings of `postgresql.conf`: `fsync=on`. Without more, the server does not wait for the disk
 */
export async function startPostgres(...settings: string[]): Promise<PostgresServer> {
  return startPostgresIn(temporaryDirectory(), ...settings);
}

/** Starts a server as {@link startPostgres} does, with its files in a directory. The server removes it when it stops. */
export async function startPostgresIn(
  { path, remove }: Directory,
  ...settings: string[]
): Promise<PostgresServer> {
  const template = await askBroker<{ path: string }>("postgres-template");
  if (template === undefined) createData(path, "--wal-segsize=1");
  else {
    giveAway(path);
    execFileSync("cp", ["--archive", "--reflink=auto", join(template.path, "data"), path]);
  }
  return startWithData({ path, remove }, settings);
}

/** Creates the files of a new server, which other servers copy: 0.05 CPU-seconds a copy, 0.35 without. */
export function postgresTemplate(): Directory {
  const directory = temporaryDirectory();
  createData(directory.path, "--wal-segsize=1");
  return directory;
}

/** Creates the files of a new server in the folder `data` of a directory. */
export function createData(path: string, ...flags: string[]): void {
  giveAway(path);
  const place = ["--pgdata", join(path, "data"), "--username", "postgres", "--auth", "trust"];
  const text = ["--encoding", "UTF8", "--no-locale", "--no-sync", "--no-instructions"];
  runAsUser(programPath("initdb"), ...place, ...text, ...flags);
}

/**
 * Copies the server behind a port, and starts the copy as its standby.
 *
 * @param port the standby also receives changes through it
 */
export async function startStandby(port: number, ...settings: string[]): Promise<PostgresServer> {
  const directory = temporaryDirectory();
  giveAway(directory.path);
  await copyServer(port, join(directory.path, "data"), "--write-recovery-conf");
  return startWithData(directory, settings);
}

/** Copies the files of the server behind a port. The user of the package owns the copy. */
export async function copyServer(port: number, data: string, ...flags: string[]): Promise<void> {
  const copying = spawnAsUser(
    programPath("pg_basebackup"),
    `--dbname=postgres://postgres@127.0.0.1:${port}`,
    `--pgdata=${data}`,
    "--checkpoint=fast",
    "--no-sync",
    ...flags,
  );
  const [code] = await once(copying, "exit");
  if (code !== 0) throw new Error(`pg_basebackup ended with ${String(code)}`);
}

/** Starts a server with the files in the folder `data` of a directory. The server removes the directory when it stops. */
export async function startWithData(
  { path, remove }: Directory,
  settings: readonly string[],
): Promise<PostgresServer> {
  const port = await freePort();
  const all = [
    "fsync=off",
    "full_page_writes=off",
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${path}`,
    ...settings,
  ];
  const flags = all.flatMap((setting) => ["-c", setting]);
  const spawnServer = (): ChildProcess =>
    spawnAsUser(programPath("postgres"), "-D", join(path, "data"), "-p", String(port), ...flags);
  const server: PostgresServer = {
    port,
    directory: path,
    process: spawnServer(),
    url: (schema = schemaName()) => urlOf(port, schema),
    query: (text, values) => query(port, text, values),
    kill: () => end(server.process, "SIGKILL"),
    stopImmediately: () => end(server.process, "SIGQUIT"),
    restart: async () => {
      await until(async () => {
        // The server refuses to start until the last process of the killed one has noticed its end.
        if (hasEnded(server.process)) server.process = spawnServer();
        return (await server.query("select 1")).length === 1;
      });
    },
    stop: async () => {
      await end(server.process, "SIGQUIT");
      remove();
    },
  };
  await until(async () => (await server.query("select 1")).length === 1);
  return server;
}

/** Starts a PgBouncer in transaction mode in front of a server. */
export async function startPgBouncer(
  server: Pick<PostgresServer, "port">,
  ...settings: string[]
): Promise<PgBouncer> {
  const { path, remove } = temporaryDirectory();
  const port = await freePort();
  const file = join(path, "pgbouncer.ini");
  const lines = [
    "[databases]",
    // Without authentication, the proxy does not know the user.
    `${database} = host=127.0.0.1 port=${server.port} user=postgres`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    // A later line takes precedence.
    "default_pool_size = 8",
    ...settings,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  giveAway(path);
  const process = spawnAsUser("pgbouncer", "--quiet", file);
  await until(async () => (await query(port, "select 1")).length === 1);
  return {
    port,
    process,
    url: (schema = schemaName()) => urlOf(port, schema),
    stop: async () => {
      await end(process, "SIGKILL");
      remove();
    },
  };
}

/** PostgreSQL and PgBouncer refuse to run as root. The tests of CI run as root, and start them as the user of the package. */
const isRoot = process.getuid?.() === 0;

function asUser(command: string, args: readonly string[]): [string, string[]] {
  if (!isRoot) return [command, [...args]];
  return ["setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", command, ...args]];
}

function runAsUser(command: string, ...args: string[]): void {
  const [program, all] = asUser(command, args);
  execFileSync(program, all, { stdio: ["ignore", "ignore", "inherit"], cwd: "/" });
}

function spawnAsUser(command: string, ...args: string[]): ChildProcess {
  const [program, all] = asUser(command, args);
  return spawn(program, all, { stdio: "ignore", cwd: "/" });
}

/** Makes the user of the package the owner of a directory. */
function giveAway(path: string): void {
  if (!isRoot) return;
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "postgres"]));
  const [user, group] = [idOf("-u"), idOf("-g")];
  chownSync(path, user, group);
}
