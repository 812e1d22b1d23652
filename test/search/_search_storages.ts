import type { OpenStorage } from "../api/world.ts";
import { openMemory, openPostgres } from "../access/storages.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";

/** The storages with different search indexes: in memory, and in tables. */
export const searchStorages: [name: string, open: OpenStorage][] = [["memory", openMemory]];
if (!postgresIsMissing()) searchStorages.push(["postgres", openPostgres]);
