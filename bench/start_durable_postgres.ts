import { schemaName } from "../test/storage-drivers/_postgres_client.ts";
import { createData, startWithData } from "../test/storage-drivers/_postgres_server.ts";
import { temporaryDirectory } from "../test/temporary_directory.ts";
import { prioritize } from "./spawn_measured.ts";

/** A PostgreSQL server of a benchmark. It waits for the disk, as servers of users do, and is reached through a Unix socket. */
export interface DurablePostgres {
  /** URL of a schema of its own. */
  url: string;
  /** Returns the URL of another schema. */
  urlOf(schema: string): string;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Gives later connections the priority of measured processes. */
  prioritize(): void;
  stop(): Promise<void>;
}

/** Starts a server with PostgreSQL's own settings, except a larger cache and a longer log between checkpoints. */
export async function startDurablePostgres(): Promise<DurablePostgres> {
  const directory = temporaryDirectory();
  createData(directory.path);
  const server = await startWithData(directory, [
    "fsync=on",
    "full_page_writes=on",
    "synchronous_commit=on",
    "shared_buffers=512MB",
    "max_wal_size=2GB",
  ]);
  const urlOf = (schema: string): string =>
    `postgres://postgres@:${server.port}/postgres?host=${encodeURIComponent(server.directory)}&schema=${schema}`;
  return {
    url: urlOf(schemaName()),
    urlOf,
    query: (text) => server.query(text),
    prioritize: () => prioritize(server.process.pid ?? 0),
    stop: () => server.stop(),
  };
}
